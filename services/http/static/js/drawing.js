// The draws of a game, made again from its seed: the same as the server's, from the documented format alone (services/auditing/format.md).

import { bytesOf, hexOf, hmacWith, joined, sha256 } from "./hashing.js";

const BLOCK_BYTES = 8;
const BLOCKS = 1n << 64n;

/** Give the seed: the secret and each seat's nonce in seat order, every part preceded by its length. */
export function seedOf(gameId, secret, nonces) {
  const parts = [bytesOf(gameId), secret, ...nonces.map(bytesOf)];
  return sha256(bytesOf("dragonpost seed"), ...parts.flatMap((part) => [lengthOf(part), part]));
}

function lengthOf(part) {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, part.length);
  return length;
}

/** Give the result of draw `number`: one number below `size`, or the order of a shuffle. */
export async function drawAgain(seed, { number, kind, size }) {
  const keyed = await hmacWith(await (await hmacWith(seed))(`draw ${number}`));
  let blockCount = 0;
  const below = async (limit) => {
    const most = (BLOCKS / BigInt(limit)) * BigInt(limit);
    for (;;) {
      const block = (await keyed(String(blockCount++))).slice(0, BLOCK_BYTES);
      const value = new DataView(block.buffer).getBigUint64(0);
      if (value < most) return Number(value % BigInt(limit));
    }
  };
  if (kind === "below") return [await below(size)];
  const order = Array.from({ length: size }, (_, place) => place);
  for (let last = size - 1; last > 0; last -= 1) {
    const chosen = await below(last + 1);
    [order[last], order[chosen]] = [order[chosen], order[last]];
  }
  return order;
}

const FREES = new Set(["seat_left", "bot_unseated", "player_removed", "bot_seated"]);

/** Follows the nonces and draws of a game. `nonces` and `draws` are checks of a report. */
export class Draws {
  constructor(gameId, secret, seatCount, { nonces, draws }) {
    Object.assign(this, { gameId, secret, nonceCheck: nonces, drawCheck: draws });
    this.nonces = Array(seatCount).fill("");
    this.hashes = Array(seatCount).fill("");
    this.drawCount = 0;
    this.seed = null;
  }

  /** Look at the next commit. */
  async look(commit) {
    const place = { version: commit.version };
    for (const event of commit.events) {
      if (FREES.has(event.type)) this.nonces[event.seat] = this.hashes[event.seat] = "";
      if (event.type !== "seat_taken" && event.type !== "nonce_opened") continue;
      const { seat, nonce, nonce_hash: hash = "" } = event;
      const isGiven = nonce === (commit.command.nonce ?? "") && hash === (commit.command.nonce_hash ?? "");
      const fits = event.type !== "nonce_opened" || hexOf(await sha256(bytesOf(nonce))) === this.hashes[seat];
      const what = isGiven
        ? "The nonce does not fit the hash that was given when sitting down."
        : "The nonce is not the one that was given with the command.";
      this.nonceCheck.note(isGiven && fits, what, place);
      this.nonces[seat] = nonce;
      this.hashes[seat] = hash;
    }
    if (commit.draws.length && this.hashes.some((hash) => hash !== "")) {
      this.nonceCheck.note(false, "Something is drawn before every nonce that was bound is open.", place);
      this.hashes.fill("");
    }
    for (const draw of commit.draws) {
      this.drawCheck.note(await this.isRight(draw), `Draw ${draw.number} is not what the seed gives.`, place);
      this.drawCount += 1;
    }
  }

  async isRight(draw) {
    const { number, kind, size, result } = draw;
    const isSize = kind === "below" ? Number.isSafeInteger(size) && size > 0 : size === result.length;
    if (number !== this.drawCount || !isSize) return false;
    this.seed ??= await seedOf(this.gameId, this.secret, this.nonces);
    return String(await drawAgain(this.seed, draw)) === String(result);
  }
}
