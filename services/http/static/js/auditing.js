// Checks the log of a game, from its documented format alone (services/auditing/format.md): no rules of any game are known here.

import { Draws } from "./drawing.js";
import { bytesOf, bytesOfHex, hexOf, hmacWith, sha256, signaturesBy } from "./hashing.js";

const FIRST_HEAD = "00".repeat(32);
const EXPORT_FORMAT = 1;
const SPECTATOR = -1;
const OVER = new Set(["game_finished", "game_abandoned"]);
const FAULTS_KEPT = 5;

const TITLES = {
  table: "Entry of the table against the first event",
  positions: "Lines that you were told, without a gap",
  own: "Told lines, with their salts and leaves",
  versions: "Commits, without a gap, up to the end",
  commitment: "The secret against the commitment made before play",
  data: "Data set against the hash in the first event",
  leaves: "Leaves and salts of the commits in full",
  seals: "Seals",
  roots: "Roots",
  heads: "Heads",
  untold: "Leaves of those who were told nothing",
  nonces: "Players’ nonces, in the seed",
  draws: "Draws, from the seed",
  receipts: "Receipts that this browser kept, on the chain in order",
};

/** What keeps a text from being a log; `line` counts from 1. */
export class NotALog extends Error {}

class Check {
  constructor(title) {
    Object.assign(this, { title, count: 0, faultCount: 0, faults: [], notDone: "" });
  }

  /** Note only what is wrong, where what is right counts elsewhere. */
  refuse(isWrong, what, place = {}) {
    if (isWrong) this.note(false, what, place);
  }

  /** Note one thing that was looked at. `place`: { version, position, receipt }. */
  note(isRight, otherwise, place = {}) {
    this.count += 1;
    if (isRight) return;
    this.faultCount += 1;
    if (this.faults.length < FAULTS_KEPT) this.faults.push({ what: otherwise, ...place });
  }
}

/**
 * Check a log and the receipts that were kept of it. `onProgress(done, total)` is told how far it is.
 * Gives { checks, isWhole, isGood, head }; throws `NotALog`.
 */
export async function audit(text, receipts, onProgress) {
  const log = read(text);
  const checks = Object.fromEntries(Object.entries(TITLES).map(([name, title]) => [name, new Check(title)]));
  const chain = log.secret ? await checkWhole(log, checks, onProgress) : new Chain(log.head.viewer);
  await checkOwn(log, checks, chain);
  await checkReceipts(log.head, receipts, checks.receipts, chain);
  const made = Object.values(checks).filter(({ count, notDone }) => count || notDone);
  return { head: log.head, isWhole: Boolean(log.secret), isGood: made.every((check) => !check.faultCount), checks: made };
}

function read(text) {
  const log = { head: null, told: [], secret: null, data: null, full: [] };
  text.split("\n").forEach((line, at) => {
    if (!line) return;
    const entry = parse(line, `Line ${at + 1} is not readable as JSON.`);
    if (at === 0 && entry.kind !== "table") throw new NotALog("A log begins with the entry of its table.");
    if (entry.kind === "table") log.head ??= entry;
    else if (entry.kind === "told") log.told.push(entry);
    else if (entry.kind === "secret") log.secret = entry.secret;
    else if (entry.kind === "full") log.full.push(entry);
    else if (entry.kind === "data") log.data ??= entry;
    else throw new NotALog(`Line ${at + 1} is of a kind that no log has.`);
  });
  if (!log.head) throw new NotALog("The log is empty.");
  const { export_format: format = EXPORT_FORMAT } = log.head;
  if (format !== EXPORT_FORMAT) throw new NotALog(`This page reads export format ${EXPORT_FORMAT}.`);
  return log;
}

function parse(text, otherwise) {
  try {
    return JSON.parse(text);
  } catch {
    throw new NotALog(otherwise);
  }
}

function commitIn(line) {
  try {
    const commit = JSON.parse(line);
    return Array.isArray(commit.events) && Array.isArray(commit.draws) && Array.isArray(commit.hidden_from) ? commit : null;
  } catch {
    return null;
  }
}

/** Where on the chain each viewer's positions lie. In a viewer's own log, places are its positions. */
class Chain {
  constructor(ownViewer = null) {
    Object.assign(this, { ownViewer, places: new Map(), entries: new Map() });
  }

  add(place, entry, viewers) {
    this.entries.set(place, entry);
    for (const viewer of viewers) this.places.set(viewer, [...(this.places.get(viewer) ?? []), place]);
  }

  knows(viewer) {
    return this.ownViewer === null || this.ownViewer === viewer;
  }

  at(viewer, position) {
    return this.entries.get(this.places.get(viewer)?.[position - 1]);
  }
}

/** Check a log that is open in full; gives the chain as far as it can be followed. */
async function checkWhole({ head, told: own, secret, data, full }, checks, onProgress) {
  const chain = new Chain();
  const begun = commitIn(full[0]?.line ?? "")?.events[0];
  if (begun?.type !== "game_created") {
    const what = full.length
      ? "The first commit does not set up a table."
      : "The log shows the secret, and the commits in full are missing.";
    checks.versions.note(false, what, { version: 1 });
    return chain;
  }
  checks.table.refuse(begun.commitment !== head.commitment, "It names another commitment.", { version: 1 });
  await checkData(data, begun.data_hash ?? "", checks.data);
  const committed = await sha256(bytesOf("dragonpost secret"), bytesOf(head.game_id), bytesOfHex(secret));
  const isCommitted = hexOf(committed) === begun.commitment;
  checks.commitment.note(isCommitted, "The secret does not fit it: nothing that hangs on the secret was checked.");
  const key = bytesOfHex(secret);
  const open = isCommitted ? new Opening(await hmacWith(key), head.seat_count, checks) : null;
  const draws = isCommitted ? new Draws(head.game_id, key, head.seat_count, checks) : null;
  let isOver = false;
  for (const [at, entry] of full.entries()) {
    const version = at + 1;
    const commit = commitIn(entry.line);
    if (commit?.version !== version || entry.version !== version) {
      checks.versions.note(false, "Another commit stands here, or none.", { version });
      checks.versions.notDone = `Nothing after version ${at} was checked.`;
      return chain;
    }
    checks.versions.note(true);
    await open?.look(entry, commit);
    await draws?.look(commit);
    const end = commit.events.find(({ type }) => OVER.has(type));
    checks.commitment.refuse(end && end.secret !== secret, "The end of the game shows another secret.", { version });
    isOver ||= Boolean(end);
    const told = viewersOf(head.seat_count).filter((viewer) => !commit.hidden_from.includes(viewer));
    chain.add(version, entry, told);
    onProgress(version, full.length);
  }
  const toldCount = chain.places.get(head.viewer)?.length ?? 0;
  const isAll = isOver && toldCount >= head.position;
  checks.versions.refuse(!isAll, "The log ends before the game does.", { version: full.length + 1 });
  const isLowered = isAll && own.length <= head.position && head.position < toldCount;
  checks.table.refuse(isLowered, "Its position is lower than what the commits tell.");
  return chain;
}

/** Check the game's own data, such as its cards, by the hash in its first event; "" there: it has none. */
async function checkData(data, hash, check) {
  if (!data && !hash) return;
  if (!data) {
    check.notDone = "The log holds no data set.";
    return;
  }
  const isRight = data.data_hash === hash && (await hashOfData(data.texts)) === hash;
  check.note(isRight, "It is not the one that the first event names.");
}

/** Give the hash of file names and texts, each behind its length in 8 bytes. */
async function hashOfData(texts) {
  const parts = Object.keys(texts ?? {}).sort().flatMap((name) => [name, texts[name]]).map((text) => bytesOf(String(text)));
  return hexOf(await sha256(bytesOf("dragonpost data set"), ...parts.flatMap((part) => [lengthOf(part), part])));
}

function lengthOf(bytes) {
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, BigInt(bytes.length));
  return length;
}

function viewersOf(seatCount) {
  return [...Array(seatCount).keys(), SPECTATOR];
}

/** Opens what the secret opens of each commit. Each is checked on the head that the log shows before it. */
class Opening {
  constructor(salted, seatCount, checks) {
    Object.assign(this, { salted, viewers: viewersOf(seatCount), checks, head: FIRST_HEAD });
  }

  async look(entry, commit) {
    const { checks, salted } = this;
    const place = { version: entry.version };
    const leaf = await sha256(await salted(`leaf ${entry.version} full`), bytesOf(entry.line));
    checks.leaves.note(hexOf(leaf) === entry.leaf_full, "The line in full does not fit its leaf.", place);
    const seal = await sha256(await salted(`seal ${entry.version}`), bytesOfHex(this.head));
    checks.seals.note(hexOf(seal) === entry.seal, "The seal is not that of the head before.", place);
    checks.roots.note((await rootOf(entry)) === entry.root, "Seal and leaves do not fit the root.", place);
    const head = hexOf(await sha256(bytesOfHex(this.head), bytesOfHex(entry.root)));
    checks.heads.note(head === entry.head, "The head does not chain the root to the head before.", place);
    this.head = entry.head;
    for (const [at, viewer] of this.viewers.entries()) {
      if (!commit.hidden_from.includes(viewer)) continue;
      const name = viewer === SPECTATOR ? "spectator" : viewer;
      const empty = hexOf(await sha256(await salted(`leaf ${entry.version} ${name}`)));
      checks.untold.note(empty === entry.leaves[at], "Somebody was told what the commit says they were not.", place);
    }
  }
}

async function rootOf({ seal, leaf_full, leaves }) {
  return hexOf(await sha256(...[seal, leaf_full, ...leaves].map(bytesOfHex)));
}

/** Check the viewer's own lines; while the game goes on, they make up the chain. */
async function checkOwn({ head, told, secret }, checks, chain) {
  const salted = secret ? await hmacWith(bytesOfHex(secret)) : null;
  const own = viewersOf(head.seat_count).indexOf(head.viewer);
  const isCut = checks.versions.faultCount > 0;
  for (const [at, entry] of told.entries()) {
    const position = at + 1;
    if (entry.position !== position) {
      checks.positions.note(false, "Another line stands here, or none.", { position });
      return;
    }
    checks.positions.note(true);
    const shown = chain.at(head.viewer, position);
    if (at === 0) noteBeginning(head, entry, checks.table);
    const leaf = hexOf(await sha256(bytesOfHex(entry.salt), bytesOf(entry.line)));
    let isRight = leaf === entry.leaves[own] && (await rootOf(entry)) === entry.root && isPlaceOf(entry);
    if (secret && shown) {
      const name = head.viewer === SPECTATOR ? "spectator" : head.viewer;
      const salt = hexOf(await salted(`leaf ${shown.version} ${name}`));
      isRight &&= salt === entry.salt && shown.root === entry.root;
    } else if (secret && !isCut) isRight = false;
    checks.own.note(isRight, "The line does not fit what binds it.", { position, version: shown?.version });
    if (!secret) chain.add(position, entry, [head.viewer]);
  }
  const place = { position: told.length + 1 };
  checks.positions.refuse(told.length < head.position, "The log ends before the table does.", place);
  checks.table.refuse(told.length > head.position, "Its position is lower than that of the last line.");
}

function noteBeginning(head, entry, check) {
  const begun = parse(entry.line, "The first line is not readable as JSON.").events?.[0];
  const isSame =
    begun?.commitment === head.commitment && begun?.game === head.game && begun?.reserved?.length === head.seat_count;
  check.note(isSame, "It is not of the game that the first line begins.", { position: 1 });
}

function isPlaceOf(entry) {
  try {
    const line = JSON.parse(entry.line);
    return line.position === entry.position && line.time_ms === entry.time_ms;
  } catch {
    return false;
  }
}

async function checkReceipts(head, receipts, check, chain) {
  if (!receipts.length) return;
  const isSigned = head.receipt_key ? await signaturesBy(head.receipt_key) : null;
  if (!isSigned) check.notDone = "This browser cannot check their signatures; the command line can.";
  for (const receipt of receipts) {
    if (!chain.knows(receipt.viewer)) {
      check.notDone = "Those of another seat can only be checked once the game is over.";
      continue;
    }
    const { game_id, viewer, position, root, head: shownHead, key, signature } = receipt;
    const entry = chain.at(viewer, position);
    const place = { position, version: chain.ownViewer === null ? entry?.version : undefined };
    const text = ["dragonpost receipt", game_id, viewer, position, root, shownHead].join("\n");
    const isKey = !head.receipt_key || key === head.receipt_key;
    const isOfKey = isKey && (!isSigned || (await isSigned(text, signature)));
    const isOnChain = game_id === head.game_id && entry?.root === root;
    const isHead = !shownHead || !entry?.head || entry.head === shownHead;
    const what = isOfKey ? "Another line was shown here during the game." : "It is not signed by the server’s key.";
    check.note(isOfKey && isOnChain && isHead, what, place);
  }
}
