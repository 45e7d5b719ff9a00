/** Opening games: from the address, the dialog for a new game, or whatever was pasted or dropped. */

import { Swap2, canSwap2 } from "../modes/swap2.js";
import { askAdapt, askPlayers, askPosition } from "./api.js";
import { Asking, Refusal } from "./http.js";
import { readLink } from "./link.js";
import { prefs, remember } from "./prefs.js";
import { YOU, keptTree } from "./session.js";
import { words } from "./words.js";

/**
 * @import { Link } from "./link.js"
 * @import { Session } from "./session.js"
 * @import { Choice } from "./setup.js"
 */

/** Stands for a level that follows the person's results. */
export const ADAPTS = "adapt";

export class Opening {
  /** @param {Session} session @param {readonly string[]} modes */
  constructor(session, modes) {
    this.session = session;
    this.modes = modes;
    this.asking = new Asking();
  }

  /** Begin a new game. @param {Choice} choice */
  async begin({ game, players, time, think, swap2 = false }) {
    await this.#open(async (signal) => {
      const position = await this.#seated({ game }, signal);
      const adapts = Object.values(players).includes(ADAPTS);
      Object.assign(this.session, { players, time, think, adapts, mode: "play" });
      if (adapts) await this.#adapt(position.game.text, signal);
      this.#openBeside(position, swap2);
    });
  }

  /** Begin again with the same rules and players. */
  async rematch() {
    await this.#open(async (signal) => {
      const { game, start } = this.session.request();
      const position = await askPosition({ game, start, moves: "" }, signal);
      if (this.session.adapts) await this.#adapt(position.game.text, signal);
      this.#openBeside(position, this.session.bySwap2);
    });
  }

  /** Seat the level that the person's results call for. @param {string} game @param {AbortSignal} signal */
  async #adapt(game, signal) {
    const { session } = this;
    const { level } = await askAdapt({ game, known: prefs.known[game] ?? null }, signal);
    const seat = (/** @type {string} */ name) => (name === YOU ? YOU : `level-${level}`);
    session.players = { X: seat(session.players.X), O: seat(session.players.O) };
  }

  /** Open the game in the address; if that cannot be, any game. @param {(refusal: Refusal) => void} onRefusal */
  async link(onRefusal) {
    try {
      await this.#open((signal) => this.#openLink(readLink(location.hash), signal));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      remember({ game: "connect4" });
      if (!this.session.game) await this.begin({ game: "connect4", players: { X: YOU, O: YOU }, time: "", think: "" });
      onRefusal(error);
    }
  }

  /** Open what was brought to the page. @param {(signal: AbortSignal) => Promise<OpenedInfo>} find @returns {Promise<string>} what it was */
  async brought(find) {
    let what = "";
    await this.#open(async (signal) => {
      const { kind, position } = await find(signal);
      const { session } = this;
      session.roster = await askPlayers(position.game.text, signal);
      const known = (/** @type {string} */ name) => (session.roster.some((each) => each.name === name) ? name : YOU);
      session.players = { X: known(session.players.X), O: known(session.players.O) };
      session.mode = "analyse";
      session.adapts = false;
      this.#openBeside(position);
      what = words.share.kinds[kind];
    });
    return what;
  }

  /** What was being opened before is cancelled, and nothing can be played meanwhile. @param {(signal: AbortSignal) => Promise<void>} open */
  async #open(open) {
    await this.asking.run(async (signal) => {
      document.body.classList.remove("ready");
      try {
        await open(signal);
      } finally {
        if (!signal.aborted) document.body.classList.add("ready");
      }
    });
  }

  /** The position, and in the session who can play it. @param {{game: string, moves?: string, start?: string}} wanted @param {AbortSignal} signal */
  async #seated(wanted, signal) {
    const position = await askPosition(wanted, signal);
    this.session.roster = await askPlayers(position.game.text, signal);
    return position;
  }

  /** The game before stays one step back in the browser's history. @param {PositionInfo} position @param {boolean} [swap2] */
  #openBeside(position, swap2 = false) {
    history.pushState(null, "", location.href);
    const { X, O } = this.session.players;
    this.session.open(position, undefined, swap2 ? new Swap2(X, O) : null);
  }

  /** @param {Link} link @param {AbortSignal} signal */
  async #openLink({ mode, game, moves, start, x, o, time, think, adapt, swap2, puzzle, place, code }, signal) {
    const position = await this.#seated({ game: game || prefs.game, moves, start }, signal);
    const players = game ? { X: x || YOU, O: o || YOU } : { X: YOU, O: this.#usualOpponent(position.game.text) };
    Object.assign(this.session, { players, time, think, adapts: Boolean(adapt), mode: this.modes.includes(mode) ? mode : "play", place, code });
    this.session.puzzle = puzzle && mode === "learn" ? { moves, task: puzzle } : null;
    const bySwap2 = Boolean(swap2) && canSwap2(position.game);
    const opening = bySwap2 && swap2 !== "done" ? new Swap2(players.X, players.O, swap2 === "adding") : null;
    this.session.open(position, keptTree(), opening, bySwap2);
  }

  /** @param {string} game */
  #usualOpponent(game) {
    const { roster } = this.session;
    const kept = prefs.opponents[game];
    return (roster.find(({ name }) => name === kept) ?? roster.find((each) => each.default))?.name ?? YOU;
  }
}
