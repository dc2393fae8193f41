// Says that the connection is lost, once it has been for a moment, and that it is back.

const GRACE_MS = 1_500;
const SAID_MS = 4_000;

let timer = 0;

/** Show whether the server is heard of. */
export function showConnection(isConnected) {
  const place = document.getElementById("connection");
  clearTimeout(timer);
  if (!isConnected) {
    timer = setTimeout(() => say(place, "The connection is lost. Trying again…", "lost"), GRACE_MS);
  } else if (place.textContent) {
    say(place, "Connected again.", "back");
    timer = setTimeout(() => say(place, "", ""), SAID_MS);
  }
}

function say(place, text, className) {
  place.textContent = text;
  place.className = className;
}
