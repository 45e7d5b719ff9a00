/** Is there a win by threats? The answer, its line, and the attack played on against any defence. A part of Analyse. */

import { askThreats } from "../shell/api.js";
import { button, fill, h } from "../shell/dom.js";
import { Asking } from "../shell/http.js";
import { words } from "../shell/words.js";

/**
 * @import { Session } from "../shell/session.js"
 * @import { Change, Screen } from "./mode.js"
 */

/** The engine that knows what a four is. */
const ENGINE = "gomoku";

export class Threats {
  /** @param {Session} session @param {Screen} screen */
  constructor(session, screen) {
    this.session = session;
    this.screen = screen;
    this.asking = new Asking();
    /** Who attacks, while the attack is played out. @type {Side | null} */
    this.attacker = null;
    this.ask = button(words.threats.ask, "flag", () => void this.#ask());
    this.answer = h("p", { class: "note", role: "status" });
    this.line = h("p", { class: "attack" });
    this.element = h("div", { class: "threats" }, this.ask, this.answer, this.line);
  }

  /** @param {Change} change */
  update(change) {
    const { session } = this;
    this.element.hidden = session.game?.engine !== ENGINE;
    if (change === "asking") return;
    const goesOn = change === "played" && this.attacker !== null;
    if (goesOn && session.turn() === this.attacker && !session.info?.outcome) void this.#attack();
    else if (!goesOn) this.#forget();
    this.ask.disabled = !session.info || Boolean(session.info.outcome);
  }

  #forget() {
    this.asking.cancel();
    this.attacker = null;
    this.#say("");
  }

  async #ask() {
    this.attacker = null;
    this.#say(words.threats.looking);
    await this.asking.run(async (signal) => {
      const { text, line } = await askThreats({ ...this.session.request(), players: this.session.people() }, signal);
      this.#say(text);
      if (!line.length) return;
      fill(this.line,
        line.join(" "), " ",
        button(words.threats.play, "play", () => void this.#begin(line[0])),
      );
    }, (sentence) => this.#say(sentence));
  }

  /** Play the first move of the attack; whoever looks on plays the defence. @param {string} move */
  async #begin(move) {
    this.attacker = this.session.turn();
    this.#say(words.threats.defend);
    await this.session.play(move);
  }

  /** Answer a defence. */
  async #attack() {
    await this.asking.run(async (signal) => {
      const { line } = await askThreats({ ...this.session.request(), players: this.session.people() }, signal);
      if (!line.length) {
        this.attacker = null;
        this.#say(words.threats.lost);
        return;
      }
      this.#say(words.threats.goesOn(line[0], Math.ceil(line.length / 2)));
      await this.session.play(line[0]);
    }, (sentence) => this.#say(sentence));
  }

  /** @param {string} text */
  #say(text) {
    this.answer.textContent = text;
    fill(this.line);
    if (text) this.screen.say(text);
  }
}
