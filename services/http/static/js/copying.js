// Buttons that copy what stands in a field. Without JavaScript they stay hidden, and the field is there to select.

import { announce } from "./announcing.js";

const COPIED_MS = 2_500;

/** Show every button of `root` that names a field in `data-copies`. Call it again for what was drawn anew. */
export function startCopying(root) {
  for (const button of root.querySelectorAll("button[data-copies]")) {
    button.hidden = false;
    button.onclick = () => copy(button);
  }
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copies);
  if (!(await isCopied(field))) return announce("Press Ctrl+C, or Command+C, to copy it.");
  announce("Copied.");
  sayCopied(button);
}

/** Copy a field's text; where nothing may, it is at least marked, and the keyboard copies it. */
async function isCopied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy"); // the one way at an address without https, such as in a home network
  }
}

/** Say so on the button itself, for a moment. */
function sayCopied(button) {
  const label = button.textContent;
  if (label === "Copied") return;
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = label), COPIED_MS);
}
