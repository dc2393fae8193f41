// Makes one tree of nodes like another while keeping those nodes that stand for the same thing, so that focus, open
// details and half-typed words stay where they are.

/** Make `from` like `to`, another element of the same kind. */
export function morph(from, to) {
  morphAttributes(from, to);
  morphChildren(from, to);
}

/** Make the children of `from` like those of `to`. */
export function morphChildren(from, to) {
  const byKey = new Map();
  for (const child of from.children) {
    const key = keyOf(child);
    if (key && !byKey.has(key)) byKey.set(key, child);
  }
  let at = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const key = keyOf(wanted);
    const kept = key ? byKey.get(key) : isLike(at, wanted) ? at : null;
    if (key) byKey.delete(key);
    if (!kept || kept.nodeName !== wanted.nodeName) {
      from.insertBefore(document.importNode(wanted, true), at);
    } else {
      if (kept === at) at = at.nextSibling;
      else move(from, kept, at);
      if (kept.nodeType === Node.ELEMENT_NODE) morph(kept, wanted);
      else if (kept.data !== wanted.data) kept.data = wanted.data;
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/** Name what an element stands for among its siblings, or "". */
function keyOf(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return "";
  if (node.id) return `id ${node.id}`;
  const { place, piece } = node.dataset ?? {};
  if (place || piece) return `place ${place ?? piece}`;
  if (node.localName === "button" && node.value) return `button ${node.name} ${node.value}`;
  if (node.localName !== "li") return "";
  const first = node.querySelector("[data-place], [data-piece], button[value]");
  return first ? `item ${keyOf(first)}` : "";
}

function isLike(node, wanted) {
  return node !== null && node.nodeName === wanted.nodeName && !keyOf(node);
}

/** Move a node that is in the page without taking it out, where the browser can: so it keeps the focus. */
function move(parent, node, before) {
  if (parent.moveBefore) parent.moveBefore(node, before);
  else parent.insertBefore(node, before);
}

function morphAttributes(from, to) {
  for (const { name } of [...from.attributes]) {
    const isOpenByHand = name === "open" && from.localName === "details";
    const isFocused = name === "tabindex" && from === document.activeElement; // without it the focus would be lost
    if (!to.hasAttribute(name) && !isOpenByHand && !isFocused) from.removeAttribute(name);
  }
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
}
