/** Analyse: the engine's view of every move, its best lines, the tree of moves, the evaluation of the game. */

import { button, fill, h, resize } from "../shell/dom.js";
import { prefs, remember } from "../shell/prefs.js";
import { finalShare, labelsOf } from "../shell/results.js";
import { AnalysisStream } from "../shell/stream.js";
import { words } from "../shell/words.js";
import { chart } from "./chart.js";
import { showMoves } from "./moves.js";
import { Review } from "./review.js";
import { Threats } from "./threats.js";

/**
 * @import { Label } from "../board/board.js"
 * @import { MoveNode } from "../shell/movetree.js"
 * @import { Analysis, Line } from "../shell/results.js"
 * @import { Session } from "../shell/session.js"
 * @import { Change, Mode, Screen } from "./mode.js"
 */

const SECONDS = 30;
const LINES = 5;
/** Stepping fast through a game does not start a search at every step, in milliseconds. */
const SETTLE = 120;
const STEPS = /** @type {const} */ (["first", "back", "forward", "last"]);

/** @implements {Mode} */
export class Analyse {
  /** @param {Session} session @param {Screen} screen */
  constructor(session, screen) {
    this.session = session;
    this.screen = screen;
    /** The game that is analysed, by the root of its tree. @type {MoveNode | null} */
    this.root = null;
    this.analysis = /** @type {Analysis | null} */ (null);
    /** Where the bar stood; it waits there for what the next position is worth. */
    this.lastShare = 0.5;
    this.timer = /** @type {number | undefined} */ (undefined);
    this.stream = new AnalysisStream(
      (analysis) => this.#heard(analysis),
      (trouble) => { if (trouble) this.facts.textContent = trouble; },
    );
    this.review = new Review(session, screen, () => this.show());
    this.switch = h("input", { type: "checkbox", role: "switch", id: "engine", onchange: () => {
      remember({ engine: this.switch.checked });
      this.update("moved");
    } });
    this.facts = h("p", { class: "facts" });
    this.lines = h("ol", { class: "lines" });
    this.threats = new Threats(session, screen);
    this.moves = h("div", { class: "moves", role: "group", "aria-label": words.moves.variations });
    this.course = h("div", { class: "course" });
    this.variation = h("div", { class: "actions small" });
    this.element = h("div", { class: "analyse" },
      // Right below the board on a phone: to step through the game, and what is said of each move.
      h("div", { class: "card here" },
        h("div", { class: "steps" }, ...STEPS.map((where) => button(words.analyse[where], where, () => this.#step(where)))),
        this.review.verdict,
      ),
      h("div", { class: "card" },
        h("div", { class: "row" }, h("label", { class: "switch", for: "engine" }, this.switch, words.analyse.engine), this.facts),
        this.lines,
        this.threats.element,
      ),
      h("div", { class: "card grow" },
        this.moves,
        this.variation,
      ),
      h("div", { class: "card" }, h("h3", {}, words.analyse.evaluation), this.course, this.review.element),
    );
    this.keys = {
      ArrowLeft: () => this.#step("back"),
      ArrowRight: () => this.#step("forward"),
      Home: () => this.#step("first"),
      End: () => this.#step("last"),
    };
  }

  /** @param {Change} change */
  update(change) {
    this.switch.checked = prefs.engine;
    if (change !== "asking") this.analysis = null;
    const root = this.session.node.root();
    if (root !== this.root) {
      this.root = root;
      this.review.forget();
      this.lastShare = 0.5;
    }
    this.threats.update(change);
    if (change === "played") this.screen.say(words.analyse.played(this.session.node.move));
    this.show();
    this.leave();
    if (prefs.engine && this.#isOpen()) {
      this.timer = setTimeout(() => this.stream.start({ ...this.session.request(), limit: { seconds: SECONDS } }), SETTLE);
    }
  }

  leave() {
    clearTimeout(this.timer);
    this.stream.stop();
  }

  show() {
    const { session } = this;
    this.#showAnalysis();
    showMoves(this.moves, session.node, { variations: true, before: session.setUp.flat().length, go: (node) => void session.go(node) });
    this.#showVariation();
    this.#showCourse();
    this.review.show();
    this.screen.showSeats();
  }

  /** @param {typeof STEPS[number]} where */
  #step(where) {
    const { node } = this.session;
    const target = { first: node.root(), back: node.parent, forward: node.children[0], last: node.end() }[where];
    if (target && target !== node) void this.session.go(target);
  }

  /** May moves be tried here? Who resigned a game may still try what else there was. */
  #isOpen() {
    return Boolean(this.session.info && !this.session.info.outcome);
  }

  /** Show what changes at every step of the search, and nothing that is being clicked elsewhere. */
  #showAnalysis() {
    this.#showFacts();
    this.#showLines();
    this.screen.showBoard({ playable: this.#isOpen(), labels: this.#labels(), labelled: prefs.engine });
    this.screen.showBar(this.#bar());
  }

  /** @param {Analysis} analysis */
  #heard(analysis) {
    if (!analysis.lines.length) return;
    this.analysis = analysis;
    this.#showAnalysis();
    const { share } = analysis.lines[0].score;
    if (share === this.session.node.share) return;
    this.session.node.share = share;
    this.#showCourse();
  }

  /** @returns {Label[]} */
  #labels() {
    const { analysis, session } = this;
    if (!analysis || !session.info) return [];
    return labelsOf(analysis.lines, session.info.legal);
  }

  #bar() {
    const outcome = this.session.info?.outcome;
    if (outcome) return { share: finalShare(outcome.winner), text: this.session.resultWords(outcome.winner) };
    const score = this.analysis?.lines[0]?.score;
    if (!score) return prefs.engine ? { share: this.session.node.share ?? this.lastShare, text: "…" } : null;
    this.lastShare = score.share;
    return { share: score.share, text: score.proved ? words.analyse.proved(this.session.nameOf(this.session.turn()), score.text) : score.text };
  }

  #showFacts() {
    const { analysis, session } = this;
    if (session.info?.outcome) this.facts.textContent = words.analyse.gameOver;
    else if (!prefs.engine) this.facts.textContent = words.analyse.off;
    else this.facts.textContent = analysis?.facts ?? words.analyse.looking;
    this.facts.title = analysis ? words.analyse.by(analysis.by) : "";
  }

  #showLines() {
    // The lines of the position before are not those of the next one.
    const known = this.session.info ? this.analysis : null;
    const lines = (known?.lines ?? []).slice(0, LINES);
    resize(this.lines, lines.length, () => h("li", {}, h("span"), h("span", { class: "line" })));
    lines.forEach((line, row) => this.#showLine(row, line));
  }

  /** @param {number} row @param {Line} line */
  #showLine(row, { score, moves }) {
    const [worth, place] = this.lines.children[row].children;
    worth.className = `score ${score.kind}`;
    worth.textContent = score.label;
    resize(place, moves.length, (i) =>
      h("button", { type: "button", class: "move", onclick: () => this.#follow(row, i + 1) }));
    moves.forEach(({ move }, i) => {
      place.children[i].textContent = move;
      const before = moves.slice(0, i + 1).map((each) => each.move);
      place.children[i].setAttribute("aria-label", words.analyse.playLine(before.join(" ")));
    });
  }

  /** Play the first moves of a line into the tree. @param {number} row @param {number} count */
  #follow(row, count) {
    let { node } = this.session;
    for (const { move, cell } of this.analysis?.lines[row].moves.slice(0, count) ?? []) node = node.play(move, cell);
    void this.session.go(node);
  }

  #showVariation() {
    const { session } = this;
    const { node } = session;
    const inMain = node.path().every((each) => each.parent?.children[0] === each);
    const promote = () => {
      node.promote();
      void session.go(node);
    };
    fill(this.variation, ...(inMain ? [] : [
      button(words.analyse.promote, "promote", promote),
      button(words.analyse.remove, "bin", () => void session.go(node.remove())),
    ]));
  }

  #showCourse() {
    const { session } = this;
    const line = [session.node.root(), ...session.node.end().path()];
    const here = line.indexOf(session.node);
    const shares = line.map((node) => node.share);
    const outcome = session.info?.outcome;
    if (outcome) shares[here] = finalShare(outcome.winner);
    fill(this.course, chart(shares, session.people(), here, (ply) => void session.go(line[ply])));
  }
}
