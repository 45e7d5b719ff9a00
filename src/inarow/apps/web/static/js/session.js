/** The game on the screen: its rules, its tree of moves, where we are in it, and who plays. */

import { isAbort, post } from "./api.js";
import { readLink, writeLink } from "./link.js";
import { remember } from "./prefs.js";
import { newTree } from "./tree.js";

export const YOU = "you";
const VARIATIONS = "inarow.variations";

/** @typedef {import("./tree.js").MoveNode} MoveNode */

export class Session {
  constructor() {
    this.mode = "play";
    /** @type {GameInfo | null} */
    this.game = null;
    this.start = "";
    /** The cells of X and O in the start position. @type {number[][]} */
    this.setUp = [[], []];
    this.node = newTree();
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

  /** Open a position, with the variations that this tab knows of it. @param {PositionInfo} info */
  open(info) {
    this.game = info.game;
    this.start = info.start;
    this.setUp = info.set_up;
    this.verdict = null;
    this.known.clear();
    this.node = newTree();
    this.#addKeptVariations();
    let node = this.node;
    for (const { move, cell } of info.moves) node = node.play(move, cell);
    node.promote();
    this.node = node;
    this.info = info;
    this.known.set(this.movesText(), info);
    remember({ game: info.game.text });
    this.#settled("opened");
  }

  /** Begin anew with the same rules. */
  async restart() {
    sessionStorage.removeItem(VARIATIONS);
    const { game, start } = this.request();
    this.open(await post("api/position", { game, start, moves: "" }));
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
    history.pushState(null, "", writeLink(this.link()));
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
    if (address !== location.hash) history.replaceState(null, "", address);
  }

  #keepVariations() {
    const { game, start } = this.request();
    const data = JSON.stringify({ game, start, tree: this.node.root().toData() });
    try {
      sessionStorage.setItem(VARIATIONS, data);
    } catch {
      // Without a store the address still holds the line that is shown.
    }
  }

  #addKeptVariations() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(VARIATIONS) ?? "{}");
      const { game, start } = this.request();
      if (kept.game === game && kept.start === start) this.node.addData(kept.tree);
    } catch {
      sessionStorage.removeItem(VARIATIONS);
    }
  }
}

/** The link in the address bar. */
export function currentLink() {
  return readLink(location.hash);
}
