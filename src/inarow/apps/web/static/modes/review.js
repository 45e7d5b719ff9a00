/** Review: what each move of the game was worth, with a verdict and a reason. A part of Analyse. */

import { button, fill, h, table } from "../shell/dom.js";
import { Asking } from "../shell/http.js";
import { reviewed } from "../shell/reviewing.js";
import { words } from "../shell/words.js";

/**
 * @import { MoveNode } from "../shell/movetree.js"
 * @import { Session } from "../shell/session.js"
 * @import { Screen } from "./mode.js"
 */

const KINDS = /** @type {const} */ (["best", "good", "inaccuracy", "mistake", "blunder"]);

export class Review {
  /** @param {Session} session @param {Screen} screen @param {() => void} onDone */
  constructor(session, screen, onDone) {
    this.session = session;
    this.screen = screen;
    this.onDone = onDone;
    this.asking = new Asking();
    this.button = button(words.review.start, "chart", () => void this.run(), { class: "primary" });
    this.message = h("p", { class: "note", role: "status" });
    this.summary = h("div", { class: "summary" });
    /** What is said of the move that is shown; it stands right below the board. */
    this.verdict = h("p", { class: "verdict" });
    this.turning = h("p", { class: "turning" });
    this.element = h("div", { class: "review" }, this.turning, this.summary, this.message, this.button);
  }

  forget() {
    this.asking.cancel();
    this.message.textContent = "";
  }

  /** Review every move to the end of the line that is shown, and open it at a move. @param {MoveNode | null} [at] */
  async run(at = null) {
    const { session } = this;
    const end = session.node.end();
    if (!end.parent) {
      this.message.textContent = words.review.noMoves;
      return;
    }
    this.button.disabled = true;
    this.message.textContent = words.review.running;
    await this.asking.run(async (signal) => {
      const { by, opens } = await reviewed(session, end, signal);
      this.message.textContent = words.review.by(by);
      this.screen.say(words.review.ready);
      const first = at ?? opens;
      if (first && first !== session.node) await session.go(first);
      else this.onDone();
      // On a phone, what was pressed lies below the board and the verdict.
      window.scrollTo({ top: 0 });
    }, (sentence) => {
      this.message.textContent = sentence;
    });
    this.button.disabled = false;
  }

  show() {
    const { node } = this.session;
    const { verdict } = node;
    fill(this.verdict, ...(verdict ? [
      h("strong", { class: verdict.grade }, `${words.review.verdict(verdict, this.session.nameOf(verdict.side))} `),
      words.review.because(verdict),
    ] : []));
    const line = node.end().path();
    this.turning.textContent = node.end().reviewed?.turning ?? "";
    fill(this.summary, line.some((each) => each.verdict) ? this.#table(line) : null);
    this.button.hidden = line.length > 0 && line.every((each) => each.verdict);
  }

  /** @param {MoveNode[]} line */
  #table(line) {
    const count = (/** @type {Side} */ side, /** @type {string} */ kind) =>
      line.filter((node) => node.verdict?.grade === kind && this.session.turn(node) !== side).length;
    const rows = KINDS.map((kind) => h("tr", { class: kind },
      h("th", { scope: "row" }, words.review.plurals[kind]), h("td", {}, count("X", kind)), h("td", {}, count("O", kind))));
    const { X, O } = this.session.people();
    return table([words.review.column, X, O], rows, h("caption", { class: "unseen" }, words.review.caption));
  }
}
