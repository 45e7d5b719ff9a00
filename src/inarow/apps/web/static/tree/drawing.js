/** The page's drawing of a search tree: a box with its value for each node, stubs for what was cut off. */

import { s } from "../shell/dom.js";
import { short } from "../shell/numbers.js";
import { words } from "../shell/words.js";

/** @import { Drawing } from "./view.js" */
/** @typedef {NodeInfo & {x: number, y: number, children: Placed[]}} Placed */

const COLUMN = 34;
const LEVEL = 96;
const STUB = 22;
/** A value of this size is a won or lost game. */
const WON = 1e12;

/** @param {NodeInfo[]} nodes in the order in which the search entered them @param {DOMRect} room @returns {Drawing} */
export function drawTree(nodes, room) {
  const places = placed(nodes);
  const width = Math.max(0, ...places.map(({ x }) => x)) + 1.4 * COLUMN;
  // A wide tree uses the height that is there.
  const height = Math.max(1, ...places.map(({ y }) => y));
  const factor = Math.min(8, (room.height / Math.min(1.4, room.width / width) - 110) / height);
  if (factor > 1) for (const node of places) node.y *= factor;
  return {
    width,
    height: height * Math.max(1, factor) + 2 * STUB + 24,
    places,
    content: places.map((node) => drawNode(node, node.parent === null ? undefined : places[node.parent - 1])),
  };
}

/** A node in words. @param {NodeInfo} node */
export function explain(node) {
  const bound = (/** @type {number | null} */ value, /** @type {string} */ endless) =>
    value === null ? endless : valueText(value);
  const value = node.value === null ? "" : valueText(node.value);
  return words.tree.explain(node, [bound(node.alpha, "−∞"), bound(node.beta, "∞")], value);
}

/** Leaves side by side, parents above the middle of their children. @param {NodeInfo[]} nodes */
function placed(nodes) {
  /** @type {Placed[]} */
  const places = nodes.map((node) => ({ ...node, x: 0, y: 0, children: [] }));
  for (const node of places) {
    if (node.parent === null) continue;
    const parent = places[node.parent - 1];
    parent.children.push(node);
    node.y = parent.y + LEVEL;
  }
  places.filter(({ children }) => !children.length).forEach((leaf, column) => {
    leaf.x = COLUMN * (column + 0.6);
  });
  // Children come after their parents in a search, so backwards they come first.
  for (const node of places.toReversed()) {
    const [first, last] = [node.children[0], node.children.at(-1)];
    if (first && last) node.x = (first.x + last.x) / 2;
  }
  return places;
}

/** @param {Placed} node @param {Placed | undefined} parent */
function drawNode(node, parent) {
  const { x, y } = node;
  const middle = parent ? (parent.y + y) / 2 : 0;
  return s("g", { class: `node ${node.end} ${node.turn}${node.best ? " best" : ""}`, "data-n": node.number },
    parent
      ? s("path", { class: "edge", d: `M${parent.x} ${parent.y + 13}C${parent.x} ${middle} ${x} ${middle} ${x} ${y - 13}` })
      : null,
    parent ? s("text", { class: "by", x, y: y - 19 }, node.moves.at(-1)) : null,
    ...stub(node),
    s("rect", { class: "box", x: x - 15, y: y - 12, width: 30, height: 24, rx: node.turn === "X" ? 5 : 12 }),
    s("text", { class: "value", x, y: y + 4 }, node.value === null ? "∞" : valueText(node.value)),
    s("title", {}, explain(node)),
  );
}

/** The branches that were never looked at. @param {Placed} node */
function stub({ pruned, children, x, y }) {
  if (!pruned.length) return [];
  const right = Math.min((children.at(-1)?.x ?? x - COLUMN * 0.55) + COLUMN * 0.55, x + 26);
  const tip = y + 13 + STUB;
  return [
    s("path", { class: "stub", d: `M${x} ${y + 12}L${right} ${tip}` }),
    s("text", { class: "cut", x: right, y: tip + 11 }, `✂${pruned.length}`),
  ];
}

/** @param {number} value */
function valueText(value) {
  if (Math.abs(value) < WON) return short(value);
  return value > 0 ? words.score.win.label(null) : words.score.loss.label(null);
}
