// Details that lie over the page, marked `data-overlay`: one at a time, closed by Escape, by a press elsewhere, and by a
// button in them that is marked `data-close`.

const OPEN = "details[data-overlay][open]";

/** Answer to presses, keys and openings. Comes before what else Escape does, for it to close what lies on top first. */
export function startOverlays() {
  document.addEventListener("toggle", ({ target }) => target.matches?.(OPEN) && closeAround(target), true);
  document.addEventListener("pointerup", ({ target }) => closeAround(target)); // no click comes of a touch on mere text
  document.addEventListener("click", onClick);
  document.addEventListener("keydown", onKey);
}

function closeAround(target) {
  for (const overlay of document.querySelectorAll(OPEN)) if (!overlay.contains(target)) overlay.open = false;
}

function onClick({ target }) {
  const isClosing = target.closest("[data-close]") !== null;
  if (isClosing) close(target.closest(OPEN));
  else closeAround(target);
}

function onKey(event) {
  const innermost = [...document.querySelectorAll(OPEN)].at(-1);
  if (event.key !== "Escape" || !innermost) return;
  event.stopImmediatePropagation();
  close(innermost);
}

/** Close one; the focus, if it was in there, comes to what opened it. */
function close(overlay) {
  const hadFocus = overlay.contains(document.activeElement);
  overlay.open = false;
  if (hadFocus) overlay.querySelector("summary").focus({ preventScroll: true });
}
