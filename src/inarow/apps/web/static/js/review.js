/** Review: what each move of the game was worth, with a verdict and a reason. */

import { Refusal, isAbort, post } from "./api.js";
import { button, fill, h } from "./dom.js";

/** @typedef {import("./tree.js").MoveNode} MoveNode */

/** @type {Record<string, string>} */
const NAMES = {
  best: "best", good: "good", inaccuracy: "inaccuracies", mistake: "mistakes", blunder: "blunders",
};

export class Review {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./app.js").Screen} screen
   * @param {() => void} onDone
   */
  constructor(session, screen, onDone) {
    this.session = session;
    this.screen = screen;
    this.onDone = onDone;
    this.asking = new AbortController();
    this.button = button("Review the game", "chart", () => void this.run(), { class: "primary" });
    this.message = h("p", { class: "note", role: "status" });
    this.summary = h("div", { class: "summary" });
    this.verdict = h("p", { class: "verdict" });
    this.element = h("div", { class: "review" }, this.verdict, this.summary, this.message, this.button);
  }

  forget() {
    this.asking.abort();
    this.message.textContent = "";
  }

  /** Judge every move from the first one to the end of the line that is shown. */
  async run() {
    const { session } = this;
    const line = session.node.end().path();
    if (!line.length) {
      this.message.textContent = "There are no moves to review yet.";
      return;
    }
    this.asking.abort();
    this.asking = new AbortController();
    this.button.disabled = true;
    this.message.textContent = "Reviewing every move …";
    try {
      /** @type {ReviewInfo} */
      const review = await post("api/review", session.request(line.at(-1)), this.asking.signal);
      this.#take(review, line);
      this.message.textContent = `Judged by ${this.screen.titleOf(review.by)}.`;
      this.screen.say("The review is ready.");
    } catch (error) {
      if (isAbort(error)) return;
      if (!(error instanceof Refusal)) throw error;
      this.message.textContent = error.sentence;
    } finally {
      this.button.disabled = false;
    }
    this.onDone();
  }

  /** @param {ReviewInfo} review @param {MoveNode[]} line */
  #take(review, line) {
    [line[0].root(), ...line].forEach((node, i) => {
      node.meter = review.meters[i] ?? node.meter;
    });
    for (const verdict of review.moves) line[verdict.index].verdict = verdict;
  }

  show() {
    const { session } = this;
    const verdict = session.node.verdict;
    fill(
      this.verdict,
      verdict ? h("strong", { class: verdict.verdict }, `${session.node.move}: ${verdict.verdict}. `) : null,
      verdict?.change ? `It ${verdict.change}. ` : null,
      verdict?.reason,
      verdict && verdict.best !== verdict.move ? ` Best was ${verdict.best}.` : null,
    );
    const line = session.node.end().path();
    fill(this.summary, line.some((node) => node.verdict) ? this.#table(line) : null);
    this.button.hidden = line.length > 0 && line.every((node) => node.verdict);
  }

  /** @param {MoveNode[]} line */
  #table(line) {
    const kinds = Object.keys(NAMES);
    const first = this.session.turn(line[0]?.root()) === "X" ? 0 : 1;
    const count = (/** @type {number} */ side, /** @type {string} */ kind) =>
      line.filter((node, i) => (i + first) % 2 === side && node.verdict?.verdict === kind).length;
    return h(
      "table",
      {},
      h("caption", { class: "unseen" }, "Verdicts by side"),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Verdict"), h("th", { scope: "col" }, "X"), h("th", { scope: "col" }, "O"))),
      h(
        "tbody",
        {},
        ...kinds.map((kind) =>
          h("tr", { class: kind }, h("th", { scope: "row" }, NAMES[kind]), h("td", {}, count(0, kind)), h("td", {}, count(1, kind))),
        ),
      ),
    );
  }
}
