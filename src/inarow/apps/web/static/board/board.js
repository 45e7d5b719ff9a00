/**
 * A board: state in, events out. It draws pieces on cells and reports which move was chosen; what
 * is legal, what wins and whose turn it is, it is told.
 *
 * Cells count from the bottom left, row by row. Where pieces fall a pad is a column, elsewhere a
 * cell; each pad is a real button, so mouse, touch, keyboard and screen readers are served alike.
 */

import { fill, h, s } from "../shell/dom.js";
import { words } from "../shell/words.js";
import { CELL, FOOT, FRAME, MARGIN, RADIUS, framePath, gridPath, holes, starPoints } from "./outlines.js";

/**
 * @import { Score } from "../shell/results.js"
 * @typedef {{width: number, height: number, gravity: boolean, columns: string[]}} Grid
 * @typedef {{cell: number, side: Side, number: number}} Piece those without a number stood there at the start
 * @typedef {{cell: number, score: Score, best: boolean}} Label
 * @typedef {{move: string, cell: number}[]} Moves
 * @typedef {{pieces: Piece[], turn: Side, legal: Moves, playable: boolean, winning: number[], hint: number | null}} Position
 * @typedef {Position & {labels: Label[], labelled: boolean, numbers: boolean}} State
 */

/** Cells smaller than this many pixels are easily missed by a finger: the first tap only shows the move. */
const SURE_TAP = 30;

/** What a board is made of: it stands, or lies on paper or wood. @param {Pick<Grid, "width" | "height" | "gravity">} grid */
export function lookOf({ width, height, gravity }) {
  if (gravity) return "standing";
  return width * height <= 49 ? "paper" : "wood";
}

/** The pieces of a position: those it began with, of X and O, and those played since. @param {number[][]} setUp @param {number[]} played @returns {Piece[]} */
export function piecesOf(setUp, played) {
  const sides = /** @type {const} */ (["X", "O"]);
  const before = setUp.flatMap((cells, i) => cells.map((cell) => ({ cell, side: sides[i], number: 0 })));
  const first = before.length % 2;
  return [...before, ...played.map((cell, i) => ({ cell, side: sides[(first + i) % 2], number: i + 1 }))];
}

export class Board {
  /** @param {HTMLElement} place @param {(move: string) => void} onMove */
  constructor(place, onMove) {
    this.onMove = onMove;
    /** @type {Grid} */
    this.grid = { width: 0, height: 0, gravity: false, columns: [] };
    this.state = /** @type {State | null} */ (null);
    this.pads = /** @type {HTMLButtonElement[]} */ ([]);
    this.drawn = /** @type {Map<number, {side: Side, element: SVGGElement}>} */ (new Map());
    const layer = (/** @type {string} */ name) => s("g", { class: name });
    this.layers = { under: s("g"), pieces: s("g"), frame: s("g"), marks: layer("marks"), ghost: layer("ghost") };
    this.svg = s("svg", { class: "picture", "aria-hidden": "true", focusable: "false" });
    this.padGrid = h("div", { class: "pads", role: "group", "aria-label": words.board.name });
    this.labelRow = h("div", { class: "labels", "aria-hidden": "true" });
    /** Says that a small cell has to be tapped again. */
    this.tip = h("p", { class: "tip", role: "status" });
    this.surface = h("div", { class: "surface" }, this.svg, this.padGrid, this.tip);
    this.root = h("div", { class: "board" }, this.labelRow, this.surface);
    /** How wide the picture is for its height. */
    this.ratio = 1;
    this.focused = 0;
    this.tapped = /** @type {number | null} */ (null);
    place.append(this.root);
    this.padGrid.addEventListener("keydown", (event) => this.#walk(event));
  }

  /** Lay out an empty board. @param {Grid} grid */
  reshape(grid) {
    const { width, height, gravity } = grid;
    if (this.grid.width === width && this.grid.height === height && this.grid.gravity === gravity) return;
    this.grid = grid;
    this.state = null;
    this.drawn.clear();
    this.focused = Math.floor(width / 2) + (gravity ? 0 : Math.floor(height / 2) * width);
    this.root.className = `board ${lookOf(this.grid)}`;
    this.root.style.setProperty("--columns", String(width));
    const box = this.#box();
    this.ratio = box.width / box.height;
    this.svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    for (const layer of Object.values(this.layers)) fill(layer);
    fill(this.svg, ...Object.values(this.layers));
    this.#drawGround();
    this.#makePads();
    this.#inset(this.padGrid);
  }

  /** Show a state; a single new piece is seen to arrive. @param {State} state */
  show(state) {
    const isNew = !this.state || !isSameTurn(this.state, state);
    this.state = state;
    this.#drawPieces(state);
    this.#drawMarks(state);
    this.#drawLabels(state);
    this.#namePads(state);
    // What was pointed at stays so while only the scores change.
    if (!isNew) return;
    this.tapped = null;
    this.tip.textContent = "";
    this.#showGhost(null);
  }

  /** Put the keyboard on the board. */
  focus() {
    this.pads[this.focused]?.focus();
  }

  /** Choose the move of a column by its number, as typed. @param {number} column */
  chooseColumn(column) {
    if (!this.grid.gravity || column >= this.grid.width) return;
    this.focused = column;
    this.#choose(column);
  }

  #box() {
    const { width, height, gravity } = this.grid;
    const [top, left, right, below] = gravity ? [FRAME, FRAME, FRAME, FOOT] : [0, MARGIN, 0, MARGIN];
    return { x: -left, y: -top, width: width * CELL + left + right, height: height * CELL + top + below };
  }

  /** Lay an element exactly over the cells of the picture. @param {HTMLElement} element */
  #inset({ style }) {
    const { x, y, width, height } = this.#box();
    style.left = `${(100 * -x) / width}%`;
    style.top = `${(100 * -y) / height}%`;
    style.width = `${(100 * this.grid.width * CELL) / width}%`;
    style.height = `${(100 * this.grid.height * CELL) / height}%`;
  }

  /** @param {number} cell */
  #centre(cell) {
    const { width, height } = this.grid;
    return { x: ((cell % width) + 0.5) * CELL, y: (height - Math.floor(cell / width) - 0.5) * CELL };
  }

  /** @param {number} cell @param {string} kind @param {number} radius */
  #circle(cell, kind, radius) {
    const { x, y } = this.#centre(cell);
    return s("circle", { class: kind, cx: x, cy: y, r: radius });
  }

  #drawGround() {
    const { width, height, gravity, columns } = this.grid;
    const [w, t] = [width * CELL, height * CELL];
    const { under, frame } = this.layers;
    if (gravity) {
      under.append(s("rect", { class: "hole", width: w, height: t }));
      frame.append(
        s("path", { class: "frame", "fill-rule": "evenodd", d: framePath(width, height) }),
        s("path", { class: "rims", d: holes(width, height) }),
      );
    } else {
      under.append(
        s("rect", { class: "table", x: -MARGIN, width: w + MARGIN, height: t + MARGIN, rx: 14 }),
        s("path", { class: "grid", d: gridPath(width, height, lookOf(this.grid) === "paper") }),
        ...starPoints(width, height).map((cell) => this.#circle(cell, "star", 8)),
      );
      // Where lines meet, the outer cells have room for numbers of two digits.
      const x = lookOf(this.grid) === "paper" ? -23 : -12;
      for (let y = 1; y <= height; y++) frame.append(s("text", { class: "name", x, y: t - (y - 0.5) * CELL + 10 }, y));
    }
    frame.append(...columns.map((name, x) =>
      s("text", { class: "name", x: (x + 0.5) * CELL, y: t + (gravity ? 36 : 34) }, name)));
  }

  #makePads() {
    const { width, height, gravity } = this.grid;
    this.pads = Array.from({ length: gravity ? width : width * height }, (_, index) =>
      h("button", {
        type: "button",
        class: "pad",
        tabindex: index === this.focused ? 0 : -1,
        onclick: (/** @type {MouseEvent} */ event) => this.#clicked(index, event),
        onpointerenter: (/** @type {PointerEvent} */ event) => {
          if (event.pointerType !== "touch") this.#showGhost(index);
        },
        onpointerleave: () => this.#showGhost(null),
        onfocus: () => this.#focusedOn(index),
        onblur: () => this.#showGhost(null),
      }),
    );
    // Rows are drawn from the top, cells count from the bottom.
    const order = gravity
      ? this.pads
      : this.pads.map((_, i) => this.pads[(height - 1 - Math.floor(i / width)) * width + (i % width)]);
    fill(this.padGrid, ...order);
  }

  /** @param {State} state */
  #drawPieces(state) {
    const wanted = new Map(state.pieces.map((piece) => [piece.cell, piece]));
    for (const [cell, { side, element }] of this.drawn) {
      if (wanted.get(cell)?.side === side) continue;
      element.remove();
      this.drawn.delete(cell);
    }
    const fresh = state.pieces.filter((piece) => !this.drawn.has(piece.cell));
    for (const piece of fresh) {
      const arrives = fresh.length === 1 && piece === state.pieces.at(-1);
      const element = this.#piece(piece.cell, piece.side, arrives);
      this.layers.pieces.append(element);
      this.drawn.set(piece.cell, { side: piece.side, element });
    }
  }

  /** @param {number} cell @param {Side} side @param {boolean} [arrives] */
  #piece(cell, side, arrives = false) {
    const { x, y } = this.#centre(cell);
    const body = s("g", { class: arrives ? "arriving" : "" }, ...this.#shapeOf(side));
    if (arrives) {
      body.style.setProperty("--fall", `${-y - CELL / 2}px`);
      body.style.setProperty("--time", `${140 + 34 * Math.sqrt(y)}ms`);
    }
    return s("g", { class: `piece ${side}`, transform: `translate(${x} ${y})` }, body);
  }

  /** @param {Side} side */
  #shapeOf(side) {
    const look = lookOf(this.grid);
    const mark = side === "X" ? "M-17-17 17 17M-17 17 17-17" : "M-19 0a19 19 0 1 0 38 0a19 19 0 1 0-38 0";
    if (look === "paper") {
      const stroke = side === "X" ? "M-26-26 26 26M-26 26 26-26" : "M-29 0a29 29 0 1 0 58 0a29 29 0 1 0-58 0";
      return [s("path", { class: "stroke", d: stroke })];
    }
    const radius = look === "wood" ? 45 : RADIUS + 3;
    return [
      s("circle", { class: "disc", r: radius }),
      s("circle", { class: "edge", r: radius - 7 }),
      s("path", { class: "mark", d: mark }),
    ];
  }

  /** @param {State} state */
  #drawMarks({ pieces, winning, numbers, hint }) {
    const played = pieces.filter(({ number }) => number > 0);
    fill(
      this.layers.marks,
      winning.map((cell) => this.#circle(cell, "won", RADIUS - 2)),
      numbers
        ? played.map((piece) => this.#number(piece, piece === played.at(-1)))
        : played.slice(-1).map(({ cell, side }) => this.#circle(cell, `last ${side}`, 9)),
      // A light ring around a dark one: one of them is seen on any ground.
      ...(hint === null ? [] : [this.#circle(hint, "hint-casing", RADIUS - 6), this.#circle(hint, "hint", RADIUS - 6)]),
    );
    this.root.classList.toggle("numbered", numbers);
  }

  /** @param {Piece} piece @param {boolean} latest */
  #number({ cell, side, number }, latest) {
    const { x, y } = this.#centre(cell);
    return s("text", { class: `number ${side}${latest ? " latest" : ""}`, x, y: y + 12 }, number);
  }

  /** @param {State} state */
  #drawLabels(state) {
    const { width, gravity } = this.grid;
    // There is room for labels before there are any, so that the board does not jump.
    this.root.classList.toggle("labelled", state.labelled && gravity);
    if (!gravity) {
      fill(this.labelRow);
      this.layers.marks.append(...state.labels.map((label) => this.#cellLabel(label)));
      return;
    }
    const byColumn = new Map(state.labels.map((label) => [label.cell % width, label]));
    fill(this.labelRow, ...Array.from({ length: width }, (_, x) => columnLabel(byColumn.get(x))));
  }

  /** @param {Label} label */
  #cellLabel({ cell, score, best }) {
    const { x, y } = this.#centre(cell);
    return s("g", { class: `cell-label ${score.kind}${best ? " best" : ""}` },
      s("title", {}, score.text),
      s("circle", { cx: x, cy: y, r: 42 }),
      s("text", { x, y: y + 11 }, score.short),
    );
  }

  /** @param {State} state */
  #namePads(state) {
    const { width, height, gravity, columns } = this.grid;
    const taken = new Map(state.pieces.map((piece) => [piece.cell, piece.side]));
    const open = new Map(state.legal.map(({ cell }) => [gravity ? cell % width : cell, cell]));
    const scores = new Map(state.labels.map(({ cell, score }) => [cell, score.text]));
    this.pads.forEach((pad, index) => {
      const cell = open.get(index);
      const score = cell === undefined ? undefined : scores.get(cell);
      const row = Math.floor((cell ?? index) / width) + 1;
      const place = gravity ? words.board.column(columns[index]) : `${columns[index % width]}${row}`;
      let what = gravity ? words.board.falls(row, height) : words.board.empty;
      if (cell === undefined) what = (gravity ? undefined : taken.get(index)) ?? words.board.closed;
      const can = state.playable && cell !== undefined;
      setIfNew(pad, "aria-label", [place, what, ...(score ? [score] : [])].join(", "));
      setIfNew(pad, "aria-disabled", String(!can));
    });
  }

  /** @param {number | null} index */
  #showGhost(index) {
    const { state } = this;
    const cell = index === null || !state?.playable ? undefined : this.#legalAt(index)?.cell;
    fill(this.layers.ghost, state && cell !== undefined ? this.#piece(cell, state.turn) : null);
  }

  /** @param {number} index */
  #legalAt(index) {
    const { width, gravity } = this.grid;
    return this.state?.legal.find(({ cell }) => (gravity ? cell % width : cell) === index);
  }

  /** @param {number} index @param {MouseEvent} event */
  #clicked(index, event) {
    const byTouch = event instanceof PointerEvent && event.pointerType === "touch";
    const pad = this.pads[index];
    if (byTouch && Math.min(pad.clientWidth, pad.clientHeight) < SURE_TAP && this.tapped !== index) {
      const legal = this.state?.playable ? this.#legalAt(index) : undefined;
      this.tapped = index;
      this.tip.textContent = legal ? words.board.tapAgain(legal.move) : "";
      this.#showGhost(index);
      return;
    }
    // After a click the arrow keys belong to the page again, not to the board.
    if (event.detail > 0) pad.blur();
    this.#choose(index);
  }

  /** @param {number} index */
  #choose(index) {
    const move = this.state?.playable ? this.#legalAt(index)?.move : undefined;
    if (move !== undefined) this.onMove(move);
  }

  /** @param {number} index */
  #focusedOn(index) {
    this.pads[this.focused]?.setAttribute("tabindex", "-1");
    this.focused = index;
    this.pads[index].setAttribute("tabindex", "0");
    if (this.pads[index].matches(":focus-visible")) this.#showGhost(index);
  }

  /** Arrow keys go from pad to pad. @param {KeyboardEvent} event */
  #walk(event) {
    const { width, height, gravity } = this.grid;
    const [x, y] = [this.focused % width, Math.floor(this.focused / width)];
    /** @type {Record<string, number>} */
    const targets = {
      ArrowLeft: y * width + Math.max(0, x - 1),
      ArrowRight: y * width + Math.min(width - 1, x + 1),
      ...(gravity ? {} : { ArrowUp: Math.min(height - 1, y + 1) * width + x, ArrowDown: Math.max(0, y - 1) * width + x }),
      Home: y * width,
      End: y * width + width - 1,
    };
    const target = targets[event.key];
    if (target === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.pads[target].focus();
  }
}

/** @param {Label | undefined} label */
function columnLabel(label) {
  if (!label) return h("span", { class: "label none" });
  const { score, best } = label;
  const [first, ...rest] = score.label.split(" ");
  return h("span", { class: `label ${score.kind}${best ? " best" : ""}`, title: score.text },
    h("b", {}, first),
    rest.length ? h("span", {}, rest.join(" ")) : null,
    h("b", { class: "brief" }, score.short),
  );
}

/** Can the same moves be chosen in the same position? @param {State} before @param {State} after */
function isSameTurn(before, after) {
  const same = (/** @type {{cell: number}[]} */ some, /** @type {{cell: number}[]} */ others) =>
    some.length === others.length && some.every(({ cell }, i) => cell === others[i].cell);
  return (
    before.playable === after.playable && before.turn === after.turn &&
    same(before.pieces, after.pieces) && same(before.legal, after.legal)
  );
}

/** Most of a large board stays as it was after a move. @param {Element} element @param {string} name @param {string} value */
function setIfNew(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
