// Keeps the server's receipts for what this browser was shown at a table, so that it cannot tell another story later.

const PREFIX = "dragonpost receipts ";
const MOST_GAMES = 40;

const keyOf = (game) => `${PREFIX}${game}`;

/** Give the receipts that were kept of a game, in order. */
export function keptReceipts(game) {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(game)) ?? "[]");
    return Array.isArray(kept) ? kept.sort((one, other) => one.viewer - other.viewer || one.position - other.position) : [];
  } catch {
    return []; // no storage here, or something else in it
  }
}

/** Fetch the receipt for where the table stands, unless it is kept already, and say so on the page. */
export async function keepReceipt(main) {
  const { game, position } = main.dataset;
  if (!game || !position || main.querySelector(".receipts.foreign")) return;
  const kept = keptReceipts(game);
  if (!kept.some((receipt) => receipt.position >= Number(position))) {
    try {
      const response = await fetch(`/games/${game}/receipt`);
      if (response.ok) store(game, [...kept, await response.json()]);
    } catch {
      return; // the server cannot be reached: the next one binds all before it, too
    }
  }
  sayKept(main, keptReceipts(game).length);
}

function store(game, receipts) {
  const latest = new Map(receipts.map((receipt) => [`${receipt.viewer} ${receipt.position}`, receipt]));
  const text = JSON.stringify([...latest.values()]);
  for (;;) {
    try {
      localStorage.setItem(keyOf(game), text);
      if (gamesKept().length <= MOST_GAMES) return;
      throw new Error("too many");
    } catch {
      const other = gamesKept().find((key) => key !== keyOf(game));
      if (!other) return;
      localStorage.removeItem(other);
    }
  }
}

function gamesKept() {
  return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
}

function sayKept(main, count) {
  const line = main.querySelector("#receipts-kept");
  if (!line || !count) return;
  line.textContent = count === 1 ? "This browser keeps a receipt of it." : `This browser keeps ${count} receipts of it.`;
}
