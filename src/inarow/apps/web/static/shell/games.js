/** The games that were played in this browser: kept after every move, listed, continued, reviewed. */

import { button, dialogHeader, fill, h } from "./dom.js";
import { words } from "./words.js";

/**
 * @import { Session } from "./session.js"
 * @typedef {{name: string, link: string, title: string, players: string, moves: number, result: string, when: number, tree?: any[]}} Kept
 */

const KEY = "inarow.games";
const MOST = 100;

/** @returns {Kept[]} the latest first */
function keptGames() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Keep the game as it stands, in the place of what was kept of it before. @param {Session} session @param {string} result */
export function keepGame(session, result) {
  if (!session.game || !session.node.parent) return;
  const { X, O } = session.players;
  const kept = {
    name: session.treeName, link: session.address("play"), title: session.game.title, players: X === O ? "X – O" : `${session.titleOf(X)} – ${session.titleOf(O)}`,
    moves: session.node.depth, result, when: Date.now(), tree: session.node.root().toData(),
  };
  const others = keptGames().filter(({ name }) => name !== kept.name);
  try {
    localStorage.setItem(KEY, JSON.stringify([kept, ...others].slice(0, MOST)));
  } catch {
    // A browser that keeps nothing still plays; the address holds the game.
  }
}

export class Games {
  /** @param {(kept: Kept, review: boolean) => void} onOpen */
  constructor(onOpen) {
    this.onOpen = onOpen;
    this.list = h("ol", { class: "games" });
    this.dialog = h("dialog", { class: "share", "aria-label": words.games.title },
      dialogHeader(words.games.title, words.close, () => this.dialog.close()),
      this.list,
    );
    document.body.append(this.dialog);
  }

  show() {
    const games = keptGames();
    fill(this.list, ...(games.length ? games.map((kept) => this.#row(kept)) : [h("li", {}, words.games.none)]));
    this.dialog.showModal();
  }

  /** @param {Kept} kept */
  #row(kept) {
    const { title, players, moves, result, when } = kept;
    const open = (/** @type {boolean} */ review) => () => {
      this.dialog.close();
      this.onOpen(kept, review);
    };
    return h("li", {},
      h("span", {}, h("b", {}, title), ` ${players}`, h("small", {}, words.games.about(result, moves, new Date(when)))),
      result ? null : button(words.games.resume, "play", open(false), { class: "primary" }),
      button(words.play.review, "chart", open(true)),
    );
  }
}
