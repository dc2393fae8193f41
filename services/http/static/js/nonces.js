// A strict start, for the player: makes a nonce, gives its hash when sitting down, and opens it when every seat is taken.
// The nonce stays in this browser until then. Without JavaScript, or where the browser offers no hashes (an address without
// https), what the page says instead stays to be read.

import { bytesOf, canHash, hexOf, sha256 } from "./hashing.js";

const KEPT = "dragonpost nonce ";
const NONCE_BYTES = 16;

const made = new Map();
const opened = new Set();

/** Take over what `root` asks of nonces. Call it again for what was drawn anew. */
export function startNonces(root) {
  for (const input of root.querySelectorAll("input[name=nonce_hash]")) bind(input);
  for (const form of root.querySelectorAll("form[data-opens]")) open(form);
}

/** Keep what is sent off, just before it is: a page that is only looked at leaves nothing behind. */
addEventListener("submit", ({ target }) => {
  const hash = target.elements.namedItem("nonce_hash")?.value;
  if (hash && made.has(hash)) keep(hash, made.get(hash));
});

async function bind(input) {
  if (input.value || !canKeep()) return;
  const nonce = hexOf(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
  const hash = hexOf(await sha256(bytesOf(nonce)));
  made.set(hash, nonce);
  input.value = hash;
  input.form.querySelectorAll("[data-unless-bound]").forEach((text) => (text.hidden = true));
}

function open(form) {
  const hash = form.dataset.opens;
  const nonce = kept(hash);
  if (!nonce || opened.has(hash)) return;
  opened.add(hash);
  form.elements.namedItem("nonce").value = nonce;
  form.requestSubmit();
}

function canKeep() {
  return canHash && kept("") !== undefined;
}

/** Give a nonce, null if it was made elsewhere, undefined where this browser keeps nothing. */
function kept(hash) {
  try {
    return localStorage.getItem(KEPT + hash);
  } catch {
    return undefined;
  }
}

function keep(hash, nonce) {
  localStorage.setItem(KEPT + hash, nonce);
}
