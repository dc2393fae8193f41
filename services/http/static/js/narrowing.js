// From the legal moves to the next question, for whatever game: what services/http/pages/narrowing.py does on the server,
// so that choosing needs no answer from it. A test holds the two to the same answers.
//
// A move is { pairs, label, move }: pairs maps each field to its value, both as text; move is its JSON.

const TYPE_FIELD = "type";

const entries = Object.entries;

/** Give the moves that have every one of these pairs. */
export function fitting(moves, pairs) {
  return moves.filter((move) => entries(pairs).every(([field, value]) => move.pairs[field] === value));
}

/** Give what is chosen after an element that stands for the pairs `taken`; null if no legal move has them all. */
export function withPairs(moves, chosen, taken) {
  if (entries(taken).every(([field, value]) => chosen[field] === value)) {
    const left = Object.fromEntries(entries(chosen).filter(([field]) => !(field in taken)));
    return Object.keys(left).some((field) => field !== TYPE_FIELD) ? left : {};
  }
  if (!fitting(moves, taken).length) return null;
  const both = { ...chosen, ...taken };
  return fitting(moves, both).length ? both : taken;
}

/**
 * Narrow the moves to those that fit what is chosen: { remaining, questions, move, said }.
 * `titles` maps each type of move to the titles of its fields. `move` is the one that is left, or null.
 */
export function narrow(moves, chosen, titles) {
  const isChosen = Object.keys(chosen).length > 0;
  const remaining = fitting(moves, chosen);
  if (isChosen && remaining.length === 1) return { remaining, questions: [], move: remaining[0], said: "" };
  const words = isChosen ? sharedStart(remaining.map((move) => move.label)) : [];
  const said = words.length ? [...words, "…"].join(" ") : "";
  return { remaining, questions: questions(remaining, chosen, titles), move: null, said };
}

/** Ask for each type of move by itself; types with a single move share one question of their buttons. */
function questions(remaining, chosen, titles) {
  const byType = new Map();
  for (const move of remaining) {
    const type = move.pairs[TYPE_FIELD] ?? "";
    byType.set(type, [...(byType.get(type) ?? []), move]);
  }
  const groups = [...byType.values()];
  const asked = groups.filter((group) => group.length > 1).map((group) => nextQuestion(group, chosen, titles));
  const single = groups.filter((group) => group.length === 1).map(([move]) => move);
  if (single.length) asked.push({ title: "", offers: single.map((move) => wholeMove(move, chosen)) });
  return asked;
}

/** Ask for the first field, in the order of the move, whose value is still open. */
function nextQuestion(group, chosen, titles) {
  const type = group[0].pairs[TYPE_FIELD];
  const open = Object.keys(group[0].pairs).filter((field) => !(field in chosen) && valuesOf(group, field).length > 1);
  if (!open.length) return { title: "", offers: group.map((move) => wholeMove(move, chosen)) };
  const [field] = open;
  const title = titles[type ?? ""][field];
  const values = valuesOf(group, field);
  const parts = values.map((value) => group.filter((move) => move.pairs[field] === value).map((move) => move.label));
  const labels = tellingLabels(parts);
  const settled = type === undefined ? {} : { [TYPE_FIELD]: type };
  const offers = values.map((value, at) => {
    return { label: labels[at] || `${title}: ${value}`, field, value, taken: { ...settled, [field]: value } };
  });
  return { title, offers };
}

/** Offer a move by its first pair that is still to be chosen, by which a board may offer it too; else by its type. */
function wholeMove(move, chosen) {
  const open = entries(move.pairs).find(([field]) => field !== TYPE_FIELD && !(field in chosen));
  const [field, value] = open ?? [TYPE_FIELD, move.pairs[TYPE_FIELD] ?? ""];
  return { label: move.label, field, value, taken: move.pairs };
}

function valuesOf(group, field) {
  return [...new Set(group.filter((move) => field in move.pairs).map((move) => move.pairs[field]))];
}

/** Give each group of labels the words that its labels share and that tell it from the other groups, or "". */
function tellingLabels(groups) {
  const starts = groups.map((labels) => sharedStart(labels).join(" "));
  const isTold = starts.every((start, at) => starts.every((other, there) => at === there || !other.startsWith(start)));
  if (isTold) return starts;
  const both = groups.map(sharedEnds);
  return both.map((label) => (both.filter((other) => other === label).length === 1 ? label : ""));
}

const wordsOf = (label) => label.split(/\s+/u).filter(Boolean);

function sharedStart(labels) {
  const [first, ...others] = labels.map(wordsOf);
  const end = first.findIndex((word, at) => others.some((words) => words[at] !== word));
  return end < 0 ? first : first.slice(0, end);
}

/** Give what labels start and end with, with dots for what differs between. */
function sharedEnds(labels) {
  if (new Set(labels).size === 1) return labels[0];
  const start = sharedStart(labels);
  const rests = labels.map((label) => wordsOf(label).slice(start.length).reverse().join(" "));
  const end = sharedStart(rests).reverse();
  return start.length || end.length ? [...start, "…", ...end].join(" ") : "";
}
