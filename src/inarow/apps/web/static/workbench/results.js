/** What came of running student code: a sentence, what was printed, a ladder, trees. */

import { stillBoard } from "../course/board.js";
import { bestScores, keepScore } from "../course/progress.js";
import { treeBlock } from "../course/tree.js";
import { words } from "../course/words.js";
import { fill, h, table } from "../shell/dom.js";

export class Results {
  /** @type {Map<string, RungInfo>} */
  #rungs = new Map();
  /** @type {(() => void)[]} */
  #leaving = [];

  /** @param {string} exercise */
  constructor(exercise) {
    this.exercise = exercise;
    this.sentence = h("p", { class: "verdict", role: "status" });
    this.position = h("div", { class: "seen" });
    this.printed = h("pre", { class: "printed", tabindex: 0, "aria-label": words.workbench.printed, hidden: true });
    this.ladder = h("div", { class: "compared" });
    this.trees = h("div", { class: "trees" });
    this.element = h("section", { class: "results" }, this.sentence, this.position, this.printed, this.ladder, this.trees);
    this.#showBest();
  }

  leave() {
    for (const end of this.#leaving) end();
    this.#leaving = [];
  }

  /** Forget what was there. @param {string} sentence */
  begin(sentence) {
    this.leave();
    this.#rungs.clear();
    this.printed.textContent = "";
    this.printed.hidden = true;
    for (const part of [this.position, this.ladder, this.trees]) fill(part);
    this.say(sentence);
  }

  /** @param {string} sentence @param {"" | "right" | "wrong"} [kind] */
  say(sentence, kind = "") {
    this.sentence.className = `verdict ${kind}`;
    this.sentence.textContent = sentence;
    if (sentence) this.sentence.scrollIntoView({ block: "nearest" });
  }

  /** @param {{kind: string, content: any}} step */
  step({ kind, content }) {
    if (kind === "printed") {
      this.printed.hidden = false;
      this.printed.append(String(content));
    } else if (kind === "rung") this.#climb(content);
  }

  ran() {
    this.say(this.printed.hidden ? words.course.nothing : "");
  }

  /** @param {RungInfo} rung */
  matched(rung) {
    this.#climb(rung);
    this.say(words.workbench.result(rung));
  }

  /** @param {FeedbackInfo} feedback */
  judge({ passed, text, position, yours, ours, rungs }) {
    for (const rung of rungs) this.#climb(rung);
    this.say(`${passed ? words.workbench.passed : words.workbench.refused} ${text}`, passed ? "right" : "wrong");
    if (position) fill(this.position, stillBoard(position));
    fill(this.trees);
    if (yours) this.#addTree(words.workbench.yours, yours);
    if (ours) this.#addTree(words.workbench.ours, ours);
  }

  /** @param {TraceInfo} trace */
  tree(trace) {
    this.say("");
    fill(this.trees);
    this.#addTree(words.workbench.yours, trace);
  }

  /** @param {string} title @param {TraceInfo} trace */
  #addTree(title, trace) {
    const made = treeBlock(trace);
    if (made.leave) this.#leaving.push(made.leave);
    this.trees.append(h("figure", {}, h("figcaption", {}, title), made.element));
  }

  /** @param {RungInfo} rung */
  #climb(rung) {
    this.#rungs.set(rung.opponent, rung);
    if (rung.wins + rung.draws + rung.losses === rung.games) keepScore(this.exercise, rung);
    const rows = [...this.#rungs.values()].map((each) => h("tr", {},
      h("th", { scope: "row" }, each.opponent),
      h("td", {}, words.workbench.points(each)),
      h("td", {}, each.needed ? `${each.needed} of ${each.games}` : ""),
      h("td", {}, each.elo),
      h("td", {}, each.needed && each.passed ? "✓" : ""),
    ));
    fill(this.ladder, h("h3", {}, words.workbench.ladder), table(words.workbench.columns, rows));
  }

  /** What was reached at earlier visits. */
  #showBest() {
    const best = Object.entries(bestScores(this.exercise));
    if (!best.length) return;
    fill(this.ladder, h("h3", {}, words.workbench.scores),
      h("ul", {}, ...best.map(([opponent, share]) => h("li", {}, `${opponent}: ${Math.round(100 * share)} %`))));
  }
}
