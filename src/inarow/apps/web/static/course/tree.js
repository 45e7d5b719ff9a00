/** A search tree in a chapter or on the workbench: it grows, tells each node's window, and has a form in text. */

import { h } from "../shell/dom.js";
import { drawTree, explain } from "../tree/drawing.js";
import { TreeView } from "../tree/view.js";
import { asText } from "./text.js";

/** @param {TraceInfo} trace @param {string} text @returns {import("./course.js").Part} */
export function treeBlock({ nodes, analysis }, text) {
  const message = h("p", { class: "note", role: "status" });
  const view = new TreeView({
    onChoose: (number) => { message.textContent = number === null ? "" : explain(nodes[number - 1]); },
    onStep: (number) => view.choose(number),
  });
  view.set((room) => drawTree(nodes, room), analysis.nodes);
  return {
    element: h("div", { class: "tree-block" }, h("div", { class: "controls" }, view.replay), view.element, message, asText(text)),
    leave: () => view.stop(),
  };
}
