// Bytes, and what the browser's own crypto makes of them. It is there on https and on localhost only.

const utf8 = new TextEncoder();

/** Whether this page may use the browser's crypto. */
export const canHash = Boolean(globalThis.crypto?.subtle);

export const bytesOf = (text) => utf8.encode(text);

export function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Give the bytes of hex digits. Throws where the text is something else. */
export function bytesOfHex(text) {
  if (!/^([0-9a-f]{2})*$/u.test(text)) throw new Error("not written in hex digits");
  return Uint8Array.from(text.match(/../gu) ?? [], (digits) => Number.parseInt(digits, 16));
}

export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export async function sha256(...parts) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined(...parts)));
}

/** Give a function that makes the HMAC-SHA-256 of a text under a key. */
export async function hmacWith(key) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (text) => new Uint8Array(await crypto.subtle.sign("HMAC", imported, bytesOf(text)));
}

/** Give a function that tells whether a signature (hex) of a text is by an Ed25519 key (hex); null where the browser cannot. */
export async function signaturesBy(key) {
  try {
    const imported = await crypto.subtle.importKey("raw", bytesOfHex(key), { name: "Ed25519" }, false, ["verify"]);
    return (text, signature) => crypto.subtle.verify("Ed25519", imported, bytesOfHex(signature), bytesOf(text));
  } catch {
    return null;
  }
}
