// The arrow keys go from one choice to the next in that direction, on the board and beside it.

const CHOICES = "button[form=choosing], #confirm button, #cancel";
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** How much worse a step aside is than a step ahead. */
const ASIDE = 2;

/** Answer to arrow keys pressed on a choice. */
export function startArrows() {
  document.addEventListener("keydown", (event) => {
    const direction = DIRECTIONS[event.key];
    const from = event.target;
    if (!direction || event.altKey || event.ctrlKey || event.metaKey || !from.matches?.(CHOICES)) return;
    event.preventDefault();
    nearest(from, direction)?.focus();
  });
}

function nearest(from, [x, y]) {
  const [startX, startY] = middleOf(from);
  let best = null;
  let least = Infinity;
  for (const choice of document.querySelectorAll(CHOICES)) {
    if (choice === from || !choice.checkVisibility({ visibilityProperty: true })) continue;
    const [endX, endY] = middleOf(choice);
    const ahead = (endX - startX) * x + (endY - startY) * y;
    const aside = Math.abs((endX - startX) * y) + Math.abs((endY - startY) * x);
    const distance = ahead + ASIDE * aside;
    if (ahead > 1 && distance < least) [best, least] = [choice, distance];
  }
  return best;
}

function middleOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}
