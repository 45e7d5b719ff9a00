/** The game on the screen: its rules, its tree of moves, where we are in it, and who plays. */

import { isAbort, post } from "./api.js";
import { readLink, writeLink } from "./link.js";
import { remember } from "./prefs.js";
import { newTree } from "./tree.js";

export const YOU = "you";
const VARIATIONS = "inarow.variations";

/**
 * @typedef {import("./tree.js").MoveNode} MoveNode
 * @typedef {{name: string, tree: any[]}} KeptTree
 */

export class Session {
  constructor() {
    this.mode = "play";
    /** @type {GameInfo | null} */
    this.game = null;
    this.start = "";
    /** The cells of X and O in the start position. @type {number[][]} */
    this.setUp = [[], []];
    this.node = newTree();
    /** Tells this tree from those of other games, in the browser's history and in what is kept. */
    this.treeName = "";
    /** What the rules say about this node; null while the server is being asked. @type {PositionInfo | null} */
    this.info = null;
    /** @type {Record<Side, string>} */
    this.players = { X: YOU, O: YOU };
    /** Minutes on each clock; empty without clocks. */
    this.time = "";
    /** Seconds that a computer thinks about a move; empty for its usual time. */
    this.think = "";
    /** A result that the rules do not know of: resigned, or out of time. @type {{text: string, winner: Side} | null} */
    this.verdict = null;
    /** @type {((what: string) => void)[]} */
    this.listeners = [];
    /** @type {Map<string, PositionInfo>} */
    this.known = new Map();
    this.asking = new AbortController();
  }

  /** @param {(what: string) => void} listener */
  listen(listener) {
    this.listeners.push(listener);
  }

  /** @param {string} what */
  tell(what) {
    for (const listener of this.listeners) listener(what);
  }

  /** The position as the server wants to hear of it. @param {MoveNode} [node] */
  request(node = this.node) {
    return {
      game: /** @type {GameInfo} */ (this.game).text,
      start: this.start,
      moves: this.movesText(node),
    };
  }

  /** @param {MoveNode} [node] */
  movesText(node = this.node) {
    const game = /** @type {GameInfo} */ (this.game);
    const runsTogether = game.gravity && game.width <= 9;
    return node.path().map(({ move }) => move).join(runsTogether ? "" : " ");
  }

  /** Whose turn it is at a node. @param {MoveNode} [node] @returns {Side} */
  turn(node = this.node) {
    return (this.setUp.flat().length + node.depth) % 2 ? "O" : "X";
  }

  /**
   * The pieces on the board, with further cells played on from there.
   * @param {number[]} further
   * @returns {import("./board.js").Piece[]}
   */
  pieces(further) {
    const sides = /** @type {const} */ (["X", "O"]);
    const before = this.setUp.flatMap((cells, i) =>
      cells.map((cell) => ({ cell, side: sides[i], number: 0 })),
    );
    const first = before.length % 2;
    const cells = [...this.node.path().map(({ cell }) => cell), ...further];
    const played = cells.map((cell, i) => ({ cell, side: sides[(first + i) % 2], number: i + 1 }));
    return [...before, ...played];
  }

  /** Is the game over here, by the rules or otherwise? */
  get over() {
    return Boolean(this.info?.outcome || this.verdict);
  }

  /**
   * Open a position, as another game or with the variations that are known of it.
   * @param {PositionInfo} info
   * @param {KeptTree} kept
   */
  open(info, kept = { name: String(Math.random()), tree: [] }) {
    this.asking.abort();
    this.game = info.game;
    this.start = info.start;
    this.setUp = info.set_up;
    this.verdict = null;
    this.known.clear();
    this.treeName = kept.name;
    let node = newTree();
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

  /** Play a move that the rules allow here. @param {string} move */
  async play(move) {
    const legal = this.info?.legal.find((each) => each.move === move);
    if (!legal) return;
    await this.go(this.node.play(legal.move, legal.cell), "played");
  }

  /**
   * Go to a node and learn what the rules say there.
   * @param {MoveNode} node
   * @param {string} [why]
   */
  async go(node, why = "moved") {
    this.asking.abort();
    this.asking = new AbortController();
    if (node !== this.node) this.verdict = null;
    this.node = node;
    node.visit();
    this.info = this.known.get(this.movesText(node)) ?? null;
    if (!this.info) {
      this.#saveAddress();
      this.tell("asking");
      try {
        const info = await post("api/position", this.request(node), this.asking.signal);
        this.known.set(this.movesText(node), info);
        this.info = info;
      } catch (error) {
        if (isAbort(error)) return;
        throw error;
      }
    }
    this.#settled(why);
  }

  /** @param {Side} loser @param {string} text */
  giveUp(loser, text) {
    this.verdict = { text, winner: loser === "X" ? "O" : "X" };
    this.tell("ended");
  }

  /** @param {Record<Side, string>} players */
  seat(players) {
    this.players = players;
    this.#saveAddress();
    this.tell("seated");
  }

  /** @param {string} mode */
  switchTo(mode) {
    if (mode === this.mode) return;
    this.mode = mode;
    history.pushState(this.treeName, "", writeLink(this.link()));
    this.tell("mode");
  }

  /** @returns {import("./link.js").Link} */
  link() {
    return {
      mode: this.mode,
      ...this.request(),
      x: this.players.X === YOU ? "" : this.players.X,
      o: this.players.O === YOU ? "" : this.players.O,
      time: this.time,
      think: this.think,
    };
  }

  /** @param {string} why */
  #settled(why) {
    this.#saveAddress();
    this.#keepVariations();
    this.tell(why);
  }

  #saveAddress() {
    if (!this.game) return;
    const address = writeLink(this.link());
    if (address !== location.hash || history.state !== this.treeName) {
      history.replaceState(this.treeName, "", address);
    }
  }

  #keepVariations() {
    /** @type {KeptTree} */
    const kept = { name: this.treeName, tree: this.node.root().toData() };
    try {
      sessionStorage.setItem(VARIATIONS, JSON.stringify(kept));
    } catch {
      // Without a store the address still holds the line that is shown.
    }
  }
}

/** The link in the address bar. */
export function currentLink() {
  return readLink(location.hash);
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
