// Buttons that copy what stands in a field. Without JavaScript they stay hidden, and the field is there to select.

import { announce } from "./announcing.js";

const COPIED_MS = 2500;

/** Show every button of `root` that names a field in `data-copies`. Call it again for what was drawn anew. */
export function startCopying(root) {
  if (!navigator.clipboard) return; // an address without https, other than this machine
  for (const button of root.querySelectorAll("button[data-copies]")) {
    button.hidden = false;
    button.onclick = () => copy(button);
  }
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copies);
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select(); // refused: the text is marked, and the keyboard copies it
    announce("Press Ctrl+C, or Command+C, to copy it.");
    return;
  }
  announce("Copied.");
  sayCopied(button);
}

/** Say so on the button itself, for a moment. */
function sayCopied(button) {
  const label = button.textContent;
  if (label === "Copied") return;
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = label), COPIED_MS);
}
