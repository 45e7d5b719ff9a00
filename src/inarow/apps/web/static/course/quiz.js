/** A question about a search: the reader predicts, and is told whether and why. */

import { button, choices, fill, h, table } from "../shell/dom.js";
import { stillBoard } from "./board.js";
import { treeBlock } from "./tree.js";
import { words } from "./words.js";

/** @import { Part } from "./course.js" */

let count = 0;

/** @param {QuizInfo} quiz @param {PositionInfo | null} position @param {TraceInfo | null} trace @returns {Part} */
export function quizBlock({ question, choices: offered, answer, why, table: [head, ...rows] }, position, trace) {
  const name = `quiz-${++count}`;
  const verdict = h("p", { class: "status", role: "status" });
  const shown = h("div", {});
  const options = h("div", { class: "options" }, ...choices(name, offered.map((text, i) => [String(i), text]), ""));
  /** @type {Part | null} */
  let tree = null;
  const judge = () => {
    const chosen = options.querySelector(":checked");
    if (!(chosen instanceof HTMLInputElement)) return;
    const isRight = Number(chosen.value) === answer;
    fill(verdict, h("strong", { class: isRight ? "best" : "blunder" }, isRight ? words.quiz.right : words.quiz.wrong), ` ${why}`);
    if (!trace || tree) return;
    tree = treeBlock(trace);
    fill(shown, h("h3", {}, words.quiz.show), tree.element);
  };
  const known = table(head, rows.map(([move, values]) => h("tr", {}, h("th", { scope: "row" }, move), h("td", {}, values))));
  const asked = h("fieldset", { class: "choices" }, h("legend", {}, question), options, button(words.quiz.answer, "hint", judge, { class: "primary" }));
  return {
    element: h("div", {}, h("div", { class: "beside" }, position ? stillBoard(position) : null, h("div", {}, h("div", { class: "compared", tabindex: 0, role: "group", "aria-label": head[1] }, known), asked, verdict)), shown),
    leave: () => tree?.leave?.(),
  };
}
