/** The live blocks of a chapter, by kind. Each is given what the program has worked out, and only draws. */

import { h, table } from "../shell/dom.js";
import { boardBlock, stillBoard } from "./board.js";
import { chartBlock } from "./chart.js";
import { matchBlock } from "./match.js";
import { quizBlock } from "./quiz.js";
import { treeBlock } from "./tree.js";

/**
 * @import { Part } from "./course.js"
 * @typedef {{chapter: string, block: number}} Place where a block stands
 */

/** @param {LiveInfo} info @param {Place} place @returns {Part} */
export function liveBlock(info, place) {
  const { kind, text, position, trace, rows, quiz, match } = info;
  if (kind === "board" && position) return boardBlock(position, info.opponent, info.opponent_title ?? "");
  if (kind === "tree" && trace && position) return besideBoard(position, treeBlock(trace));
  if (kind === "chart") return chartBlock(rows);
  if (kind === "values") return valuesBlock(info);
  if (kind === "quiz" && quiz) return quizBlock(quiz, position, trace);
  if (kind === "match" && match) return matchBlock(match, place);
  return { element: h("pre", { tabindex: 0 }, text) };
}

/** A part below the board that it is about. @param {PositionInfo} position @param {Part} part @returns {Part} */
function besideBoard(position, { element, leave }) {
  return { element: h("div", { class: "about-board" }, stillBoard(position), element), leave };
}

/** What each heuristic says of each move, below the board. @param {LiveInfo} info @returns {Part} */
function valuesBlock({ position, table: [head, ...rows] }) {
  const lines = rows.map(([name, ...cells]) => h("tr", {}, h("th", { scope: "row" }, name), ...cells.map((cell) => h("td", {}, cell))));
  return {
    element: h("div", { class: "beside" },
      position ? stillBoard(position) : null,
      h("div", { class: "compared", tabindex: 0, role: "group", "aria-label": head[0] }, table(head, lines)),
    ),
  };
}
