/** The game on the screen: its rules, its tree of moves, where we are in it, and who plays. */

import { piecesOf } from "../board/board.js";
import { askPosition } from "./api.js";
import { Asking } from "./http.js";
import { writeLink } from "./link.js";
import { MoveNode } from "./movetree.js";
import { OWN } from "./own.js";
import { remember } from "./prefs.js";
import { words } from "./words.js";

export const YOU = "you";
const VARIATIONS = "inarow.variations";

/**
 * @import { Piece } from "../board/board.js"
 * @import { Change } from "../modes/mode.js"
 * @import { Swap2, Swap2State } from "../modes/swap2.js"
 * @import { Link } from "./link.js"
 * @typedef {{name: string, tree: any[]}} KeptTree
 */

/** @param {Side} side @returns {Side} */
export function otherSide(side) {
  return side === "X" ? "O" : "X";
}

export class Session {
  constructor() {
    this.mode = "play";
    this.game = /** @type {GameInfo | null} */ (null);
    this.start = "";
    /** The cells of X and O in the start position. @type {number[][]} */
    this.setUp = [[], []];
    this.node = new MoveNode();
    /** Tells this tree from those of other games, in the browser's history and in what is kept. */
    this.treeName = "";
    /** What the rules say about this node; null while the server is being asked. @type {PositionInfo | null} */
    this.info = null;
    /** Who can play this game. @type {PlayerInfo[]} */
    this.roster = [];
    /** @type {Record<Side, string>} */
    this.players = { X: YOU, O: YOU };
    /** Minutes on each clock; empty without clocks. */
    this.time = "";
    /** Seconds that a computer thinks about a move; empty for its usual time. */
    this.think = "";
    /** Does the opponent follow the person's results? */
    this.adapts = false;
    /** The opening by swap2, until the colours are chosen. @type {Swap2 | null} */
    this.opening = null;
    /** Was this game opened by swap2, or is it being? */
    this.bySwap2 = false;
    /** Where in the course one is: `course`, `chapter/NAME` or `exercise/NAME`; empty elsewhere. */
    this.place = "";
    /** The puzzle that is to be solved, and what it asks for: a win, or to save the game. @type {{moves: string, task: string} | null} */
    this.puzzle = null;
    /** Code that came with a link, to be shown in the workbench. */
    this.code = "";
    /** An end that the rules do not know of. @type {{reason: "resigned" | "timeout", winner: Side} | null} */
    this.ended = null;
    /** Hears what has happened. @type {(change: Change) => void} */
    this.onChange = () => {};
    this.known = /** @type {Map<string, PositionInfo>} */ (new Map());
    this.asking = new Asking();
  }

  /** The position as the server wants to hear of it. @param {MoveNode} [node] */
  request(node = this.node) {
    return { game: this.game?.text ?? "", start: this.start, moves: this.movesText(node) };
  }

  /** @param {MoveNode} [node] */
  movesText(node = this.node) {
    const runsTogether = this.game?.gravity && this.game.width <= 9;
    return node.path().map(({ move }) => move).join(runsTogether ? "" : " ");
  }

  /** Whose turn it is at a node. @param {MoveNode} [node] @returns {Side} */
  turn(node = this.node) {
    return (this.setUp.flat().length + node.depth) % 2 ? "O" : "X";
  }

  /** The pieces on the board, with further cells played on from there. @param {number[]} further @returns {Piece[]} */
  pieces(further) {
    return piecesOf(this.setUp, [...this.node.path().map(({ cell }) => cell), ...further]);
  }

  /** Is the game over here, by the rules or otherwise? */
  get over() {
    return Boolean(this.info?.outcome || this.ended);
  }

  /** A player's name for people. @param {string} name */
  titleOf(name) {
    if (name === YOU) return words.you;
    if (name === OWN) return words.own;
    // The options of a player stand in brackets after its name.
    const [plain] = name.split("(");
    return this.roster.find((player) => player.name === plain)?.title ?? name;
  }

  /** Who plays a side; just the side, where both are played alike or nobody has it yet. @param {Side} side */
  nameOf(side) {
    if (this.opening) return words.swap2.colours[side];
    return this.players.X === this.players.O ? side : this.titleOf(this.players[side]);
  }

  /** Who plays the two sides, for sentences. @returns {Record<Side, string>} */
  people() {
    return { X: this.nameOf("X"), O: this.nameOf("O") };
  }

  /** How it ended, as those who play see it. @param {Side | null} winner */
  resultWords(winner) {
    if (winner === null) return words.play.draw;
    const name = this.nameOf(winner);
    if (name === words.you) return words.play.youWon;
    return this.nameOf(otherSide(winner)) === words.you ? words.play.youLost : words.play.wins(name);
  }

  /** Can this player be told how long to think? @param {string} name */
  isTimed(name) {
    return Boolean(this.roster.find((player) => player.name === name)?.timed);
  }

  /** Open a position, as another game or with the variations that are known of it. @param {PositionInfo} info @param {KeptTree} kept @param {Swap2 | null} opening @param {boolean} bySwap2 */
  open(info, kept = { name: String(Math.random()), tree: [] }, opening = null, bySwap2 = Boolean(opening)) {
    this.asking.cancel();
    this.game = info.game;
    this.start = info.start;
    this.setUp = info.set_up;
    this.ended = null;
    this.opening = opening;
    this.bySwap2 = bySwap2;
    this.known.clear();
    this.treeName = kept.name;
    let node = new MoveNode();
    node.addData(kept.tree);
    for (const { move, cell } of info.moves) node = node.play(move, cell);
    node.promote();
    node.visit();
    this.node = node;
    this.info = info;
    this.known.set(this.movesText(), info);
    remember({ game: info.game.text });
    this.#settled("opened");
  }

  /**
   * Play a move that the rules allow here.
   * @param {string} move
   * @param {PositionInfo} [info] what they say after it, if the server has told that already
   * @param {UnseenInfo[]} [unseen] what was not seen by whoever plays it
   */
  async play(move, info, unseen = []) {
    const legal = this.info?.legal.find((each) => each.move === move);
    if (!legal) return;
    const node = this.node.play(legal.move, legal.cell);
    if (info) this.known.set(this.movesText(node), info);
    node.unseen = unseen;
    await this.go(node, "played");
  }

  /** Go to a node and learn what the rules say there. @param {MoveNode} node @param {"moved" | "played"} [change] */
  async go(node, change = "moved") {
    this.asking.cancel();
    if (node !== this.node) this.ended = null;
    this.node = node;
    node.visit();
    this.info = this.known.get(this.movesText(node)) ?? null;
    if (this.info) {
      this.#settled(change);
      return;
    }
    this.#saveAddress();
    this.onChange("asking");
    await this.asking.run(async (signal) => {
      this.info = await askPosition(this.request(node), signal);
      this.known.set(this.movesText(node), this.info);
      this.#settled(change);
    });
  }

  /** @param {Side} loser @param {"resigned" | "timeout"} reason */
  giveUp(loser, reason) {
    this.ended = { reason, winner: otherSide(loser) };
    this.onChange("ended");
  }

  /** @param {Record<Side, string>} players */
  seat(players) {
    this.players = players;
    this.#saveAddress();
    this.onChange("seated");
  }

  /** @param {string} mode */
  switchTo(mode) {
    if (mode === this.mode) return;
    this.mode = mode;
    this.#enter();
  }

  /** Go to a place of the course, or with none back to the game. @param {string} place @param {string} [code] */
  visit(place, code = "") {
    Object.assign(this, { mode: "learn", place, code });
    this.#enter();
  }

  #enter() {
    const address = writeLink(this.link());
    if (address !== location.hash) history.pushState(this.treeName, "", address);
    this.onChange("entered");
  }

  /** @returns {Link} */
  link() {
    const puzzle = this.mode === "learn" && !this.place ? this.puzzle : null;
    return {
      mode: this.mode,
      ...this.request(),
      ...(puzzle && { moves: puzzle.moves }),
      x: this.players.X === YOU ? "" : this.players.X,
      o: this.players.O === YOU ? "" : this.players.O,
      time: this.time,
      think: this.think,
      adapt: this.adapts ? "1" : "",
      swap2: this.#swap2State(),
      puzzle: puzzle?.task ?? "",
      place: this.mode === "learn" ? this.place : "",
      code: "",
    };
  }

  /** @returns {Swap2State} */
  #swap2State() {
    if (this.opening) return this.opening.adding ? "adding" : "first";
    return this.bySwap2 ? "done" : "";
  }

  /** The address of this game in a mode. @param {string} mode */
  address(mode) {
    return writeLink({ ...this.link(), mode });
  }

  /** @param {Change} change */
  #settled(change) {
    this.#saveAddress();
    this.#keepVariations();
    this.onChange(change);
  }

  #saveAddress() {
    if (!this.game) return;
    const address = writeLink(this.link());
    if (address !== location.hash || history.state !== this.treeName) {
      history.replaceState(this.treeName, "", address);
    }
  }

  #keepVariations() {
    keepTree({ name: this.treeName, tree: this.node.root().toData() });
  }
}

/** Keep a tree for when the browser comes back to it. @param {KeptTree} kept */
export function keepTree(kept) {
  try {
    sessionStorage.setItem(VARIATIONS, JSON.stringify(kept));
  } catch {
    // Without a store the address still holds the line that is shown.
  }
}

/** The tree to which a reload or a step through the history comes back, if this is one. @returns {KeptTree | undefined} */
export function keptTree() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(VARIATIONS) ?? "{}");
    return kept.name === history.state ? kept : undefined;
  } catch {
    return undefined;
  }
}
