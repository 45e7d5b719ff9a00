/** The list of moves, with variations in brackets, each a button that leads there. */

import { fill, h } from "./dom.js";

/** @typedef {import("./tree.js").MoveNode} MoveNode */

/** @type {Record<string, string>} */
const SIGNS = { best: "", good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

/**
 * @param {HTMLElement} place
 * @param {MoveNode} current
 * @param {{variations: boolean, go: (node: MoveNode) => void}} options
 */
export function showMoves(place, current, { variations, go }) {
  const root = current.root();
  const path = new Set(current.path());
  fill(place, ...lineFrom(root, { current, path, variations, go }));
  if (!root.children.length) fill(place, h("p", { class: "quiet" }, "No moves yet."));
  const here = place.querySelector("[aria-current]");
  if (here) scrollInto(place, /** @type {HTMLElement} */ (here));
}

/**
 * @typedef {{current: MoveNode, path: Set<MoveNode>, variations: boolean, go: (node: MoveNode) => void}} View
 */

/**
 * The moves after a node, in order, as elements.
 * @param {MoveNode} from
 * @param {View} view
 * @returns {HTMLElement[]}
 */
function lineFrom(from, view) {
  const elements = [];
  let numbered = false;
  for (let node = from; node.children.length; ) {
    const main = /** @type {MoveNode} */ (view.variations ? node.children[0] : node.next());
    elements.push(moveButton(main, numbered, view));
    numbered = true;
    if (view.variations && node.children.length > 1) {
      for (const side of node.children.slice(1)) {
        elements.push(
          h("span", { class: "variation" }, "( ", moveButton(side, false, view), ...lineFrom(side, view), " )"),
        );
      }
      numbered = false;
    }
    node = main;
  }
  return elements;
}

/**
 * @param {MoveNode} node
 * @param {boolean} continued the move before stands right before it
 * @param {View} view
 */
function moveButton(node, continued, view) {
  const first = node.depth % 2 === 1;
  const number = Math.ceil(node.depth / 2);
  const sign = node.verdict ? (SIGNS[node.verdict.verdict] ?? "") : "";
  return h(
    "button",
    {
      type: "button",
      class: `move ${view.path.has(node) ? "on-path" : "off-path"} ${node.verdict?.verdict ?? ""}`,
      "aria-current": node === view.current ? "true" : false,
      "aria-label": `Move ${number}, ${node.move}${node.verdict ? `, ${node.verdict.verdict}` : ""}`,
      onclick: () => view.go(node),
    },
    first || !continued ? h("i", {}, first ? `${number}.` : `${number}…`) : null,
    node.move,
    sign ? h("b", {}, sign) : null,
  );
}

/**
 * Scroll only the list itself, never the page.
 * @param {HTMLElement} place
 * @param {HTMLElement} element
 */
function scrollInto(place, element) {
  const top = element.offsetTop - place.offsetTop;
  if (top < place.scrollTop || top + element.offsetHeight > place.scrollTop + place.clientHeight) {
    place.scrollTop = top - place.clientHeight / 2;
  }
}
