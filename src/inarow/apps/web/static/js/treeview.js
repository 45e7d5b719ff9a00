/** A search tree, drawn as the search walked it: state in, the chosen node out. */

import { button, fill, h, s } from "./dom.js";

const COLUMN = 34;
const LEVEL = 96;
const STUB = 22;
const SMALLEST = 0.05;
const LARGEST = 3;

/**
 * @typedef {TreeNode & {x: number, y: number, last: number, children: Placed[]}} Placed
 */

export class TreeView {
  /** @param {(node: TreeNode | null) => void} onChoose */
  constructor(onChoose) {
    this.onChoose = onChoose;
    /** @type {TreeNode[]} */
    this.given = [];
    /** @type {Placed[]} */
    this.nodes = [];
    /** @type {Map<number, SVGGElement>} */
    this.drawn = new Map();
    /** @type {number | null} */
    this.chosen = null;
    this.shown = 0;
    this.view = { x: 0, y: 0, scale: 1 };
    this.canvas = s("g");
    this.picture = s(
      "svg",
      { class: "tree", tabindex: 0, role: "application", "aria-label": "Search tree; arrow keys go from node to node" },
      this.canvas,
    );
    this.element = h(
      "div",
      { class: "treebox" },
      this.picture,
      h(
        "div",
        { class: "zoom" },
        button("Closer", "plus", () => this.#zoom(1.4)),
        button("Farther", "minus", () => this.#zoom(1 / 1.4)),
        button("Whole tree", "whole", () => this.fit()),
      ),
    );
    this.#listen();
    new ResizeObserver(() => this.#resized()).observe(this.picture);
  }

  /** Take a new tree and show all of it. @param {TreeNode[]} nodes */
  set(nodes) {
    this.given = nodes;
    this.chosen = null;
    this.#layOut(nodes.length);
  }

  /** @param {number} shown */
  #layOut(shown) {
    this.nodes = place(this.given);
    this.#stretch();
    this.#draw();
    this.show(shown);
    this.fit();
  }

  /** Show the first nodes of the search only; a value is known once its subtree is done. @param {number} count */
  show(count) {
    this.shown = count;
    for (const node of this.nodes) {
      const element = this.drawn.get(node.number);
      element?.classList.toggle("hidden", node.number > count);
      element?.classList.toggle("open", node.last > count);
    }
  }

  fit() {
    const box = this.picture.getBoundingClientRect();
    if (!box.width || !this.nodes.length) return;
    const right = Math.max(...this.nodes.map((node) => node.x)) + 2 * COLUMN;
    const bottom = Math.max(...this.nodes.map((node) => node.y)) + 2 * STUB + 24;
    const scale = Math.min(1.4, Math.max(SMALLEST, Math.min(box.width / right, box.height / bottom)));
    this.view = { x: (box.width - right * scale) / 2 + COLUMN * scale * 0.6, y: 26, scale };
    this.#place();
  }

  /** @param {number | null} number */
  choose(number) {
    if (this.chosen !== null) this.drawn.get(this.chosen)?.classList.remove("chosen");
    this.chosen = number;
    if (number !== null) this.drawn.get(number)?.classList.add("chosen");
    this.onChoose(this.nodes.find((node) => node.number === number) ?? null);
  }

  /** The room has changed, as when the counts arrive below; what is chosen stays so. */
  #resized() {
    const { chosen } = this;
    if (!this.picture.clientWidth) return;
    this.#layOut(this.shown);
    if (chosen !== null) this.drawn.get(chosen)?.classList.add("chosen");
  }

  /** Let a wide tree use the height that is there. */
  #stretch() {
    const box = this.picture.getBoundingClientRect();
    const width = Math.max(0, ...this.nodes.map((node) => node.x)) + 2 * COLUMN;
    const height = Math.max(0, ...this.nodes.map((node) => node.y));
    const scale = Math.min(1.4, box.width / width);
    const factor = (box.height / scale - 110) / Math.max(1, height);
    if (factor <= 1) return;
    for (const node of this.nodes) node.y *= Math.min(factor, 8);
  }

  #draw() {
    this.drawn.clear();
    const byNumber = new Map(this.nodes.map((node) => [node.number, node]));
    const elements = this.nodes.map((node) => {
      const parent = node.parent === null ? undefined : byNumber.get(node.parent);
      const element = this.#node(node, parent);
      this.drawn.set(node.number, element);
      return element;
    });
    fill(this.canvas, ...elements);
  }

  /** @param {Placed} node @param {Placed | undefined} parent */
  #node(node, parent) {
    const kind = node.end.replaceAll(" ", "-");
    const label = node.value === null ? "∞" : shortNumber(node.value);
    const middle = parent ? (parent.y + node.y) / 2 : 0;
    return s(
      "g",
      { class: `node ${kind} ${node.turn}${node.best ? " best" : ""}`, "data-number": node.number },
      parent
        ? s("path", { class: "edge", d: `M${parent.x} ${parent.y + 13}C${parent.x} ${middle} ${node.x} ${middle} ${node.x} ${node.y - 13}` })
        : null,
      parent ? s("text", { class: "by", x: node.x, y: node.y - 19 }, node.move) : null,
      ...this.#stubs(node),
      s("rect", { class: "box", x: node.x - 15, y: node.y - 12, width: 30, height: 24, rx: node.turn === "X" ? 5 : 12 }),
      s("text", { class: "value", x: node.x, y: node.y + 4 }, label),
      s("title", {}, explain(node)),
    );
  }

  /** The branches that were never looked at. @param {Placed} node */
  #stubs(node) {
    if (!node.pruned.length) return [];
    const x = node.children.length ? /** @type {Placed} */ (node.children.at(-1)).x + COLUMN * 0.55 : node.x;
    const tip = node.y + 13 + STUB;
    return [
      s("path", { class: "stub", d: `M${node.x} ${node.y + 12}L${Math.min(x, node.x + 26)} ${tip}` }),
      s("text", { class: "cut", x: Math.min(x, node.x + 26), y: tip + 11 }, `✂${node.pruned.length}`),
    ];
  }

  #place() {
    const { x, y, scale } = this.view;
    this.canvas.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    this.picture.classList.toggle("far", scale < 0.42);
  }

  /** @param {number} factor @param {{x: number, y: number}} [at] */
  #zoom(factor, at) {
    const box = this.picture.getBoundingClientRect();
    const point = at ?? { x: box.width / 2, y: box.height / 2 };
    const scale = Math.max(SMALLEST, Math.min(LARGEST, this.view.scale * factor));
    const ratio = scale / this.view.scale;
    this.view = {
      x: point.x - (point.x - this.view.x) * ratio,
      y: point.y - (point.y - this.view.y) * ratio,
      scale,
    };
    this.#place();
  }

  #listen() {
    /** @type {Map<number, {x: number, y: number}>} */
    const fingers = new Map();
    let moved = 0;
    this.picture.addEventListener("wheel", (event) => {
      event.preventDefault();
      const box = this.picture.getBoundingClientRect();
      this.#zoom(Math.exp(-event.deltaY / 400), { x: event.clientX - box.left, y: event.clientY - box.top });
    }, { passive: false });
    this.picture.addEventListener("pointerdown", (event) => {
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      moved = 0;
    });
    this.picture.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) this.#zoom(distance(now, other) / Math.max(1, distance(before, other)));
      else this.#drag(now.x - before.x, now.y - before.y);
      moved += distance(before, now);
      fingers.set(event.pointerId, now);
    });
    const release = (/** @type {PointerEvent} */ event) => fingers.delete(event.pointerId);
    this.picture.addEventListener("pointerup", release);
    this.picture.addEventListener("pointerleave", release);
    this.picture.addEventListener("pointercancel", release);
    this.picture.addEventListener("click", (event) => {
      if (moved > 8) return;
      const node = /** @type {Element} */ (event.target).closest("[data-number]");
      this.choose(node ? Number(node.getAttribute("data-number")) : null);
    });
    this.picture.addEventListener("keydown", (event) => this.#walk(event));
  }

  /** @param {number} dx @param {number} dy */
  #drag(dx, dy) {
    this.view = { ...this.view, x: this.view.x + dx, y: this.view.y + dy };
    this.#place();
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const here = this.nodes.find((node) => node.number === this.chosen) ?? this.nodes[0];
    if (!here) return;
    const siblings = this.nodes.find((node) => node.number === here.parent)?.children ?? [here];
    const at = siblings.indexOf(here);
    /** @type {Record<string, number | null | undefined>} */
    const targets = {
      ArrowUp: here.parent,
      ArrowDown: here.children[0]?.number,
      ArrowLeft: siblings[at - 1]?.number,
      ArrowRight: siblings[at + 1]?.number,
    };
    if (!(event.key in targets)) return;
    event.preventDefault();
    event.stopPropagation();
    this.choose(this.chosen === null ? here.number : (targets[event.key] ?? here.number));
  }
}

/**
 * A node in words.
 * @param {TreeNode} node
 */
export function explain(node) {
  const bound = (/** @type {number | null} */ value, /** @type {string} */ endless) =>
    value === null ? endless : shortNumber(value);
  const window = `window ${bound(node.alpha, "−∞")} to ${bound(node.beta, "∞")}`;
  const value = node.value === null ? "" : `, value ${node.meaning === "exact" ? "" : `${node.meaning} `}${shortNumber(node.value)}`;
  const end = {
    "cut off": `Cut off by ${node.cut_by}: ${node.pruned.join(", ") || "nothing"} ${node.pruned.length === 1 ? "was" : "were"} never tried.`,
    leaf: "A leaf: the position was judged.",
    "all tried": "Every move was tried.",
    "from table": "Known from the table.",
    unfinished: "Not finished.",
  }[node.end];
  return `Node ${node.number}, ${node.turn} to move, ${window}${value}. ${end ?? ""}`;
}

/**
 * Give every node a place: leaves side by side, parents above the middle of their children.
 * @param {TreeNode[]} nodes in the order in which the search entered them
 */
function place(nodes) {
  /** @type {Placed[]} */
  const placed = nodes.map((node) => ({ ...node, x: 0, y: 0, last: node.number, children: [] }));
  const byNumber = new Map(placed.map((node) => [node.number, node]));
  for (const node of placed) {
    const parent = node.parent === null ? undefined : byNumber.get(node.parent);
    if (parent) {
      parent.children.push(node);
      node.y = parent.y + LEVEL;
    }
  }
  let column = 0;
  for (const node of leavesFirst(placed)) {
    const first = node.children[0];
    const last = node.children.at(-1);
    if (first && last) node.x = (first.x + last.x) / 2;
    else node.x = COLUMN * column++;
    node.last = last ? last.last : node.number;
  }
  return placed;
}

/** Children come after their parents in a search, so backwards they come first; leaves keep order. @param {Placed[]} nodes */
function leavesFirst(nodes) {
  const leaves = nodes.filter((node) => !node.children.length);
  const inner = nodes.filter((node) => node.children.length).reverse();
  return [...leaves, ...inner];
}

/** @param {number} value */
function shortNumber(value) {
  const size = Math.abs(value);
  if (size >= 1e6) return `${value < 0 ? "−" : ""}${size >= 1e12 ? "win" : `${(size / 1e6).toFixed(0)}M`}`;
  if (size >= 1e4) return `${(value / 1e3).toFixed(0)}k`;
  return String(Math.round(value * 10) / 10);
}

/** @param {{x: number, y: number}} a @param {{x: number, y: number}} b */
function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
