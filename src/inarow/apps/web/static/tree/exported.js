/** Opens the tree of an exported file, which `inarow.study.trace.tree_html` writes, in the viewer. */

import { TreeView } from "./view.js";

const drawn = /** @type {SVGSVGElement} */ (document.querySelector("body > svg"));
const about = /** @type {HTMLElement} */ (document.getElementById("about"));
/** The parent of each node. @type {(number | null)[]} */
const parents = JSON.parse(document.getElementById("parents")?.textContent ?? "[]");

const places = parents.map((parent, i) => {
  const board = /** @type {SVGRectElement} */ (drawn.querySelector(`.node[data-n="${i + 1}"] .board`));
  const { x, y, width, height } = board.getBBox();
  return { number: i + 1, parent, x: x + width / 2, y: y + height / 2 };
});
const { width, height } = drawn.viewBox.baseVal;
const drawing = { width, height, places, content: [...drawn.childNodes] };

const view = new TreeView({
  readable: 0.5,
  onChoose: (number) => {
    about.textContent = view.canvas.querySelector(`.node[data-n="${number}"] title`)?.textContent ?? "";
  },
  onStep: (number) => view.choose(number),
});
about.before(view.replay);
drawn.replaceWith(view.element);
view.set(() => drawing, places.length);
