// Buttons that copy what stands in a field. Without JavaScript they stay hidden, and the field is there to select.

const COPIED_MS = 2500;
const endings = new WeakMap(); // button to the timer that gives it its label back

/** Show every button of `root` that names a field in `data-copies`. Call it again for what was drawn anew. */
export function startCopying(root) {
  if (!navigator.clipboard) {
    return; // an address without https, other than this machine
  }
  for (const button of root.querySelectorAll("button[data-copies]")) {
    button.hidden = false;
    button.onclick = () => copy(button);
  }
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copies);
  if (!field) {
    return;
  }
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select(); // refused: the text is marked, and the keyboard copies it
    announce("Press Ctrl+C, or Command+C, to copy it.");
    return;
  }
  sayCopied(button);
  announce("Copied.");
}

function sayCopied(button) {
  button.dataset.label ??= button.textContent;
  button.textContent = "Copied";
  clearTimeout(endings.get(button));
  const giveBack = () => (button.textContent = button.dataset.label);
  endings.set(button, setTimeout(giveBack, COPIED_MS));
}

function announce(sentence) {
  const line = document.createElement("p");
  line.textContent = sentence;
  document.getElementById("announcer")?.append(line);
}
