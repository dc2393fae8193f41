// Brings a new question's choices into view, where none of them is: on a small screen they may lie below what is asked.

const CHOICES = ".board-part button[form=choosing][data-fits=yes]";

let asked = "";

/** Look at the question that the page comes with, once a page that was loaded again has been scrolled to where it was. */
export function startBringing() {
  addEventListener("pageshow", () => {
    asked = "";
    requestAnimationFrame(bringChoices);
  });
}

/** Look once at each question; whoever reads what lies beside the board is left there. */
export function bringChoices() {
  const question = document.getElementById("choosing")?.getAttribute("action") ?? "";
  if (question === asked) return;
  asked = question;
  const choices = [...document.querySelectorAll(CHOICES)].filter((choice) => choice.checkVisibility());
  const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const isAtBoard = overlap(boxOf(document.querySelector(".board-part")), view);
  if (choices.length && isAtBoard && !choices.some(isInView)) choices[0].scrollIntoView({ block: "center" });
}

function isInView(choice) {
  const box = boxOf(choice);
  return box.top >= 0 && box.bottom <= innerHeight && !overlap(box, boxOf(document.getElementById("move")));
}

function boxOf(element) {
  return element.getBoundingClientRect();
}

function overlap(one, other) {
  const isBeside = one.right <= other.left || other.right <= one.left;
  return !isBeside && one.bottom > other.top && other.bottom > one.top;
}
