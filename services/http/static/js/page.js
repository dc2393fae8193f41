// Makes a page live. Without this, pages work by links and forms alone; no part of it knows any game.

import { startArrows } from "./arrows.js";
import { bringChoices, startBringing } from "./bringing.js";
import { repaint, startChoosing } from "./choosing.js";
import { showConnection } from "./connection.js";
import { startCopying } from "./copying.js";
import { keepReceipt } from "./keeping.js";
import { MOST_WATCHED, News } from "./news.js";
import { startNonces } from "./nonces.js";
import { startOverlays } from "./overlays.js";
import { afterRedrawing, redraw } from "./redrawing.js";
import { startReplaying } from "./replaying.js";
import { startSending, tryNow } from "./sending.js";

/** Lists also hold what strangers do, of which there is no news. */
const LIST_EVERY_MS = 30_000;
const STALE_MS = 20_000;

const main = document.getElementById("main");
let drawnAt = Date.now();
let isUnwatched = false;

/** The tables that the page shows: what becomes of them is told, whosever they are. */
function watchedHere() {
  return [...document.querySelectorAll("[data-watch]")].map(({ dataset }) => dataset.watch).slice(0, MOST_WATCHED);
}

/** Redraw where news shows: a table at its own news, lists and the number in the head at any. */
function onEvent(name, data) {
  const isOwnTable = main.dataset.game === data.game;
  isUnwatched ||= name === "gone";
  if (name === "table" && isOwnTable && isShown(data)) return;
  if (name === "table" && main.dataset.live === "table" && !isOwnTable && document.hidden) return;
  redraw(data.game ?? "");
}

/** Whether the page shows all of a table's news: positions are counted for each seat, and for those who have none. */
function isShown({ position, seat }) {
  return main.dataset.seat === String(seat ?? "") && position <= Number(main.dataset.position);
}

/** What was not sent is sent, and what was missed is drawn, as soon as the server, or its stream, is heard of again. */
function noteConnection(isConnected, isNew = false) {
  const wasLost = showConnection(isConnected);
  if (!isConnected || !(wasLost || isNew)) return;
  tryNow();
  redraw();
}

function redrawIfStale() {
  if (!document.hidden && Date.now() - drawnAt > STALE_MS) redraw();
}

function start() {
  const isMember = document.getElementById("top").dataset.signedIn === "yes";
  startArrows();
  startCopying(main);
  afterRedrawing(startCopying);
  startNonces(main);
  afterRedrawing(startNonces);
  afterRedrawing(() => (drawnAt = Date.now()));
  if (main.dataset.live === "table") {
    keepReceipt(main);
    afterRedrawing(keepReceipt);
    history.replaceState(null, "", main.dataset.path); // choosing takes no page of its own here
    startOverlays();
    startChoosing();
    repaint();
    startBringing();
    afterRedrawing(bringChoices);
    startSending();
  }
  if (main.dataset.replay) {
    startOverlays();
    startReplaying(main);
  }
  if (!isMember && !watchedHere().length) return;
  const news = new News({
    isMember,
    watched: watchedHere(),
    onEvent,
    onConnection: noteConnection,
  });
  afterRedrawing(() => {
    if (!isUnwatched && watchedHere().join() === news.watched.join()) return;
    isUnwatched = false;
    news.watch(watchedHere());
  });
  addEventListener("offline", () => noteConnection(false));
  addEventListener("online", () => redraw()); // the stream may have outlived it, and then says nothing new
  document.addEventListener("visibilitychange", redrawIfStale);
  addEventListener("pageshow", ({ persisted }) => persisted && redraw());
  if (main.dataset.live === "list") setInterval(() => document.hidden || redraw(), LIST_EVERY_MS);
}

start();
