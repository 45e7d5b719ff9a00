/** Puzzles, a lesson: positions in which one move wins or saves the game. */

import { pieceIcon } from "../board/pictures.js";
import { askPuzzle } from "../shell/api.js";
import { button, fill, h, selectOptions } from "../shell/dom.js";
import { Asking } from "../shell/http.js";
import { prefs, remember } from "../shell/prefs.js";
import { words } from "../shell/words.js";

/**
 * @import { Session } from "../shell/session.js"
 * @import { Change, Mode, Screen } from "./mode.js"
 */

/** How often another puzzle is asked for before the same one is taken again. */
const MOST_TRIES = 5;

/** @implements {Mode} */
export class Puzzles {
  keys = {};

  /** @param {Session} session @param {Screen} screen */
  constructor(session, screen) {
    this.session = session;
    this.screen = screen;
    this.puzzle = /** @type {TaskInfo | null} */ (null);
    this.asking = new Asking();
    this.isLooking = false;
    this.tried = false;
    this.solved = false;
    /** The cell of the solution, once it is shown. @type {number | null} */
    this.revealed = null;
    this.task = h("h2", { class: "status" });
    this.message = h("p", { class: "note", role: "status" });
    this.score = h("p", { class: "quiet" });
    this.level = h("select", { id: "level" }, ...selectOptions(Object.entries(words.puzzles.levels)));
    this.next = button(words.puzzles.next, "forward", () => void this.#fetch(), { class: "primary" });
    this.reveal = button(words.puzzles.reveal, "hint", () => this.#reveal());
    this.element = h("div", { class: "puzzles" },
      h("div", { class: "card" }, this.task, this.message),
      h("div", { class: "row" }, h("label", { for: "level" }, `${words.puzzles.level} `, this.level), this.next, this.reveal),
      this.score,
    );
  }

  /** @param {Change} change */
  update(change) {
    if (change === "played" && this.puzzle && !this.solved) this.#check();
    // Another game that is opened here is not replaced by a puzzle unless one is asked for, or it came as one.
    if (change === "opened" && this.session.info !== this.puzzle?.position) this.#openOther(this.session.puzzle);
    if (change === "entered" && !this.puzzle) void this.#fetch();
    this.show();
  }

  leave() {
    this.puzzle = this.revealed = this.session.puzzle = null;
    this.isLooking = false;
    this.asking.cancel();
  }

  show() {
    const { puzzle, solved } = this;
    const noTask = this.isLooking ? words.puzzles.looking : words.puzzles.none;
    fill(this.task, ...(puzzle ? [pieceIcon(puzzle.position.turn, puzzle.position.game), ` ${puzzle.question}`] : [noTask]));
    this.next.disabled = this.isLooking;
    this.score.textContent = words.puzzles.score(prefs.solved, prefs.puzzles);
    this.reveal.disabled = !puzzle || solved;
    const here = this.session.movesText() === (puzzle?.position.moves_text ?? "");
    this.screen.showBoard({
      playable: Boolean(puzzle && !solved && here && this.session.info),
      hint: here ? this.revealed : null,
    });
    // Whoever plays the game, a puzzle is solved by one person.
    this.screen.showSeats({ unnamed: true });
  }

  /** @param {Session["puzzle"]} linked */
  #openOther(linked) {
    this.leave();
    if (linked) void this.#fetch(linked.moves);
  }

  /** @param {string} [moves] those that lead to the puzzle; without them it may be any */
  async #fetch(moves = "") {
    const { game } = this.session.request();
    this.isLooking = true;
    this.message.textContent = "";
    this.show();
    await this.asking.run(async (signal) => {
      const puzzle = await (moves ? askPuzzle({ game, moves }, signal) : this.#another(game, signal));
      this.isLooking = false;
      // The game before the first puzzle stays one step back in the browser's history.
      if (!this.puzzle && !moves) history.pushState(null, "", location.href);
      this.#open(puzzle);
    }, (sentence) => {
      this.isLooking = false;
      this.message.textContent = sentence;
      this.show();
    });
  }

  /** Any puzzle, but not the one that is shown if there are others. @param {string} game @param {AbortSignal} signal */
  async #another(game, signal) {
    for (let tries = 1; ; tries++) {
      const wanted = { game, level: Number(this.level.value), seed: Math.floor(Math.random() * 1e9) };
      const puzzle = await askPuzzle(wanted, signal);
      if (puzzle.position.text !== this.puzzle?.position.text || tries === MOST_TRIES) return puzzle;
    }
  }

  /** @param {TaskInfo} puzzle */
  #open(puzzle) {
    this.tried = this.solved = false;
    this.revealed = null;
    this.puzzle = puzzle;
    this.session.puzzle = { moves: puzzle.position.moves_text, task: puzzle.puzzle.task };
    this.session.open(puzzle.position);
  }

  #check() {
    const { puzzle } = /** @type {TaskInfo} */ (this.puzzle);
    const { node } = this.session;
    const right = puzzle.solution === node.move;
    this.#count(right);
    if (right) {
      this.solved = true;
      this.#say(words.puzzles.right(node.move, puzzle.reason));
    } else {
      this.#say(words.puzzles.wrong(node.move));
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
    const { puzzle, position } = /** @type {TaskInfo} */ (this.puzzle);
    this.#count(false);
    this.solved = true;
    this.revealed = position.legal.find(({ move }) => move === puzzle.solution)?.cell ?? null;
    this.#say(words.puzzles.answer(puzzle.solution, puzzle.reason));
    this.show();
  }

  /** @param {string} text */
  #say(text) {
    this.message.textContent = text;
    this.screen.say(text);
  }
}
