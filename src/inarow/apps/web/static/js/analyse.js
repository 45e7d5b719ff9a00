/** Analyse: the engine's view of every move, its best lines, the tree of moves, the course. */

import { AnalysisStream } from "./api.js";
import { chart } from "./chart.js";
import { button, fill, h, resize } from "./dom.js";
import { showMoves } from "./moves.js";
import { prefs, remember } from "./prefs.js";
import { Review } from "./review.js";

const SECONDS = 30;
const LINES = 5;
/** Stepping fast through a game does not start a search at every step, in milliseconds. */
const SETTLE = 120;

/** @typedef {import("./tree.js").MoveNode} MoveNode */

export class Analyse {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./app.js").Screen} screen
   */
  constructor(session, screen) {
    this.session = session;
    this.screen = screen;
    /** The game that is analysed, by the root of its tree. @type {MoveNode | null} */
    this.root = null;
    /** @type {AnalysisInfo | null} */
    this.analysis = null;
    /** Where the bar stood; it waits there for what the next position is worth. */
    this.lastMeter = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.stream = new AnalysisStream(
      (analysis, finished) => this.#heard(analysis, finished),
      (trouble) => this.#trouble(trouble),
    );
    this.review = new Review(session, screen, () => this.show());
    this.switch = h("input", {
      type: "checkbox", role: "switch", id: "engine",
      onchange: () => this.#toggle(),
    });
    this.facts = h("p", { class: "facts" });
    this.lines = h("ol", { class: "lines" });
    this.moves = h("div", { class: "moves", role: "group", "aria-label": "Moves and variations" });
    this.course = h("div", { class: "course" });
    this.variation = h("div", { class: "actions small" });
    this.element = h(
      "div",
      { class: "analyse" },
      h(
        "div",
        { class: "card" },
        h("div", { class: "row" }, h("label", { class: "switch", for: "engine" }, this.switch, "Engine"), this.facts),
        this.lines,
      ),
      h(
        "div",
        { class: "card grow" },
        h(
          "div",
          { class: "steps" },
          button("First", "first", () => this.step("first")),
          button("Back", "back", () => this.step("back")),
          button("Forward", "forward", () => this.step("forward")),
          button("Last", "last", () => this.step("last")),
        ),
        this.moves,
        this.variation,
      ),
      h("div", { class: "card" }, h("h3", {}, "Course of the game"), this.course, this.review.element),
    );
  }

  /** @param {string} why */
  update(why) {
    this.switch.checked = prefs.engine;
    if (why !== "asking") this.analysis = null;
    const root = this.session.node.root();
    if (root !== this.root) {
      this.root = root;
      this.review.forget();
      this.lastMeter = 0;
    }
    if (why === "played") this.screen.say(`${this.session.node.move} played.`);
    this.show();
    clearTimeout(this.timer);
    this.stream.stop();
    if (prefs.engine && this.session.info && !this.session.info.outcome) {
      this.timer = setTimeout(() => this.#start(), SETTLE);
    }
  }

  leave() {
    clearTimeout(this.timer);
    this.stream.stop();
  }

  /** @param {"first" | "back" | "forward" | "last"} where */
  step(where) {
    const { node } = this.session;
    const target = {
      first: node.root(),
      back: node.parent,
      forward: node.children[0],
      last: node.end(),
    }[where];
    if (target && target !== node) void this.session.go(target);
  }

  show() {
    const { session } = this;
    this.#showAnalysis();
    showMoves(this.moves, session.node, { variations: true, go: (node) => void session.go(node) });
    this.#showVariation();
    this.#showCourse();
    this.review.show();
    this.screen.showSeats({ clocks: null, thinking: null });
  }

  /** Show what changes at every step of the search, and nothing that is being clicked elsewhere. */
  #showAnalysis() {
    const { info } = this.session;
    this.#showFacts();
    this.#showLines();
    this.screen.showBoard({
      // Who resigned a game may still try what else there was.
      playable: Boolean(info && !info.outcome),
      hint: null,
      labels: this.#labels(),
      labelled: prefs.engine,
    });
    this.screen.showMeter(this.#meter());
  }

  #start() {
    const { session } = this;
    if (!session.info || session.info.outcome) return;
    this.stream.start({ ...session.request(), limit: { seconds: SECONDS } });
  }

  #toggle() {
    remember({ engine: this.switch.checked });
    this.update("moved");
  }

  /** @param {AnalysisInfo} analysis @param {boolean} finished */
  #heard(analysis, finished) {
    if (!analysis.lines.length) return;
    this.analysis = { ...analysis, complete: finished };
    this.#showAnalysis();
    const { meter } = analysis.lines[0].score;
    if (meter === this.session.node.meter) return;
    this.session.node.meter = meter;
    this.#showCourse();
  }

  /** @param {string} trouble */
  #trouble(trouble) {
    if (trouble) this.facts.textContent = trouble;
  }

  #labels() {
    if (!this.analysis || !this.session.info) return [];
    const cells = new Map(this.session.info.legal.map(({ move, cell }) => [move, cell]));
    const best = this.analysis.lines[0]?.score.text;
    return this.analysis.lines.flatMap(({ move, score }) => {
      const cell = cells.get(move);
      if (cell === undefined) return [];
      return [{ cell, text: score.text, short: shorten(score), kind: kindOf(score), best: score.text === best }];
    });
  }

  /** @returns {{meter: number, text: string} | null} */
  #meter() {
    const outcome = this.session.info?.outcome;
    if (outcome) {
      const meter = outcome.winner === "X" ? 1 : outcome.winner === "O" ? -1 : 0;
      return { meter, text: outcome.winner ? `${outcome.winner} won` : "draw" };
    }
    const best = this.analysis?.lines[0];
    if (best) {
      this.lastMeter = best.score.meter;
      return { meter: this.lastMeter, text: best.score.text };
    }
    return prefs.engine ? { meter: this.session.node.meter ?? this.lastMeter, text: "…" } : null;
  }

  #showFacts() {
    const { analysis, session } = this;
    if (session.info?.outcome) this.facts.textContent = "The game is over.";
    else if (!prefs.engine) this.facts.textContent = "Off";
    else if (analysis) {
      const speed = analysis.speed ? ` · ${short(analysis.speed)}/s` : "";
      const state = analysis.complete ? "" : " …";
      this.facts.textContent =
        `${analysis.note || `depth ${analysis.depth}`} · ${short(analysis.nodes)} nodes${speed}${state}`;
      this.facts.title = `by ${analysis.by}`;
    } else this.facts.textContent = "Looking …";
  }

  #showLines() {
    // The lines of the position before are not those of the next one.
    const known = this.session.info ? this.analysis : null;
    const lines = (known?.lines ?? []).slice(0, LINES);
    resize(this.lines, lines.length, () => h("li", {}, h("span"), h("span", { class: "line" })));
    lines.forEach((line, row) => this.#showLine(row, line));
  }

  /** @param {number} row @param {LineInfo} line */
  #showLine(row, { score, line }) {
    const [worth, moves] = this.lines.children[row].children;
    worth.className = `score ${kindOf(score)}`;
    worth.textContent = score.text;
    resize(moves, line.length, (i) =>
      h("button", { type: "button", class: "move", onclick: () => void this.#follow(row, i + 1) }));
    line.forEach(({ move }, i) => {
      const before = line.slice(0, i + 1).map((each) => each.move);
      moves.children[i].textContent = move;
      moves.children[i].setAttribute("aria-label", `Play ${before.join(" ")}`);
    });
  }

  /** Play the first moves of a line into the tree. @param {number} row @param {number} count */
  async #follow(row, count) {
    let node = this.session.node;
    for (const { move, cell } of this.analysis?.lines[row].line.slice(0, count) ?? []) node = node.play(move, cell);
    await this.session.go(node);
  }

  #showVariation() {
    const { session } = this;
    const { node } = session;
    const inMain = node.path().every((each) => each.parent?.children[0] === each);
    fill(
      this.variation,
      inMain ? null : button("Make main line", "promote", () => {
        node.promote();
        void session.go(node);
      }),
      inMain || !node.parent ? null : button("Delete variation", "bin", () => void session.go(node.remove())),
    );
  }

  #showCourse() {
    const { session } = this;
    const line = [session.node.root(), ...session.node.end().path()];
    const meters = line.map((node) => node.meter);
    const outcome = session.info?.outcome;
    if (outcome) {
      meters[line.indexOf(session.node)] = outcome.winner ? (outcome.winner === "X" ? 1 : -1) : 0;
    }
    fill(this.course, chart(meters, line.indexOf(session.node), (ply) => void session.go(line[ply])));
  }
}

/** How a score is coloured; its text says the same. @param {ScoreInfo} score */
export function kindOf(score) {
  if (score.kind !== "heuristic") return score.kind;
  return (score.value ?? 0) > 0 ? "better" : (score.value ?? 0) < 0 ? "worse" : "even";
}

/** A score in three characters or so, for a cell. @param {ScoreInfo} score */
function shorten(score) {
  if (score.kind === "draw") return "=";
  if (score.kind === "heuristic") return short(Math.round(score.value ?? 0), true);
  const moves = score.plies === null ? "" : Math.ceil(score.plies / 2);
  return `${score.kind === "win" ? "W" : "L"}${moves}`;
}

/** @param {number} count @param {boolean} [signed] */
export function short(count, signed = false) {
  const sign = signed && count > 0 ? "+" : "";
  const size = Math.abs(count);
  if (size >= 1e9) return `${sign}${(count / 1e9).toFixed(1)}G`;
  if (size >= 1e6) return `${sign}${(count / 1e6).toFixed(1)}M`;
  if (size >= 1e4) return `${sign}${Math.round(count / 1e3)}k`;
  if (size >= 1e3) return `${sign}${(count / 1e3).toFixed(1)}k`;
  return `${sign}${count}`;
}
