// Steps through a replay without loading a page: fetches what a position shows, a few ahead, and draws it in place.

import { announce } from "./announcing.js";
import { showConnection } from "./connection.js";
import { morph } from "./morph.js";
import { gliding } from "./moving.js";

const PLAY_MS = 1_400;
const PATIENCE_MS = 15_000;
const AHEAD = 3;
const MOST_KEPT = 300;
/** What answers to these keys by itself; a range does to all but Space. */
const TAKES_KEYS = "input, select, textarea, .drawing";
const TAKES_SPACE = "a, button, summary, input:not([type=range]), select, textarea, .drawing";

const steps = new Map();
let page = null;
let shown = 0;
let wanted = 0;
let running = null;
let playing = 0;

/** Take over the steps of the replay that `main` holds. */
export function startReplaying(main) {
  page = main;
  shown = wanted = Number(main.dataset.position);
  document.addEventListener("click", onClick);
  document.addEventListener("keydown", onKey);
  document.addEventListener("input", ({ target }) => target.id === "scrub" && goBy(Number(target.value)));
  document.addEventListener("submit", (event) => event.target.matches(".scrub") && event.preventDefault());
  paint();
  preload(1);
  scrollLog();
}

/** Go where a person asked to go: then it does not play on by itself. */
function goBy(position) {
  pause();
  return go(position);
}

/** Show a position; of several wanted in a row, the last. */
function go(position) {
  wanted = Math.min(Math.max(position, Number(page.dataset.first)), Number(page.dataset.last));
  paint();
  running ??= run().finally(() => (running = null));
  return running;
}

async function run() {
  const from = shown;
  while (shown !== wanted) {
    const position = wanted;
    let next = null;
    try {
      next = await stepAt(position);
    } catch {
      steps.delete(position);
      showConnection(false);
      pause();
      wanted = shown;
      return paint();
    }
    if (next === null) return location.assign(addressOf("", position)); // it says why
    if (position !== wanted) continue;
    await gliding(next, () => draw(next, position));
  }
  preload(shown < from ? -1 : 1);
  announce(`${shown}. ${document.querySelector(".told").textContent.trim()}`);
}

function draw(next, position) {
  for (const part of next.querySelectorAll("[data-step]")) morph(document.getElementById(part.id), part);
  shown = position;
  page.dataset.position = position;
  document.getElementById("practice-at")?.setAttribute("value", position);
  history.replaceState(null, "", addressOf("", position));
  paint();
  markLine();
}

/** Give what a position shows, as a document; null where the server has a page of its own to say about it. */
function stepAt(position) {
  if (!steps.has(position)) {
    steps.set(position, fetchStep(position));
    if (steps.size > MOST_KEPT) steps.delete(steps.keys().next().value);
  }
  return steps.get(position);
}

async function fetchStep(position) {
  const response = await fetch(addressOf("/step", position), { signal: AbortSignal.timeout(PATIENCE_MS) });
  showConnection(true);
  if (!response.ok || response.redirected) return null;
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

function addressOf(part, position) {
  const query = new URLSearchParams(page.dataset.query);
  return `${page.dataset.replay}${part}?${[`at=${position}`, query.toString()].filter(Boolean).join("&")}`;
}

function preload(direction) {
  let position = shown;
  for (let step = 1; step <= AHEAD; step += 1) {
    position = beside(position, direction);
    if (position < Number(page.dataset.first) || position > Number(page.dataset.last)) return;
    const ahead = position;
    stepAt(ahead).catch(() => steps.delete(ahead));
  }
}

/** Show on the controls where it goes: what was drawn by the server says where it came from. */
function paint() {
  const scrub = document.getElementById("scrub");
  if (Number(scrub.value) !== wanted) scrub.value = wanted;
  scrub.setAttribute("aria-valuetext", `${wanted} of ${page.dataset.last}`);
  document.getElementById("shown").textContent = wanted;
  const button = document.getElementById("play");
  button.setAttribute("aria-pressed", String(playing !== 0));
}

/** Mark the line of the position in the log, or the last before it. */
function markLine() {
  const lines = [...document.querySelectorAll("#log li")];
  const line = lines.findLast(({ dataset }) => Number(dataset.position) <= shown);
  for (const other of lines) if (other !== line) other.removeAttribute("aria-current");
  line?.setAttribute("aria-current", "step");
  scrollLog();
}

function scrollLog() {
  const line = document.querySelector("#log [aria-current]");
  const log = document.getElementById("log");
  if (!line) return;
  const above = line.offsetTop - log.offsetTop - log.scrollTop;
  const isInView = above >= 0 && above + line.offsetHeight <= log.clientHeight;
  if (!isInView) log.scrollTop += above - log.clientHeight / 3;
}

function onClick(event) {
  const isPlain = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const link = event.target.closest("a[data-at]");
  if (link && isPlain) {
    event.preventDefault();
    goBy(Number(link.dataset.at));
  } else if (event.target.closest("#play")) toggle();
}

const KEYS = {
  ArrowLeft: () => goBy(beside(wanted, -1)),
  ArrowRight: () => goBy(beside(wanted, 1)),
  "Shift+ArrowLeft": () => goBy(positionsIn("turns").findLast((turn) => turn < wanted) ?? 0),
  "Shift+ArrowRight": () => goBy(positionsIn("turns").find((turn) => turn > wanted) ?? Infinity),
  Home: () => goBy(0),
  End: () => goBy(Infinity),
};

function onKey(event) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  const isSpace = event.key === " ";
  if (event.target.closest(isSpace ? TAKES_SPACE : TAKES_KEYS)) return;
  const answer = isSpace ? toggle : KEYS[event.shiftKey ? `Shift+${event.key}` : event.key];
  if (!answer) return;
  event.preventDefault();
  answer();
}

function positionsIn(name) {
  return page.dataset[name].split(" ").filter(Boolean).map(Number);
}

/** Give the position next to one, but for those that are left out. */
function beside(position, direction) {
  const skipped = new Set(positionsIn("skipped"));
  do position += direction;
  while (skipped.has(position));
  return position;
}

/** Play on from here, from the first position if this is the last; or stop. */
function toggle() {
  if (playing) return pause();
  playing = setInterval(playOn, PLAY_MS);
  paint();
  if (wanted === Number(page.dataset.last)) go(0);
  else playOn();
}

function playOn() {
  if (running) return; // the step before has not come yet
  if (shown === Number(page.dataset.last)) pause();
  else go(beside(shown, 1));
}

function pause() {
  clearInterval(playing);
  playing = 0;
  paint();
}
