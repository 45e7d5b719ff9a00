/**
 * The swap2 opening: one player puts three stones, the other takes a colour or adds two and lets the first one choose.
 *
 * @typedef {"black" | "white" | "add"} Take
 * @typedef {"" | "first" | "adding" | "done"} Swap2State how far it is, as an address says it
 */

import { YOU } from "../shell/session.js";

const FIRST = 3;
const ALL = 5;
/** Boards from this many cells on can be opened by swap2. */
const CELLS = 100;

/** Swap2 is for five in a row on a large open board. @param {GameInfo | undefined} game */
export function canSwap2(game) {
  return Boolean(game && !game.gravity && game.shape === "line" && game.size === 5 && game.width * game.height >= CELLS);
}

export class Swap2 {
  /** @param {string} opener who puts the first three stones @param {string} second @param {boolean} [adding] are two stones added before the colours are chosen? */
  constructor(opener, second, adding = false) {
    this.opener = opener;
    this.second = second;
    this.adding = adding;
  }

  /** Does the second player act now? @param {number} stones */
  #isSeconds(stones) {
    return this.adding ? stones < ALL : stones >= FIRST;
  }

  /** Who puts the next stone, or chooses. @param {number} stones */
  actor(stones) {
    return this.#isSeconds(stones) ? this.second : this.opener;
  }

  /** What can be chosen now, if anything. @param {number} stones @returns {Take[]} */
  choices(stones) {
    if (stones !== (this.adding ? ALL : FIRST)) return [];
    return this.adding ? ["black", "white"] : ["black", "white", "add"];
  }

  /** Who plays X (black) and O (white) after a choice; null if two stones are to be added first. @param {Take} take @param {number} stones @returns {Record<Side, string> | null} */
  choose(take, stones) {
    if (take === "add") {
      this.adding = true;
      return null;
    }
    const [chooser, other] = this.#isSeconds(stones) ? [this.second, this.opener] : [this.opener, this.second];
    return take === "black" ? { X: chooser, O: other } : { X: other, O: chooser };
  }

  /** Is it a person's part now? @param {number} stones */
  isYours(stones) {
    return this.actor(stones) === YOU;
  }
}

/** What a computer takes, by the stones that it answers with. @param {{move: string}[]} stones @returns {Take} */
export function takenBy(stones) {
  return /** @type {const} */ (["black", "white", "add"])[stones.length];
}
