// Cards that move: what lay elsewhere before an update glides to where it lies after it, by view transitions.
//
// Boards mark pieces that the viewer sees (data-piece) and places (data-place). The names under which the browser
// animates them are numbers, given for one update and taken away again.

const NAME = "piece-";

/** Run `update`, which makes the page like `next`, and let what moved glide. Resolves once the page is updated. */
export async function gliding(next, update) {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
  const moved = isStill || !document.startViewTransition ? [] : movedPieces(next);
  if (!moved.length) return update();
  const named = [];
  const name = () => moved.forEach((piece, at) => nameElement(findPiece(piece), at, named));
  name();
  const transition = document.startViewTransition(() => {
    unname(named);
    update();
    name();
  });
  transition.ready.catch(() => {}); // skipped: the page is up to date all the same
  transition.finished.catch(() => {}).finally(() => unname(named));
  await transition.updateCallbackDone;
}

function movedPieces(next) {
  const before = whereabouts(document);
  const after = whereabouts(next);
  return [...new Set([...before.keys(), ...after.keys()])].filter((piece) => before.get(piece) !== after.get(piece));
}

/** Map each visible piece to where it lies. */
function whereabouts(page) {
  const found = new Map();
  for (const element of page.querySelectorAll("[data-piece]")) {
    const place = element.dataset.place ?? element.closest("[data-place]")?.dataset.place;
    found.set(element.dataset.piece, place ?? element.closest("ul, ol, section")?.className ?? "");
  }
  return found;
}

function findPiece(piece) {
  return document.querySelector(`[data-piece="${CSS.escape(piece)}"]`);
}

function nameElement(element, at, named) {
  if (!element || !element.checkVisibility()) return;
  element.style.viewTransitionName = `${NAME}${at}`;
  named.push(element);
}

function unname(named) {
  for (const element of named.splice(0)) element.style.viewTransitionName = "";
}
