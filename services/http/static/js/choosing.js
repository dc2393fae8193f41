// Choosing a move on the page: buttons narrow the legal moves, and the one that is left can be confirmed.
// The buttons, the words and the legal moves all come with the page; nothing here knows a game.

import { announce } from "./announcing.js";
import { morphChildren } from "./morph.js";
import { fitting, narrow, withPairs } from "./narrowing.js";

const BUTTONS = "button[form=choosing]";

let decision = null;
let chosen = {};

/** Take up what the page says is chosen, and answer to clicks and Escape from now on. */
export function startChoosing() {
  const data = dataOf(document);
  decision = data?.decision ?? null;
  chosen = chosenIn(document);
  document.addEventListener("click", onClick);
  document.addEventListener("click", ({ target }) => target.closest(".playing #notices > .notice")?.remove());
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && Object.keys(chosen).length) choose({});
  });
}

/**
 * Carry what is chosen over to a page that was just fetched, before it is shown.
 * Gives false where something was chosen for a decision that is no longer open.
 */
export function carryOver(page) {
  const data = dataOf(page);
  const isSame = data !== null && data.decision === decision;
  const wasChoosing = Object.keys(chosen).length > 0;
  if (!isSame || !fitting(data.moves, chosen).length) chosen = {};
  decision = data?.decision ?? null;
  if (data) paint(page, data);
  return isSame || !wasChoosing;
}

/** Forget what is chosen: it has been sent. */
export function forgetChosen() {
  chosen = {};
}

/** Show what is chosen on the page as it stands. */
export function repaint() {
  const data = dataOf(document);
  if (data) paint(document, data);
}

function dataOf(page) {
  const script = page.getElementById("choices");
  return script ? JSON.parse(script.textContent) : null;
}

function chosenIn(page) {
  const inputs = page.querySelectorAll("#choosing input");
  return Object.fromEntries([...inputs].map((input) => [input.name, input.value]));
}

function onClick(event) {
  const button = event.target.closest(BUTTONS);
  const isCancel = event.target.closest("#cancel") !== null;
  const isPlain = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const data = dataOf(document);
  if (!isPlain || !(button || isCancel) || !data) return;
  event.preventDefault();
  if (document.body.dataset.sending) return;
  if (isCancel) return choose({});
  const taken = Object.fromEntries(new URLSearchParams(button.value));
  const narrowed = choose(withPairs(data.moves, chosen, taken) ?? chosen);
  const isByKey = event.detail === 0;
  if (isByKey && narrowed?.move) document.getElementById("move").focus({ preventScroll: true }); // Confirm is a Tab away
}

function choose(pairs) {
  const data = dataOf(document);
  if (!data) return null;
  chosen = pairs;
  document.getElementById("notices").replaceChildren();
  const focused = document.activeElement;
  const narrowed = paint(document, data);
  if (narrowed.move) announce(`${narrowed.move.label}? Confirm, or choose differently.`);
  else if (narrowed.said) announce(narrowed.said);
  if (!focused.isConnected || !focused.checkVisibility()) focusNext(narrowed);
  return narrowed;
}

function focusNext(narrowed) {
  const next = narrowed.move ? "#confirm button" : `#questions ${BUTTONS}, .board-part ${BUTTONS}`;
  (document.querySelector(next) ?? document.getElementById("move"))?.focus();
}

function paint(page, data) {
  const narrowed = narrow(data.moves, chosen, data.titles);
  const settled = narrowed.move?.pairs ?? chosen;
  const onBoard = new Set();
  for (const button of page.querySelectorAll(BUTTONS)) {
    const pairs = Object.fromEntries(new URLSearchParams(button.value));
    const all = Object.entries(pairs);
    const others = Object.fromEntries(Object.entries(chosen).filter(([field]) => !(field in pairs)));
    const fits = fitting(data.moves, { ...others, ...pairs }).length > 0;
    button.setAttribute("aria-pressed", String(all.every(([field, value]) => settled[field] === value)));
    button.dataset.fits = fits ? "yes" : "no";
    if (button.closest(".board-part")) all.forEach(([field, value]) => onBoard.add(`${field}=${value}`));
  }
  const isAny = Object.keys(chosen).length > 0;
  page.querySelector(".board-part")?.setAttribute("data-choosing", isAny ? "some" : "none");
  show(page.getElementById("said"), narrowed.said);
  page.getElementById("cancel").hidden = !isAny;
  paintForms(page, narrowed);
  const questions = page.createElement("div");
  questions.append(...narrowed.questions.flatMap((question) => drawQuestion(page, question, onBoard)));
  morphChildren(page.getElementById("questions"), questions);
  return narrowed;
}

function paintForms(page, narrowed) {
  const confirm = page.getElementById("confirm");
  confirm.hidden = !narrowed.move;
  confirm.elements.move.value = narrowed.move?.move ?? "";
  confirm.querySelector(".chosen").textContent = narrowed.move ? `${narrowed.move.label}?` : "";
  const inputs = Object.entries(chosen).map(([name, value]) => {
    const input = page.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    return input;
  });
  page.getElementById("choosing").replaceChildren(...inputs);
}

function show(element, text) {
  element.textContent = text;
  element.hidden = !text;
}

/** Draw a question as the server does; what the board offers already is not said again. */
function drawQuestion(page, { title, offers }, onBoard) {
  const make = (tag, className, text = "") => {
    const element = page.createElement(tag);
    if (className) element.className = className;
    element.textContent = text;
    return element;
  };
  const rest = offers.filter(({ field, value }) => !onBoard.has(`${field}=${value}`));
  const drawn = [];
  if (title && rest.length) drawn.push(make("h3", "", title));
  if (title && rest.length < offers.length) drawn.push(make("p", "hint", `${title}: choose on the board.`));
  if (!rest.length) return drawn;
  const list = make("ul", "answers");
  for (const offer of rest) {
    const button = make("button", "button", offer.label);
    const value = new URLSearchParams(offer.taken).toString();
    Object.entries({ type: "submit", form: "choosing", name: "and", value, "aria-pressed": "false" }).forEach(
      ([name, text]) => button.setAttribute(name, text),
    );
    button.dataset.fits = "yes";
    const item = make("li");
    item.append(button);
    list.append(item);
  }
  return [...drawn, list];
}
