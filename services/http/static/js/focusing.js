// Where the focus rests while nothing has it that can be used: just before what can be chosen on the board, so that the
// next Tab comes to the board's own choices, and only after them to what lies beside it.

const CHOICE = ".board-part button[form=choosing][data-fits=yes]";
const STOPS = "a[href], button, input, select, textarea, summary, [tabindex='0']";
/** What only a script gives the focus to, but for the whole page, to which its visitor may have skipped. */
const RESTING = "[tabindex='-1']:not(main)";

/** After the page was drawn anew: let what had the focus keep it, unless it is gone, or was a place to rest only. */
export function keepFocus(focused) {
  const isUsed = focused?.isConnected && focused.checkVisibility() && !focused.matches(RESTING);
  if (isUsed) return;
  const place = restingPlace();
  if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

function restingPlace() {
  const move = document.getElementById("move");
  const isSettled = document.getElementById("confirm")?.checkVisibility(); // Confirm is a Tab away then
  const choice = isSettled ? null : [...document.querySelectorAll(CHOICE)].find((button) => button.checkVisibility());
  if (choice) return placeBefore(choice) ?? markBefore(choice);
  return move ?? document.getElementById("main");
}

/** Give a place of its own before a choice that follows another stop in the smallest part around it, such as in a pile. */
function markBefore(choice) {
  const mark = document.getElementById("resting") ?? Object.assign(document.createElement("span"), { id: "resting" });
  choice.before(mark);
  return mark;
}

/** Give the largest part of the board that can take the focus and in which no other stop comes before the choice. */
function placeBefore(choice) {
  let place = null;
  for (let part = choice.parentElement; part.closest(".board-part"); part = part.parentElement) {
    const first = [...part.querySelectorAll(STOPS)].find((stop) => stop.checkVisibility());
    if (first !== choice || part.matches(STOPS)) break;
    if (part.checkVisibility()) place = part;
  }
  return place;
}
