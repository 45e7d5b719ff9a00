/** Play: whose turn it is, the computer's moves, clocks, and the buttons of a game. */

import { pieceIcon } from "../board/pictures.js";
import { askAdapt, askHint, askMove, askSwap2 } from "../shell/api.js";
import { button, fill, h } from "../shell/dom.js";
import { keepGame } from "../shell/games.js";
import { Asking, sleep } from "../shell/http.js";
import { prefs, remember } from "../shell/prefs.js";
import { thoughtOf } from "../shell/results.js";
import { reviewed } from "../shell/reviewing.js";
import { YOU, otherSide } from "../shell/session.js";
import { sound } from "../shell/sound.js";
import { words } from "../shell/words.js";
import { Clocks } from "./clocks.js";
import { showMoves } from "./moves.js";
import { takenBy } from "./swap2.js";

/**
 * @import { MoveNode } from "../shell/movetree.js"
 * @import { Session } from "../shell/session.js"
 * @import { Change, Mode, Screen } from "./mode.js"
 * @import { Take } from "./swap2.js"
 */

/** A computer's move is not shown sooner, so that the eye can follow, in milliseconds. */
const SHORTEST_THOUGHT = 350;
const WATCHING_PAUSE = 700;

/** @implements {Mode} */
export class Play {
  /** @param {Session} session @param {Screen} screen */
  constructor(session, screen) {
    this.session = session;
    this.screen = screen;
    /** The game that is being played, by the root of its tree. @type {MoveNode | null} */
    this.root = null;
    this.asking = new Asking();
    this.thinking = new Asking();
    this.lookingBack = new Asking();
    /** Was a move shown or taken back in this game, or its result counted already? */
    this.helped = this.counted = false;
    this.isThinking = false;
    this.paused = false;
    this.hint = /** @type {number | null} */ (null);
    /** What a computer has chosen in the opening, as long as that is news. */
    this.taken = "";
    this.clocks = new Clocks(() => this.#tick());
    this.status = h("h2", { class: "status" });
    this.note = h("p", { class: "note" });
    this.moves = h("div", { class: "moves", role: "group", "aria-label": words.moves.title });
    /** What decided the game, and what follows from the result where the opponent adapts. */
    this.turning = h("p", { class: "turning", role: "status" });
    this.level = h("p", { class: "next-level" });
    this.result = h("div", { class: "result" });
    this.buttons = {
      undo: button(words.play.undo, "undo", () => this.#undo()),
      redo: button(words.play.redo, "redo", () => this.#redo()),
      hint: button(words.play.hint, "hint", () => void this.#giveHint()),
      swap: button(words.play.swap, "swap", () => this.#swap(), { title: words.play.swapSides }),
      resign: button(words.play.resign, "flag", () => this.#resign()),
      pause: button(words.play.pause, "pause", () => this.#pause()),
    };
    this.element = h("div", { class: "play" },
      h("div", { class: "card" }, this.status, this.turning, this.note, this.level, this.result),
      h("div", { class: "actions" },
        button(words.setup.title, "plus", () => screen.newGame(), { class: "primary" }),
        ...Object.values(this.buttons),
      ),
      h("div", { class: "card grow" },
        h("div", { class: "row spread" }, h("h3", {}, words.moves.title), button(words.games.title, "folder", () => screen.games(), { class: "bare small" })),
        this.moves,
      ),
    );
    const toBoard = () => screen.focusBoard();
    this.keys = {
      u: () => this.#undo(),
      r: () => this.#redo(),
      h: () => { if (!this.buttons.hint.disabled) void this.#giveHint(); },
      ArrowLeft: toBoard,
      ArrowRight: toBoard,
    };
  }

  /** @param {Change} change */
  update(change) {
    this.asking.cancel();
    this.hint = null;
    const root = this.session.node.root();
    if (root !== this.root) this.taken = "";
    if (change !== "asking") this.#showTaken();
    if (root !== this.root || change === "seated") {
      this.root = root;
      this.#stopThinking();
      this.paused = false;
      this.clocks.reset(Number(this.session.time) * 60);
      this.helped = this.counted = false;
      this.lookingBack.cancel();
      this.level.textContent = "";
    }
    if (change !== "asking") this.#keep();
    if (change === "played" || change === "opened") this.#announce(change);
    // Who looks at earlier moves does not want the computer to move again.
    if (change !== "asking" && (change !== "moved" || !this.session.node.children.length)) this.#thinkIfNeeded();
    this.show();
    this.#runClocks();
    if (change !== "asking") this.#lookBack();
  }

  /** What the other side has chosen in the opening, until the person has moved; before that, the rule, or how to begin. */
  #showTaken() {
    const { session } = this;
    const begins = session.game && !session.node.depth && this.#isYourTurn();
    const begin = begins ? words.play.begin[session.game?.gravity ? "column" : "cell"] : "";
    this.note.textContent = this.taken || (session.opening ? words.swap2.rule : begin);
    if (this.#isYourTurn()) this.taken = "";
  }

  leave() {
    this.asking.cancel();
    this.lookingBack.cancel();
    this.#stopThinking();
    this.clocks.stop();
  }

  show() {
    const { session } = this;
    fill(this.status, ...this.#statusWords());
    showMoves(this.moves, session.node, { variations: false, before: session.setUp.flat().length, go: (node) => this.#browse(node) });
    this.#showButtons();
    this.#showResult();
    this.screen.showBoard({ playable: this.#isYourTurn(), hint: this.hint });
    this.#showSeats();
  }

  #showSeats() {
    const { session } = this;
    this.screen.showSeats({
      clocks: session.time ? this.clocks.left : undefined,
      thinking: this.isThinking ? session.turn() : undefined,
    });
  }

  /** Keep the game that people play here, and how it ended. */
  #keep() {
    const { session } = this;
    if (!this.#hasPerson()) return;
    const winner = session.ended?.winner ?? session.info?.outcome?.winner ?? null;
    keepGame(session, session.over ? session.resultWords(winner) : "");
  }

  /** When the game is over: say what decided it, and let the result count. */
  #lookBack() {
    const { session } = this;
    this.turning.textContent = "";
    if (!session.over || !session.node.parent) return this.lookingBack.cancel();
    const end = session.node;
    if (!end.reviewed) this.turning.textContent = words.play.lookingBack;
    return void this.lookingBack.run(async (signal) => {
      await this.#count(signal);
      const { turning, decided } = await reviewed(session, end, signal);
      this.turning.textContent = turning;
      this.screen.say(turning);
      this.#showResult(decided);
    }, (sentence) => { this.turning.textContent = sentence; });
  }

  /** Let a result count, once, where the opponent follows the person's results. @param {AbortSignal} signal */
  async #count(signal) {
    const { session } = this;
    const person = session.players.X === YOU ? "X" : "O";
    const level = Number(session.players[otherSide(person)].replace("level-", ""));
    if (!session.adapts || this.counted || !level) return;
    if (this.helped) {
      this.level.textContent = words.play.notCounted;
      return;
    }
    this.counted = true;
    const winner = session.ended?.winner ?? session.info?.outcome?.winner ?? null;
    const score = winner === null ? 0.5 : Number(winner === person);
    const game = session.request().game;
    const { known, text } = await askAdapt({ game, known: prefs.known[game] ?? null, result: { level, score } }, signal);
    remember({ known: { ...prefs.known, [game]: known } });
    this.level.textContent = text;
  }

  #undo() {
    const target = this.#undone();
    if (!target) return;
    this.helped = true;
    this.#browse(target);
  }

  #redo() {
    let node = this.session.node.next();
    while (node?.next() && this.#isComputers(node)) node = node.next();
    if (node) this.#browse(node);
  }

  /** Where undoing leads to: against a computer one step back would only let it move again. */
  #undone() {
    let node = this.session.node.parent;
    while (node && this.#isComputers(node)) node = node.parent;
    return node;
  }

  /** Does a person wait for a computer at a node? @param {MoveNode} node */
  #isComputers(node) {
    return this.#hasPerson() && this.session.players[this.session.turn(node)] !== YOU;
  }

  async #giveHint() {
    this.note.textContent = words.play.looking;
    await this.asking.run(async (signal) => {
      this.helped = true;
      const request = { ...this.session.request(), players: this.session.people() };
      const { move, cell, reason } = await askHint(request, signal);
      this.hint = cell;
      fill(this.note, h("strong", {}, `${words.play.advice(move)} `), reason.text);
      this.screen.say(`${words.play.advice(move)} ${reason.text}`);
      this.show();
    }, (sentence) => {
      this.note.textContent = sentence;
    });
  }

  #swap() {
    const { X, O } = this.session.players;
    this.session.seat({ X: O, O: X });
  }

  #resign() {
    const turn = this.session.turn();
    this.#stopThinking();
    this.session.giveUp(this.session.players[turn] === YOU ? turn : otherSide(turn), "resigned");
  }

  #pause() {
    this.paused = !this.paused;
    if (this.paused) this.#stopThinking();
    else this.#thinkIfNeeded();
    this.#runClocks();
    this.show();
  }

  /** @param {MoveNode} node */
  #browse(node) {
    this.#stopThinking();
    void this.session.go(node);
  }

  #hasPerson() {
    return Object.values(this.session.players).includes(YOU);
  }

  #isYourTurn() {
    const { session } = this;
    const { opening } = session;
    const stones = session.node.depth;
    const isYours = opening ? opening.isYours(stones) && !opening.choices(stones).length : session.players[session.turn()] === YOU;
    return Boolean(session.info) && !session.over && !this.isThinking && isYours;
  }

  #statusWords() {
    const { session } = this;
    const { ended } = session;
    const outcome = session.info?.outcome;
    if (ended) return [words.play[ended.reason](session.nameOf(otherSide(ended.winner)))];
    if (outcome) return [this.#piece(outcome.winner), ` ${this.session.resultWords(outcome.winner)}`];
    const turn = session.turn();
    if (session.opening) return [this.#piece(turn), ` ${this.#openingWords()}`];
    const name = session.nameOf(turn);
    const say = this.isThinking ? words.play.thinks : name === words.you ? () => words.play.yourTurn : words.play.toMove;
    return [this.#piece(turn), ` ${say(name)}`];
  }

  #openingWords() {
    const { session } = this;
    const { opening, node } = session;
    if (!opening?.isYours(node.depth)) return words.play.thinks(session.titleOf(opening?.actor(node.depth) ?? ""));
    return opening.choices(node.depth).length ? words.swap2.choose : words.swap2.put(session.turn());
  }

  /** @param {Side | null} side */
  #piece(side) {
    return side && this.session.game ? pieceIcon(side, this.session.game) : null;
  }

  #showButtons() {
    const { session, buttons } = this;
    const watching = !this.#hasPerson();
    buttons.undo.disabled = !this.#undone() || Boolean(session.opening);
    buttons.redo.disabled = !session.node.children.length;
    buttons.hint.disabled = !this.#isYourTurn();
    buttons.resign.disabled = session.over || Boolean(session.opening) || watching || !session.node.parent;
    buttons.swap.disabled = session.over || Boolean(session.opening) || session.players.X === session.players.O;
    buttons.pause.hidden = !watching && !this.paused;
    buttons.hint.hidden = buttons.resign.hidden = watching;
    const label = this.paused ? words.play.resume : words.play.pause;
    buttons.pause.title = label;
    /** @type {HTMLElement} */ (buttons.pause.lastElementChild).textContent = label;
  }

  /** What can be done after the game, or chosen in the opening. @param {MoveNode | null} [decided] the move that decided it */
  #showResult(decided = this.session.node.reviewed?.decided ?? null) {
    const { session } = this;
    const stones = session.node.depth;
    const choices = session.opening?.isYours(stones) ? session.opening.choices(stones) : [];
    fill(this.result,
      ...choices.map((take) => button(words.swap2.takes[take], "swap", () => this.#take(take))),
      ...(session.over ? [
        button(words.play.rematch, "again", () => this.screen.rematch(), { class: "primary" }),
        decided && button(words.play.showMove(decided.verdict?.number ?? 0), "promote", () => this.screen.review(decided)),
        button(words.play.review, "chart", () => this.screen.review()),
      ] : []));
  }

  /** Choose in the swap2 opening, for whoever acts now. @param {Take} take */
  #take(take) {
    const { session } = this;
    const players = session.opening?.choose(take, session.node.depth);
    this.screen.say(this.taken);
    if (!players) return this.show();
    session.opening = null;
    return session.seat(players);
  }

  /** Let a computer do its part of the opening. */
  async #open() {
    const { session } = this;
    this.isThinking = true;
    await this.thinking.run(async (signal) => {
      const choosing = session.opening?.choices(session.node.depth).length;
      const name = session.titleOf(session.opening?.actor(session.node.depth) ?? "");
      const stones = await this.#openingStones(Boolean(choosing), signal);
      if (choosing) {
        this.taken = words.swap2.took(name, takenBy(stones));
        this.#take(takenBy(stones));
        // With a colour it is a player like any other, who moves when it is its turn.
        if (!session.opening) return;
      }
      for (const { move } of stones) {
        await sleep(SHORTEST_THOUGHT, signal);
        await session.play(move);
      }
      this.isThinking = false;
      this.#thinkIfNeeded();
      this.show();
    }, (sentence) => {
      this.isThinking = false;
      this.note.textContent = sentence;
      this.show();
    });
  }

  /** What a computer puts on the board in the opening. @param {boolean} choosing @param {AbortSignal} signal @returns {Promise<{move: string}[]>} */
  async #openingStones(choosing, signal) {
    const { session } = this;
    const { opening } = session;
    // The game was left between the two stones that it adds.
    if (opening?.adding && !choosing) return [await askMove({ ...session.request(), player: opening.second, limit: {} }, signal)];
    return (await askSwap2(session.request(), signal)).stones;
  }

  /** @param {"opened" | "played"} change */
  #announce(change) {
    const { session } = this;
    const outcome = session.info?.outcome;
    const next = outcome ? this.session.resultWords(outcome.winner) : words.play.toMove(session.turn());
    const what = change === "opened" ? session.game?.title : words.play.plays(otherSide(session.turn()), session.node.move);
    this.screen.say(`${what}. ${next}.`);
    if (change === "played") sound(outcome ? "end" : "piece");
  }

  #thinkIfNeeded() {
    const { session } = this;
    if (session.over || !session.info || this.isThinking || this.paused) return;
    if (session.opening && !session.opening.isYours(session.node.depth)) void this.#open();
    else if (!session.opening && session.players[session.turn()] !== YOU) void this.#think();
  }

  async #think() {
    const { session } = this;
    const turn = session.turn();
    const player = session.players[turn];
    const pace = prefs.pace && this.#hasPerson();
    const request = { ...session.request(), player, limit: this.#limitFor(turn, player), pace };
    this.isThinking = true;
    await this.thinking.run(async (signal) => {
      const began = performance.now();
      const pause = this.#hasPerson() ? SHORTEST_THOUGHT : WATCHING_PAUSE;
      const [{ move, thought, position, unseen, seconds }] = await Promise.all([askMove(request, signal), sleep(pause, signal)]);
      if (seconds) await sleep(Math.max(0, began + 1000 * seconds - performance.now()), signal);
      this.isThinking = false;
      await session.play(move, position, unseen);
      // The next one may be thinking already.
      if (thought && !session.over && !this.isThinking && !this.note.textContent) fill(this.note, h("strong", {}, `${session.titleOf(player)}: `), thoughtOf(thought));
    }, (sentence) => {
      this.isThinking = false;
      this.paused = true;
      this.note.textContent = sentence;
      this.#runClocks();
      this.show();
    });
  }

  /** How long a computer may think: what it was given, and a fair part of its clock. @param {Side} turn @param {string} player */
  #limitFor(turn, player) {
    const { time, think } = this.session;
    const bounds = [
      ...(think && this.session.isTimed(player) ? [Number(think)] : []),
      ...(time ? [Math.min(5, this.clocks.left[turn] / 20)] : []),
    ];
    return bounds.length ? { seconds: Math.max(0.1, Math.min(...bounds)) } : {};
  }

  #stopThinking() {
    this.thinking.cancel();
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
    if (clocks.left[turn] > 0 || session.over) return this.#showSeats();
    this.leave();
    return session.giveUp(turn, "timeout");
  }
}
