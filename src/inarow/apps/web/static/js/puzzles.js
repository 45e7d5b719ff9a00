/** Puzzles: positions in which one move wins or saves the game. */

import { Refusal, post } from "./api.js";
import { button, fill, h } from "./dom.js";
import { remember, prefs } from "./prefs.js";

export class Puzzles {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./app.js").Screen} screen
   */
  constructor(session, screen) {
    this.session = session;
    this.screen = screen;
    /** @type {PuzzleInfo | null} */
    this.puzzle = null;
    this.tried = false;
    this.solved = false;
    this.revealed = false;
    this.task = h("h2", { class: "status" });
    this.message = h("p", { class: "note", role: "status" });
    this.score = h("p", { class: "quiet" });
    this.level = h(
      "select",
      { id: "level" },
      ...[["1", "Easy"], ["2", "Medium"], ["3", "Hard"]].map(([value, label]) => h("option", { value }, label)),
    );
    this.next = button("Next puzzle", "forward", () => void this.#fetch(), { class: "primary" });
    this.reveal = button("Show the move", "hint", () => this.#reveal());
    this.element = h(
      "div",
      { class: "puzzles" },
      h("div", { class: "card" }, this.task, this.message),
      h("div", { class: "row" }, h("label", { for: "level" }, "Level ", this.level), this.next, this.reveal),
      this.score,
    );
  }

  /** @param {string} why */
  update(why) {
    if (why === "played" && this.puzzle && !this.solved) this.#judge();
    this.show();
    if (!this.puzzle && why !== "asking") void this.#fetch();
  }

  leave() {
    this.puzzle = null;
  }

  show() {
    const { puzzle, solved } = this;
    fill(this.task, puzzle ? this.screen.piece(puzzle.position.turn) : null, puzzle ? ` ${puzzle.task}` : "Looking for a puzzle …");
    this.score.textContent = `Solved at the first try: ${prefs.solved} of ${prefs.puzzles}`;
    this.reveal.disabled = !puzzle || solved;
    const here = this.session.movesText() === (puzzle?.moves ?? "");
    this.screen.showBoard({
      playable: Boolean(puzzle && !solved && here && this.session.info),
      hint: this.revealed && here ? this.#solutionCell() : null,
      labels: [],
    });
    this.screen.showSeats({ clocks: null, thinking: null });
  }

  #solutionCell() {
    const [solution] = this.puzzle?.solutions ?? [];
    return this.puzzle?.position.legal.find(({ move }) => move === solution)?.cell ?? null;
  }

  async #fetch() {
    const game = /** @type {GameInfo} */ (this.session.game).text;
    this.message.textContent = "";
    this.next.disabled = true;
    try {
      /** @type {PuzzleInfo} */
      const puzzle = await post("api/puzzle", { game, level: Number(this.level.value), seed: Math.floor(Math.random() * 1e9) });
      this.tried = this.solved = this.revealed = false;
      this.puzzle = puzzle;
      this.session.open(puzzle.position);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.message.textContent = error.sentence;
    } finally {
      this.next.disabled = false;
    }
  }

  #judge() {
    const puzzle = /** @type {PuzzleInfo} */ (this.puzzle);
    const { node } = this.session;
    const right = puzzle.solutions.includes(node.move);
    this.#count(right);
    if (right) {
      this.solved = true;
      this.#say(`${node.move} is right. ${puzzle.reason}`);
    } else {
      this.#say(`${node.move} is not it; try again.`);
      if (node.parent) void this.session.go(node.parent);
    }
  }

  /** Only the first answer to a puzzle counts. @param {boolean} right */
  #count(right) {
    if (this.tried) return;
    this.tried = true;
    remember({ puzzles: prefs.puzzles + 1, solved: prefs.solved + Number(right) });
  }

  #reveal() {
    const puzzle = /** @type {PuzzleInfo} */ (this.puzzle);
    this.#count(false);
    this.solved = this.revealed = true;
    this.#say(`It was ${puzzle.solutions.join(" or ")}. ${puzzle.reason}`);
    this.show();
  }

  /** @param {string} text */
  #say(text) {
    this.message.textContent = text;
    this.screen.say(text);
  }
}
