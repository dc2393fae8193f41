// Draws the page anew in its place: fetches it as the server draws it now, and changes what is different.
// An answer that comes late never moves a table backwards.

import { announce } from "./announcing.js";
import { carryOver } from "./choosing.js";
import { showConnection } from "./connection.js";
import { keepFocus } from "./focusing.js";
import { morph } from "./morph.js";
import { gliding } from "./moving.js";

const PATIENCE_MS = 15_000;
const SOON_MS = 150;
/** The tables of which there is news; the page is then drawn with at least what that news told. */
const NEWS_HEADER = "Dragonpost-News";
/** The script that every page has, whatever others it has besides; its address holds the digest of all assets. */
const PAGE_SCRIPT = 'script[type=module][src$="/js/page.js"]';

/** So much of what happened is said where a choice was dropped; the rest is in the log. */
const CLOSED_LINES = 3;

const GONE = "You can no longer look at this table: its host has closed watching, or it is there no more.";

const news = new Set();
let isWanted = false;
let running = null;
const afterwards = [];

const main = () => document.getElementById("main");

/** Call `enhance` after each redrawing. */
export function afterRedrawing(enhance) {
  afterwards.push(enhance);
}

/** Draw the page anew, as soon as what is being fetched has come. `game` is the table of which there is news. */
export function redraw(game = "") {
  if (game) news.add(game);
  isWanted = true;
  running ??= run().finally(() => (running = null));
  return running;
}

async function run() {
  while (isWanted) {
    isWanted = false;
    const games = [...news].slice(-5);
    news.clear();
    try {
      const answer = await fetchPage(main().dataset.path ?? "/", { headers: { [NEWS_HEADER]: games.join(",") } });
      if (answer.status < 500) await show(answer.page);
    } catch {
      games.forEach((game) => news.add(game));
      showConnection(false); // whatever is heard of the server next asks again
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, SOON_MS));
  }
}

/** Fetch a page: { status, url, page }, after redirects. Rejects if the server cannot be reached. */
export async function fetchPage(path, options = {}) {
  const response = await fetch(path, { ...options, signal: AbortSignal.timeout(PATIENCE_MS) });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (response.status < 500) showConnection(true);
  return { status: response.status, url: response.url, page };
}

/** Show a page that was fetched, unless it is older than what is shown. Gives whether it was shown. */
export async function show(page) {
  const next = page.getElementById("main");
  if (!next) return false;
  if (isAnotherWorld(page)) return location.reload();
  if (!main().dataset.live) {
    morphTop(page);
    document.title = countIn(page.title) + document.title.slice(countIn(document.title).length);
    return true;
  }
  const before = { ...main().dataset };
  const isSameTable = before.game !== undefined && before.game === next.dataset.game;
  const isSameSeat = before.seat === next.dataset.seat;
  if (isSameTable && isSameSeat && Number(next.dataset.position) < Number(before.position)) return false;
  if (!carryOver(page)) addNotice(page, closedNotice(page, Number(before.position)));
  if (isSameTable) keepNotices(page);
  await addStyles(page);
  if (before.game && next.dataset.code === "game_not_found") addNotice(page, GONE);
  await gliding(page, () => {
    const focused = document.activeElement;
    morph(main(), next);
    document.body.className = page.body.className;
    morphTop(page);
    document.title = page.title;
    keepFocus(focused);
  });
  afterwards.forEach((enhance) => enhance(main()));
  if (isSameTable) announceSince(Number(before.position));
  if (isSameTable && !isSameSeat) redraw(); // positions of two seats do not say which came first: the next answer does
  return true;
}

function morphTop(page) {
  morph(document.getElementById("top"), page.getElementById("top"));
}

/** Give what a title begins with: the number of tables that wait, as in "(2) ". */
function countIn(title) {
  return /^\(\d+\) /u.exec(title)?.[0] ?? "";
}

/**
 * Whether the page belongs to another build of the server, with other scripts and styles than those that run here, or to
 * another person: somebody else has come in through another tab, whose news are others too.
 */
function isAnotherWorld(page) {
  const scriptOf = (root) => root.querySelector(PAGE_SCRIPT)?.getAttribute("src");
  const personOf = (root) => root.querySelector("#top .who")?.textContent;
  return scriptOf(page) !== scriptOf(document) || personOf(page) !== personOf(document);
}

/** Load the styles that the new page has and this one lacks, such as a board's when a game begins. */
function addStyles(page) {
  const missing = [...page.querySelectorAll("head link[rel=stylesheet]")].filter(
    (link) => !document.querySelector(`link[href="${CSS.escape(link.getAttribute("href"))}"]`),
  );
  return Promise.all(
    missing.map(
      (link) =>
        new Promise((resolve) => {
          const added = document.importNode(link);
          added.onload = added.onerror = resolve;
          document.head.append(added);
        }),
    ),
  );
}

/** Read out what happened since a position, and whose move it is. */
function announceSince(position) {
  const lines = linesSince(document, position);
  const status = document.querySelector("#move .prompt, .table-head .status")?.textContent.trim() ?? "";
  if (lines.length) announce([...lines, status].join(" "));
}

/** Let a notice stand, whatever is drawn anew, until it is read: choosing takes it away. */
function keepNotices(page) {
  const next = page.getElementById("notices");
  const notices = document.getElementById("notices")?.children ?? [];
  if (next && !next.childElementCount) next.append(...[...notices].map((notice) => page.importNode(notice, true)));
}

function closedNotice(page, position) {
  const lines = linesSince(page, position).slice(0, CLOSED_LINES);
  return ["The game has moved on while you were choosing.", ...lines].join(" ");
}

/** Give the sentences of the log that were told after a position. */
function linesSince(page, position) {
  const lines = [...page.querySelectorAll("#latest li")].filter((line) => Number(line.dataset.position) > position);
  return lines.map((line) => line.textContent.trim());
}

function addNotice(page, text) {
  const notice = page.createElement("p");
  notice.className = "notice";
  notice.setAttribute("role", "alert");
  notice.textContent = text;
  page.getElementById("notices")?.append(notice);
}
