// The page's live region: what is appended is read out, also when the same words come again.

const KEPT_MS = 15_000;

/** Let a screen reader say this. */
export function announce(text) {
  const said = document.createElement("p");
  said.textContent = text;
  document.getElementById("announcer").append(said);
  setTimeout(() => said.remove(), KEPT_MS);
}
