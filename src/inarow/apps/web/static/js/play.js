/** Play: whose turn it is, the computer's moves, clocks, and the buttons of a game. */

import { Refusal, isAbort, post, sleep } from "./api.js";
import { button, fill, h } from "./dom.js";
import { showMoves } from "./moves.js";
import { YOU } from "./session.js";
import { sound } from "./sound.js";

/** A computer's move is not shown sooner, so that the eye can follow, in milliseconds. */
const SHORTEST_THOUGHT = 350;
const WATCHING_PAUSE = 700;

export class Play {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./app.js").Screen} screen
   */
  constructor(session, screen) {
    this.session = session;
    this.screen = screen;
    /** The game that is being played, by the root of its tree. @type {import("./tree.js").MoveNode | null} */
    this.root = null;
    this.thinking = new AbortController();
    this.isThinking = false;
    this.paused = false;
    /** @type {number | null} */
    this.hint = null;
    this.clocks = new Clocks(() => this.#tick());
    this.status = h("h2", { class: "status" });
    this.note = h("p", { class: "note" });
    this.moves = h("div", { class: "moves", role: "group", "aria-label": "Moves" });
    this.result = h("div", { class: "result" });
    this.buttons = {
      undo: button("Undo", "undo", () => void this.undo()),
      redo: button("Redo", "redo", () => void this.redo()),
      hint: button("Hint", "hint", () => void this.giveHint()),
      swap: button("Swap", "swap", () => this.swap(), { title: "Swap sides" }),
      resign: button("Resign", "flag", () => this.resign()),
      pause: button("Pause", "pause", () => this.pause()),
    };
    this.element = h(
      "div",
      { class: "play" },
      h("div", { class: "card" }, this.status, this.note, this.result),
      h(
        "div",
        { class: "actions" },
        button("New game", "plus", () => this.screen.newGame(), { class: "primary" }),
        ...Object.values(this.buttons),
      ),
      h("div", { class: "card grow" }, h("h3", {}, "Moves"), this.moves),
    );
  }

  /** Called when this screen is shown or its game has changed. @param {string} why */
  update(why) {
    this.hint = null;
    if (why !== "asking") this.note.textContent = "";
    const root = this.session.node.root();
    if (root !== this.root || why === "seated") {
      this.root = root;
      this.#stopThinking();
      this.paused = false;
      this.clocks.reset(Number(this.session.time) * 60);
    }
    if (why === "played" || why === "opened") this.#announce(why);
    this.show();
    this.#thinkIfNeeded(why);
    this.#runClocks();
  }

  /** Called when another screen takes over. */
  leave() {
    this.#stopThinking();
    this.clocks.stop();
  }

  show() {
    const { session } = this;
    const turn = session.turn();
    fill(this.status, ...this.#statusWords());
    showMoves(this.moves, session.node, { variations: false, go: (node) => void this.#browse(node) });
    this.#showButtons();
    this.#showResult();
    this.screen.showBoard({
      playable: this.#canPlay() && session.players[turn] === YOU,
      hint: this.hint,
      labels: [],
    });
    this.screen.showSeats({
      clocks: session.time ? this.clocks.left : null,
      thinking: this.isThinking ? turn : null,
    });
  }

  async undo() {
    const target = this.#undone();
    if (target) await this.#browse(target);
  }

  async redo() {
    let node = this.session.node.next();
    while (node?.next() && this.#isComputers(node)) node = node.next();
    if (node) await this.#browse(node);
  }

  /** Where undoing leads to: against a computer one step back would only let it move again. */
  #undone() {
    let node = this.session.node.parent;
    while (node && this.#isComputers(node)) node = node.parent;
    return node;
  }

  /** Does a person wait for a computer at a node? @param {import("./tree.js").MoveNode} node */
  #isComputers(node) {
    return this.#hasPerson() && this.session.players[this.session.turn(node)] !== YOU;
  }

  async giveHint() {
    const { session } = this;
    const node = session.node;
    this.note.textContent = "Looking for a good move …";
    try {
      /** @type {HintInfo} */
      const hint = await post("api/hint", session.request());
      if (session.node !== node || session.mode !== "play") return;
      this.hint = hint.cell;
      fill(this.note, h("strong", {}, `Try ${hint.move}. `), hint.reason);
      this.screen.say(`Hint: ${hint.move}. ${hint.reason}`);
      this.show();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.note.textContent = error.sentence;
    }
  }

  swap() {
    const { X, O } = this.session.players;
    this.session.seat({ X: O, O: X });
  }

  resign() {
    const turn = this.session.turn();
    const loser = this.session.players[turn] === YOU ? turn : turn === "X" ? "O" : "X";
    this.#stopThinking();
    this.session.giveUp(loser, `${loser} resigns`);
  }

  pause() {
    this.paused = !this.paused;
    if (this.paused) this.#stopThinking();
    this.#runClocks();
    this.show();
    this.#thinkIfNeeded("continued");
  }

  /** @param {import("./tree.js").MoveNode} node */
  async #browse(node) {
    this.#stopThinking();
    await this.session.go(node);
  }

  #hasPerson() {
    return Object.values(this.session.players).includes(YOU);
  }

  #canPlay() {
    return Boolean(this.session.info) && !this.session.over && !this.isThinking;
  }

  #statusWords() {
    const { session } = this;
    const outcome = session.info?.outcome;
    if (session.verdict) return [`${session.verdict.text}.`];
    if (outcome) return outcome.winner ? [this.screen.piece(outcome.winner), ` ${outcome.winner} wins`] : ["A draw"];
    const turn = session.turn();
    const name = session.players[turn];
    const friend = session.players.X === session.players.O;
    if (name !== YOU) {
      return [this.screen.piece(turn), ` ${this.screen.titleOf(name)} ${this.isThinking ? "thinks …" : "to move"}`];
    }
    return [this.screen.piece(turn), friend ? ` ${turn} to move` : " Your turn"];
  }

  #showButtons() {
    const { session, buttons } = this;
    const watching = !this.#hasPerson();
    buttons.undo.disabled = !this.#undone();
    buttons.redo.disabled = !session.node.children.length;
    buttons.hint.disabled = !this.#canPlay() || session.players[session.turn()] !== YOU;
    buttons.resign.disabled = session.over || watching || !session.node.parent;
    buttons.swap.disabled = session.over || session.players.X === session.players.O;
    buttons.pause.hidden = !watching && !this.paused;
    buttons.hint.hidden = buttons.resign.hidden = watching;
    const label = this.paused ? "Continue" : "Pause";
    buttons.pause.title = label;
    /** @type {HTMLElement} */ (buttons.pause.lastElementChild).textContent = label;
  }

  #showResult() {
    const { session } = this;
    if (!session.over) {
      fill(this.result);
      return;
    }
    fill(
      this.result,
      button("Rematch", "again", () => void this.screen.rematch(), { class: "primary" }),
      button("Review", "chart", () => this.screen.review()),
    );
  }

  /** @param {string} why */
  #announce(why) {
    const { session } = this;
    if (why === "opened") {
      this.screen.say(`${session.game?.title}. ${session.turn()} to move.`);
      return;
    }
    const mover = session.turn() === "X" ? "O" : "X";
    const outcome = session.info?.outcome;
    const end = outcome ? (outcome.winner ? `${outcome.winner} wins.` : "The game is a draw.") : "";
    this.screen.say(`${mover} plays ${session.node.move}. ${end || `${session.turn()} to move.`}`);
    sound(end ? "end" : "piece");
  }

  /** @param {string} why */
  #thinkIfNeeded(why) {
    const { session } = this;
    const computer = session.players[session.turn()] !== YOU;
    const fresh = why !== "moved" || !session.node.children.length;
    if (!computer || session.over || !session.info || this.isThinking || this.paused || !fresh) return;
    if (why === "asking") return;
    void this.#think();
  }

  async #think() {
    const { session } = this;
    const node = session.node;
    const turn = session.turn();
    const player = session.players[turn];
    this.thinking = new AbortController();
    const { signal } = this.thinking;
    this.isThinking = true;
    this.show();
    try {
      const request = { ...session.request(), player, limit: this.#limitFor(turn, player) };
      /** @type {[ChoiceInfo, void]} */
      const [choice] = await Promise.all([
        post("api/move", request, signal),
        sleep(this.#hasPerson() ? SHORTEST_THOUGHT : WATCHING_PAUSE, signal),
      ]);
      if (signal.aborted || session.node !== node) return;
      this.isThinking = false;
      await session.play(choice.move);
      if (!signal.aborted && session.mode === "play" && !session.over) this.#showThought(player, choice.thought);
    } catch (error) {
      if (isAbort(error)) return;
      if (!(error instanceof Refusal)) throw error;
      this.#stopThinking();
      this.paused = true;
      this.note.textContent = error.sentence;
      this.#runClocks();
      this.show();
    } finally {
      if (this.thinking.signal === signal) this.isThinking = false;
    }
  }

  /** How long a computer may think: what it was given, and a fair part of its clock. @param {Side} turn @param {string} player */
  #limitFor(turn, player) {
    const { time, think } = this.session;
    const given = think && this.screen.isTimed(player) ? [Number(think)] : [];
    const fair = time ? [Math.min(5, this.clocks.left[turn] / 20)] : [];
    const bounds = [...given, ...fair];
    return bounds.length ? { seconds: Math.max(0.1, Math.min(...bounds)) } : {};
  }

  /** @param {string} player @param {string} thought */
  #showThought(player, thought) {
    if (!thought || this.isThinking) return;
    fill(this.note, h("strong", {}, `${this.screen.titleOf(player)}: `), thought);
  }

  #stopThinking() {
    this.thinking.abort();
    this.isThinking = false;
  }

  #runClocks() {
    const { session } = this;
    const { node } = session;
    // Neither before the first move nor while earlier moves are looked at.
    const isLatest = node.parent && !node.children.length;
    const running = session.time && session.info && !session.over && !this.paused && isLatest;
    this.clocks.run(running ? session.turn() : null);
  }

  #tick() {
    const { session, clocks } = this;
    const turn = session.turn();
    if (clocks.left[turn] <= 0 && !session.over) {
      this.#stopThinking();
      clocks.stop();
      session.giveUp(turn, `${turn} is out of time`);
      return;
    }
    this.screen.showSeats({ clocks: clocks.left, thinking: this.isThinking ? turn : null });
  }
}

/** Two clocks of which one runs. */
class Clocks {
  /** @param {() => void} onTick */
  constructor(onTick) {
    this.onTick = onTick;
    /** Seconds left. @type {Record<Side, number>} */
    this.left = { X: 0, O: 0 };
    /** @type {Side | null} */
    this.running = null;
    this.since = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** @param {number} seconds */
  reset(seconds) {
    this.stop();
    this.left = { X: seconds, O: seconds };
  }

  /** @param {Side | null} side */
  run(side) {
    if (side === this.running) return;
    this.stop();
    if (!side) return;
    this.running = side;
    this.since = performance.now();
    this.timer = setInterval(() => {
      this.#count();
      this.onTick();
    }, 100);
  }

  stop() {
    this.#count();
    clearInterval(this.timer);
    this.running = null;
  }

  #count() {
    if (!this.running) return;
    const now = performance.now();
    this.left[this.running] = Math.max(0, this.left[this.running] - (now - this.since) / 1000);
    this.since = now;
  }
}
