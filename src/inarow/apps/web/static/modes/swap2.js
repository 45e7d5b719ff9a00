/**
 * The swap2 opening: one player puts three stones, the other takes a colour or adds two and lets the first one choose.
 *
 * @typedef {"black" | "white" | "add"} Take
 */

import { YOU } from "../shell/session.js";

const FIRST = 3;
const ALL = 5;

export class Swap2 {
  /** @param {string} opener who puts the first three stones @param {string} second */
  constructor(opener, second) {
    this.opener = opener;
    this.second = second;
    this.adding = false;
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

/** What a computer takes, by the stones that it answers with. @param {MoveInfo[]} stones @returns {Take} */
export function takenBy(stones) {
  return /** @type {const} */ (["black", "white", "add"])[stones.length];
}
