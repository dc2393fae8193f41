// Sends a confirmed move and draws the answer in place. Where the server cannot be reached, the move is kept, over
// reloads too, and sent again under the same key, which the server carries out once.

import { announce } from "./announcing.js";
import { forgetChosen, repaint } from "./choosing.js";
import { afterRedrawing, fetchPage, redraw, show } from "./redrawing.js";

const FORM = "#confirm";
const WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];
const UNREACHABLE = [502, 503, 504];
/** So long sending may take before the button says that it goes on. */
const SLOW_MS = 300;

let wake = () => {};
let slow = 0;
let isGivenUp = false;

/** Take over the confirm form, and go on with a move that an earlier page could not send. */
export function startSending() {
  document.addEventListener("submit", (event) => {
    if (!event.target.matches(FORM)) return;
    event.preventDefault();
    if (document.body.dataset.sending) return;
    const form = event.target;
    const said = form.querySelector(".chosen").textContent.replace(/\?$/u, "");
    const pending = { action: form.action, body: new URLSearchParams(new FormData(form)).toString(), said };
    keep(pending);
    send(pending);
  });
  document.addEventListener("click", (event) => {
    if (!document.body.dataset.sending || !event.target.closest("#cancel")) return;
    stopTrying();
    forgetChosen();
    repaint();
  });
  addEventListener("online", () => wake());
  afterRedrawing(markSending);
  const pending = kept();
  if (pending) send(pending);
}

/** Try again at once: the server has been heard of. */
export function tryNow() {
  wake();
}

async function send(pending) {
  isGivenUp = false;
  setSending(true);
  for (let attempt = 0; !isGivenUp; attempt += 1) {
    const answer = await fetchPage(pending.action, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: pending.body,
    }).catch(() => null);
    if (answer && !UNREACHABLE.includes(answer.status)) {
      keep(null);
      forgetChosen();
      setSending(false);
      tell(null);
      if (!answer.page.getElementById("main")?.dataset.live) return location.assign(answer.url); // it is no table's page
      if (!(await show(answer.page))) await redraw();
      return;
    }
    if (isGivenUp) break; // while it was under way
    tell(pending.said);
    await pause(WAITS_MS[Math.min(attempt, WAITS_MS.length - 1)]);
  }
  keep(null);
  setSending(false);
  tell(null);
  redraw();
}

function pause(milliseconds) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

function setSending(isSending) {
  if (isSending) document.body.dataset.sending = "yes";
  else delete document.body.dataset.sending;
  markSending();
}

function saySending() {
  const button = document.querySelector(`${FORM} button`);
  if (!button) return;
  button.dataset.label ??= button.textContent;
  button.textContent = "Sending…";
}

/** While a move is under way, nothing else can be chosen or confirmed. */
function markSending() {
  const isSending = document.body.dataset.sending !== undefined;
  clearTimeout(slow);
  if (isSending) slow = setTimeout(saySending, SLOW_MS);
  for (const control of document.querySelectorAll(`${FORM} button, button[form=choosing]`)) {
    if (isSending) control.setAttribute("aria-disabled", "true");
    else control.removeAttribute("aria-disabled");
    if (!isSending && control.dataset.label) control.textContent = control.dataset.label;
  }
}

/** Keep the move no longer. What the server has got of it counts all the same, and shows once it is back. */
function stopTrying() {
  isGivenUp = true;
  wake();
}

/** Say that a move is kept; with a button to stop trying, after which the page shows how the table stands. */
function tell(said) {
  const place = document.getElementById("unsent");
  place.hidden = !said;
  if (!said) return place.replaceChildren();
  if (place.childElementCount) return;
  const text = document.createElement("p");
  text.textContent = `Not sent yet: “${said}”. The server cannot be reached; your move is kept and sent again by itself.`;
  const stop = document.createElement("button");
  stop.textContent = "Stop trying";
  stop.addEventListener("click", stopTrying);
  place.replaceChildren(text, stop);
  announce(text.textContent);
}

const storageName = () => `dragonpost unsent ${document.getElementById("main").dataset.path}`;

function keep(pending) {
  try {
    if (pending) sessionStorage.setItem(storageName(), JSON.stringify(pending));
    else sessionStorage.removeItem(storageName());
  } catch {
    // Storage may be forbidden: the move is then kept only while the page is open.
  }
}

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(storageName()));
  } catch {
    return null;
  }
}
