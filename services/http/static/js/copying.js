// Buttons that copy what stands in a field. Without JavaScript they stay hidden, and the field is there to select.

import { announce } from "./announcing.js";

const COPIED_MS = 2_500;
const endings = new WeakMap(); // button to the timer that gives it its label back

/** Show every button of `root` that names a field in `data-copies`. Call it again for what was drawn anew. */
export function startCopying(root) {
  for (const button of root.querySelectorAll("button[data-copies]")) {
    button.hidden = false;
    button.onclick = () => copy(button);
  }
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copies);
  if (!field) return;
  if (!(await isCopied(field))) return announce("Press Ctrl+C, or Command+C, to copy the link.");
  sayCopied(button);
  announce("The link is copied.");
}

/** Copy a field's text; if nothing may, it is at least marked, and the keyboard copies it. */
async function isCopied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy"); // the one way at an address without https, such as in a home network
  }
}

function sayCopied(button) {
  button.dataset.label ??= button.textContent;
  button.textContent = "Copied";
  clearTimeout(endings.get(button));
  const giveBack = () => (button.textContent = button.dataset.label);
  endings.set(button, setTimeout(giveBack, COPIED_MS));
}
