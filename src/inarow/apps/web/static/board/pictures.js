/** Small pictures: a piece, and a tiny board for each game. */

import { s } from "../shell/dom.js";
import { lookOf } from "./board.js";

/** A piece of a side, to stand in a line of text. @param {Side} side @param {GameInfo} game */
export function pieceIcon(side, game) {
  const mark = side === "X" ? "M7 7 13 13M7 13 13 7" : "M6.4 10a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0";
  return s("svg", { class: `token ${lookOf(game)} ${side}`, viewBox: "0 0 20 20", role: "img", "aria-label": side },
    s("circle", { class: "disc", cx: 10, cy: 10, r: 9 }),
    s("path", { class: "mark", d: mark }),
  );
}

/** @param {GameInfo} game */
export function gameIcon(game) {
  const size = 5;
  const cells = winningCells(game, size);
  return s("svg", { class: `mini ${game.gravity ? "standing" : "flat"}`, viewBox: "0 0 54 54", "aria-hidden": "true" },
    s("rect", { class: "ground", width: 54, height: 54, rx: 8 }),
    ...Array.from({ length: size * size }, (_, i) => s("circle", {
      class: cells.has(i) ? "on" : "off", cx: 7 + 10 * (i % size), cy: 47 - 10 * Math.floor(i / size), r: game.gravity ? 4 : 3.6,
    })),
  );
}

/** @param {GameInfo} game @param {number} size */
function winningCells(game, size) {
  if (game.shape === "square") {
    return new Set([1, 2].flatMap((x) => [0, 1].map((y) => y * size + x)));
  }
  const length = Math.min(game.size, size);
  return new Set(Array.from({ length }, (_, i) => (game.gravity ? i * (size + 1) : 2 * size + i)));
}
