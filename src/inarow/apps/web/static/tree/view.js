/**
 * A viewer for search trees: a drawing in, the chosen node out. It zooms and drags, goes from node to node by
 * arrow keys, and replays the search. The page and the exported file show their trees with it.
 */

import { button, fill, h, s } from "../shell/dom.js";
import { words } from "../shell/words.js";

/**
 * @typedef {{number: number, parent: number | null, x: number, y: number}} Place where a node is drawn; nodes count from 1
 * @typedef {{width: number, height: number, places: Place[], content: Iterable<Node>}} Drawing
 *   what belongs to node 3 is marked `data-n="3"`
 * @typedef {{x: number, y: number}} Point
 */

const SMALLEST = 0.01;
const LARGEST = 3;
/** The page does not enlarge a small tree beyond this. */
const LARGEST_FIT = 1.4;
/** The scale at which a tree opens that would be too small to read as a whole. */
const READING = 0.67;
/** Above the tree there is room for a label of the root. */
const TOP = 26;
/** How many steps the growing tree takes, whatever its size, and how long each takes in milliseconds. */
const GROWTH_STEPS = 120;
const GROWTH_PAUSE = 60;

export class TreeView {
  /**
   * @param {{onChoose: (number: number | null) => void, onStep?: (number: number) => void, readable?: number}} config
   *   a tree that fits only at a smaller scale than `readable` opens at its root instead
   */
  constructor({ onChoose, onStep = () => {}, readable = 0 }) {
    this.onChoose = onChoose;
    this.readable = readable;
    /** @type {(room: DOMRect) => Drawing} */
    this.draw = () => ({ width: 1, height: 1, places: [], content: [] });
    this.drawing = /** @type {Drawing} */ (this.draw(new DOMRect()));
    /** The last node of the search below each node. @type {Map<number, number>} */
    this.lasts = new Map();
    this.chosen = /** @type {number | null} */ (null);
    /** How many nodes are shown, of how many. */
    this.shown = Infinity;
    this.total = 0;
    this.camera = { x: 0, y: 0, scale: 1 };
    this.timer = /** @type {number | undefined} */ (undefined);
    this.canvas = s("g");
    this.picture = s("svg", { class: "tree", tabindex: 0, role: "application", "aria-label": words.tree.name }, this.canvas);
    this.element = h("div", { class: "treebox" },
      this.picture,
      h("div", { class: "zoom" },
        button(words.tree.zoomIn, "plus", () => this.#zoom(1.4)),
        button(words.tree.zoomOut, "minus", () => this.#zoom(1 / 1.4)),
        button(words.tree.whole, "whole", () => this.fit()),
      ),
    );
    this.slider = h("input", {
      type: "range", min: 1, max: 1, value: 1, "aria-label": words.tree.shown,
      oninput: () => {
        const count = Number(this.slider.value);
        this.show(count);
        this.#reveal(count);
        onStep(count);
      },
    });
    this.count = h("output", { class: "facts" });
    this.replay = h("div", { class: "replay" },
      button(words.tree.watch, "play", () => this.#watch(), { class: "primary" }),
      this.slider,
      this.count,
    );
    this.#listen();
    new ResizeObserver(() => this.#layOut()).observe(this.picture);
  }

  /** Take a new tree and show all of it. @param {(room: DOMRect) => Drawing} draw @param {number} total how many nodes the search visited */
  set(draw, total) {
    this.stop();
    this.draw = draw;
    this.total = total;
    this.chosen = null;
    this.shown = Infinity;
    this.#layOut();
  }

  /** Draw for the room that there is, which changes as when the counts arrive below. */
  #layOut() {
    const room = this.picture.getBoundingClientRect();
    if (!room.width) return;
    this.drawing = this.draw(room);
    const { places, content } = this.drawing;
    this.slider.max = String(Math.max(1, places.length));
    this.lasts = new Map(places.map(({ number }) => [number, number]));
    for (const { number, parent } of places.toReversed()) {
      if (parent !== null) this.lasts.set(parent, Math.max(this.#last(parent), this.#last(number)));
    }
    fill(this.canvas, ...content);
    this.show(Math.min(this.shown, places.length));
    this.#mark(this.chosen);
    this.fit();
    if (this.camera.scale >= this.readable) return;
    this.#look({ x: room.width / 2 - places[0].x * READING, y: TOP, scale: READING });
  }

  /** Show the first nodes of the search only; a node stays open until its subtree is done. @param {number} count */
  show(count) {
    this.shown = count;
    this.slider.value = String(count);
    this.count.textContent = this.total ? words.tree.node(count, this.total) : "";
    for (const part of this.#parts()) {
      const number = Number(part.dataset.n);
      part.classList.toggle("hidden", number > count);
      part.classList.toggle("open", this.#last(number) > count);
    }
  }

  /** Let the tree grow as the search walked it. */
  #watch() {
    this.stop();
    const total = this.drawing.places.length;
    let count = 0;
    this.timer = setInterval(() => {
      count = Math.min(total, count + Math.max(1, Math.round(total / GROWTH_STEPS)));
      this.show(count);
      if (count >= total) this.stop();
    }, GROWTH_PAUSE);
  }

  /** Grow no further. */
  stop() {
    clearInterval(this.timer);
  }

  /** Show the whole tree. */
  fit() {
    const { width, height } = this.drawing;
    const room = this.picture.getBoundingClientRect();
    const scale = Math.min(LARGEST_FIT, room.width / width, room.height / height);
    this.#look({ x: (room.width - width * scale) / 2, y: TOP, scale });
  }

  /** @param {number | null} number */
  choose(number) {
    this.#mark(number);
    this.onChoose(number);
  }

  /** @param {number | null} number */
  #mark(number) {
    this.chosen = number;
    for (const part of this.#parts()) part.classList.toggle("chosen", Number(part.dataset.n) === number);
  }

  /** Move a node that is out of sight to the middle. @param {number} number */
  #reveal(number) {
    const { x, y, scale } = this.camera;
    const place = this.drawing.places[number - 1];
    const { width, height } = this.picture.getBoundingClientRect();
    const [across, down] = [x + place.x * scale, y + place.y * scale];
    if (across >= 0 && across <= width && down >= 0 && down <= height) return;
    this.#look({ x: width / 2 - place.x * scale, y: height / 2 - place.y * scale, scale });
  }

  /** @returns {NodeListOf<SVGElement>} */
  #parts() {
    return this.canvas.querySelectorAll("[data-n]");
  }

  /** @param {number} number */
  #last(number) {
    return this.lasts.get(number) ?? number;
  }

  /** @param {{x: number, y: number, scale: number}} camera */
  #look(camera) {
    this.camera = camera;
    this.canvas.setAttribute("transform", `translate(${camera.x} ${camera.y}) scale(${camera.scale})`);
    this.picture.classList.toggle("far", camera.scale < 0.42);
  }

  /** @param {number} factor @param {Point} [at] */
  #zoom(factor, at) {
    const { x, y } = this.camera;
    const room = this.picture.getBoundingClientRect();
    const point = at ?? { x: room.width / 2, y: room.height / 2 };
    const scale = Math.max(SMALLEST, Math.min(LARGEST, this.camera.scale * factor));
    const ratio = scale / this.camera.scale;
    this.#look({ x: point.x - (point.x - x) * ratio, y: point.y - (point.y - y) * ratio, scale });
  }

  #listen() {
    const fingers = /** @type {Map<number, Point>} */ (new Map());
    let moved = 0;
    const { picture } = this;
    picture.addEventListener("wheel", (event) => {
      event.preventDefault();
      const room = picture.getBoundingClientRect();
      this.#zoom(Math.exp(-event.deltaY / 400), { x: event.clientX - room.left, y: event.clientY - room.top });
    }, { passive: false });
    picture.addEventListener("pointerdown", (event) => {
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      moved = 0;
    });
    picture.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      const { x, y, scale } = this.camera;
      if (other) this.#zoom(distance(now, other) / Math.max(1, distance(before, other)));
      else this.#look({ x: x + now.x - before.x, y: y + now.y - before.y, scale });
      moved += distance(before, now);
      fingers.set(event.pointerId, now);
    });
    for (const end of /** @type {const} */ (["pointerup", "pointerleave", "pointercancel"])) {
      picture.addEventListener(end, (event) => fingers.delete(event.pointerId));
    }
    picture.addEventListener("click", (event) => {
      if (moved > 8) return;
      const node = /** @type {Element} */ (event.target).closest(".node");
      this.choose(node ? Number(node.getAttribute("data-n")) : null);
    });
    picture.addEventListener("keydown", (event) => this.#walk(event));
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const { places } = this.drawing;
    const here = places[(this.chosen ?? 1) - 1];
    if (!here) return;
    const siblings = places.filter(({ parent }) => parent === here.parent);
    const at = siblings.indexOf(here);
    /** @type {Record<string, number | null | undefined>} */
    const targets = {
      ArrowUp: here.parent,
      ArrowDown: places.find(({ parent }) => parent === here.number)?.number,
      ArrowLeft: siblings[at - 1]?.number,
      ArrowRight: siblings[at + 1]?.number,
    };
    if (!(event.key in targets)) return;
    event.preventDefault();
    event.stopPropagation();
    const target = this.chosen === null ? here.number : (targets[event.key] ?? here.number);
    this.choose(target);
    this.#reveal(target);
  }
}

/** @param {Point} a @param {Point} b */
function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
