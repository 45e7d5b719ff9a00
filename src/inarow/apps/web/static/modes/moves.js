/** The list of moves, with variations in brackets, each a button that leads there. */

import { fill, h } from "../shell/dom.js";
import { words } from "../shell/words.js";

/**
 * @import { MoveNode } from "../shell/movetree.js"
 * @typedef {{variations: boolean, before: number, go: (node: MoveNode) => void}} Options
 * @typedef {Options & {current: MoveNode, path: Set<MoveNode>}} View
 */

/** @type {Record<string, string>} */
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** @param {HTMLElement} place @param {MoveNode} current @param {Options} options */
export function showMoves(place, current, options) {
  const root = current.root();
  if (!root.children.length) fill(place, h("p", { class: "quiet" }, words.moves.none));
  else fill(place, ...lineFrom(root, { ...options, current, path: new Set(current.path()) }));
  const here = place.querySelector("[aria-current]");
  if (here) scrollInto(place, /** @type {HTMLElement} */ (here));
}

/** The moves after a node, in order, as elements. @param {MoveNode} from @param {View} view @returns {HTMLElement[]} */
function lineFrom(from, view) {
  const elements = [];
  for (let node = from; node.children.length; ) {
    const main = /** @type {MoveNode} */ (view.variations ? node.children[0] : node.next());
    const others = view.variations ? node.children.slice(1) : [];
    elements.push(moveButton(main, view));
    for (const other of others) {
      elements.push(
        h("span", { class: "variation" }, "( ", moveButton(other, view), ...lineFrom(other, view), " )"),
      );
    }
    node = main;
  }
  return elements;
}

/** @param {MoveNode} node @param {View} view */
function moveButton(node, view) {
  // Moves are counted as the pieces on the board are, by both sides together.
  const number = view.before + node.depth;
  const verdict = node.verdict?.grade ?? "";
  return h(
    "button",
    {
      type: "button",
      class: `move ${view.path.has(node) ? "on-path" : "off-path"} ${verdict}`,
      "aria-current": node === view.current ? "true" : false,
      "aria-label": words.moves.move(number, node.move, verdict),
      onclick: () => view.go(node),
    },
    h("i", {}, `${number}.`),
    node.move,
    SIGNS[verdict] ? h("b", {}, SIGNS[verdict]) : null,
  );
}

/** Scroll only the list itself, never the page. @param {HTMLElement} place @param {HTMLElement} element */
function scrollInto(place, element) {
  const top = element.offsetTop;
  if (top < place.scrollTop || top + element.offsetHeight > place.scrollTop + place.clientHeight) {
    place.scrollTop = top - place.clientHeight / 2;
  }
}
