/** A search tree in a chapter or on the workbench: it grows, tells each node's window, and has a form to read aloud. */

import { h } from "../shell/dom.js";
import { drawTree, explain } from "../tree/drawing.js";
import { TreeView } from "../tree/view.js";
import { words } from "./words.js";

/** A tree that would be drawn smaller than this opens at its root, so that its numbers can be read. */
const READABLE = 0.42;

/** @param {TraceInfo} trace @returns {import("./course.js").Part} */
export function treeBlock({ nodes, analysis }) {
  const message = h("p", { class: "note", role: "status" }, words.tree.hint);
  const view = new TreeView({
    onChoose: (number) => { message.textContent = number === null ? words.tree.hint : explain(nodes[number - 1]); },
    onStep: (number) => view.choose(number),
    readable: READABLE,
  });
  view.set((room) => drawTree(nodes, room), analysis.nodes);
  return {
    element: h("div", { class: "tree-block" }, h("div", { class: "controls" }, view.replay), view.element, message, asList(nodes)),
    leave: () => view.stop(),
  };
}

/** The tree as lists in lists, made when it is first opened. @param {NodeInfo[]} nodes */
function asList(nodes) {
  const list = h("details", { ontoggle: () => { if (list.childElementCount === 1) list.append(listed(nodes)); } }, h("summary", {}, words.course.asText));
  return list;
}

/** @param {NodeInfo[]} nodes parents stand before their children */
function listed(nodes) {
  /** @type {HTMLElement[]} */
  const items = [];
  const root = h("ul", { class: "nodes", tabindex: 0 });
  for (const node of nodes) {
    const item = h("li", {}, words.tree.item(node.moves.at(-1) ?? "", explain(node)));
    items.push(item);
    const parent = node.parent === null ? null : items[node.parent - 1];
    const list = parent ? (parent.querySelector("ul") ?? parent.appendChild(h("ul", {}))) : root;
    list.append(item);
  }
  return root;
}
