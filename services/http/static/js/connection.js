// Says that the connection is lost, once it has been for a moment, and that it is back.
// Whatever made it say so, any sign of the server takes it back: the stream, or an answer.

const GRACE_MS = 1_500;
const SAID_MS = 4_000;

let timer = 0;
let isLost = false;

/** Show whether the server is heard of. Gives whether it was lost until now. */
export function showConnection(isConnected) {
  const place = document.getElementById("connection");
  const wasLost = isLost;
  isLost = !isConnected;
  if (isLost === wasLost) return false;
  clearTimeout(timer);
  if (isLost) {
    timer = setTimeout(() => say(place, "The connection is lost. Trying again…", "lost"), GRACE_MS);
  } else if (place.textContent) {
    say(place, "Connected again.", "back");
    timer = setTimeout(() => say(place, "", ""), SAID_MS);
  }
  return wasLost;
}

function say(place, text, className) {
  place.textContent = text;
  place.className = className;
}
