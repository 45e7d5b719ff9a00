/** The dialog for a new game: which game, against whom, which side, how much time. */

import { gameIcon } from "../board/pictures.js";
import { canSwap2 } from "../modes/swap2.js";
import { askPlayers } from "./api.js";
import { choices, dialogHeader, fill, h, icon, selectOptions } from "./dom.js";
import { Refusal } from "./http.js";
import { ADAPTS } from "./opening.js";
import { prefs, remember } from "./prefs.js";
import { YOU } from "./session.js";
import { words } from "./words.js";

const OWN = "own";
/** The group of players that are told apart by a number. */
const LEVELS = "levels";
/** How many minutes a side may be given for the game, and a computer seconds for a move, beside its usual time. */
const MINUTES = ["1", "3", "10"];
const SECONDS = ["1", "5", "10"];

/**
 * @import { Session } from "./session.js"
 * @typedef {{game: string, players: Record<Side, string>, time: string, think: string, swap2?: boolean}} Choice
 */

export class Setup {
  /** @param {GameInfo[]} games @param {(choice: Choice) => void} onStart */
  constructor(games, onStart) {
    this.games = games;
    this.onStart = onStart;
    this.opponents = h("div", { class: "opponents" });
    this.own = this.#ownGame();
    this.think = fieldset(words.setup.think, "choices think", ...choices("think", [
      ["", words.setup.usual], ...SECONDS.map((seconds) => [seconds, words.setup.seconds(seconds)]),
    ], ""));
    this.swap2 = fieldset(words.setup.opening, "choices", ...choices("opening", Object.entries(words.setup.openings), ""));
    this.players = /** @type {PlayerInfo[]} */ ([]);
    /** Done when the players of the chosen game are shown. */
    this.refreshed = Promise.resolve();
    this.error = h("p", { class: "error", role: "alert" });
    this.form = h("form", { method: "dialog", onsubmit: (/** @type {Event} */ event) => void this.#submit(event) },
      dialogHeader(words.setup.title, words.close, () => this.dialog.close()),
      fieldset(words.setup.game, "tiles",
        ...games.map((game) => tile(game.text, game.title, gameIcon(game), game.rules)),
        tile(OWN, words.setup.own, icon("own")),
      ),
      this.own,
      fieldset(words.setup.who, "choices", ...choices("who", Object.entries(words.setup.whos), "computer")),
      this.opponents,
      this.think,
      this.swap2,
      h("div", { class: "pair" },
        fieldset(words.setup.side, "choices side", ...choices("side", Object.entries(words.setup.sides), "X")),
        fieldset(words.setup.time, "choices", ...choices("time", [
          ["", words.setup.noClock], ...MINUTES.map((minutes) => [minutes, words.setup.minutes(minutes)]),
        ], "")),
      ),
      this.error,
      h("footer", {}, h("button", { class: "primary large", type: "submit" }, icon("play"), words.setup.start)),
    );
    this.form.addEventListener("change", (event) => void this.#changed(event));
    this.dialog = h("dialog", { class: "setup", "aria-label": words.setup.title }, this.form);
    document.body.append(this.dialog);
  }

  /** @param {Session} session */
  async show({ game, players, time, think }) {
    if (!game) return;
    const known = this.games.find(({ text }) => text === game.text);
    this.#set("game", known ? known.text : OWN);
    if (!known) this.#fillOwn(game);
    const people = Object.values(players).filter((name) => name === YOU).length;
    this.#set("who", ["watch", "computer", "friend"][people]);
    this.#set("time", time);
    this.#set("think", think);
    this.error.textContent = "";
    this.dialog.showModal();
    await this.#refresh();
  }

  /** @param {string} name */
  #value(name) {
    return String(new FormData(this.form).get(name) ?? "");
  }

  /** @param {string} name @param {string} value */
  #set(name, value) {
    const found = this.form.querySelector(`input[name="${name}"][value="${CSS.escape(value)}"]`);
    if (found instanceof HTMLInputElement) found.checked = true;
  }

  #ownGame() {
    return h("fieldset", { class: "own" },
      h("legend", {}, words.setup.ownGame),
      number(words.setup.width, "width", 3, 20, 8),
      number(words.setup.height, "height", 3, 20, 8),
      h("label", {}, words.setup.wins, h("select", { name: "shape" }, ...selectOptions(Object.entries(words.setup.shapes)))),
      number(words.setup.size, "size", 2, 20, 5),
      check(words.setup.gravity, "gravity", true),
      check(words.setup.exact, "exact", false),
    );
  }

  /** @param {GameInfo} game */
  #fillOwn(game) {
    const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name));
    for (const name of /** @type {const} */ (["width", "height", "shape", "size"])) field(name).value = String(game[name]);
    for (const name of /** @type {const} */ (["gravity", "exact"])) field(name).checked = game[name];
  }

  #gameText() {
    const chosen = this.#value("game");
    if (chosen !== OWN) return chosen;
    const size = `${this.#value("width")}x${this.#value("height")}`;
    const falls = Boolean(this.#value("gravity"));
    if (this.#value("shape") === "square") {
      return `square(${size},n=${this.#value("size")}${falls ? "" : ",free"})`;
    }
    const exact = this.#value("exact") ? ",exact" : "";
    return `mnk(${size},k=${this.#value("size")}${exact}${falls ? ",gravity" : ""})`;
  }

  /** @param {Event} event */
  async #changed(event) {
    const name = /** @type {HTMLInputElement} */ (event.target).name;
    if (name === "strength") this.#suggest();
    else if (["opponent", "playerX", "playerO"].includes(name)) this.#showThink();
    else if (!["side", "time", "think", "opening"].includes(name)) await this.#refresh();
  }

  /** Show what belongs to the choices made so far. */
  #refresh() {
    return (this.refreshed = this.#listPlayers());
  }

  async #listPlayers() {
    // What is hidden must not be able to forbid the start.
    this.own.disabled = this.own.hidden = this.#value("game") !== OWN;
    /** @type {HTMLElement} */ (this.form.querySelector(".side")).hidden = this.#value("who") !== "computer";
    this.swap2.hidden = !this.#canSwap2();
    this.error.textContent = "";
    const game = this.#gameText();
    try {
      const players = await askPlayers(game);
      if (game !== this.#gameText()) return;
      this.players = players;
      this.#showOpponents();
      this.#showThink();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (game !== this.#gameText()) return;
      fill(this.opponents);
      this.error.textContent = error.sentence;
    }
  }

  /** Swap2 needs a person at the board. */
  #canSwap2() {
    return canSwap2(this.games.find(({ text }) => text === this.#value("game"))) && this.#value("who") !== "watch";
  }

  /** Offer a thinking time to players that can use one. */
  #showThink() {
    const chosen = [this.#value("opponent"), this.#value("playerX"), this.#value("playerO")];
    const paces = this.players.filter(({ name, timed }) => timed && chosen.includes(name)).map(({ seconds }) => seconds);
    this.think.hidden = !paces.length;
    const usual = /** @type {Element} */ (this.think.querySelector(".choice span"));
    usual.textContent = new Set(paces).size === 1 ? words.setup.pace(paces[0]) : words.setup.usual;
  }

  /** Offer those who are an even match for who answers so, and one a bit easier and harder. */
  #suggest() {
    const strength = this.#value("strength");
    remember({ strength });
    const level = words.setup.strengths[strength].level;
    this.#set("opponent", `level-${level}`);
    this.#showNear(level);
    this.#showThink();
  }

  /** @param {number} level */
  #showNear(level) {
    for (const card of this.opponents.querySelectorAll(".person")) {
      card.classList.toggle("far", Math.abs(levelOf(card.querySelector("input")?.value ?? "") - level) > 1);
    }
  }

  /** Who plays this game if nothing was chosen yet. */
  #usualOpponent() {
    const answered = words.setup.strengths[prefs.strength];
    if (answered) return `level-${answered.level}`;
    return this.players.find((player) => player.default)?.name ?? this.players[0].name;
  }

  #showOpponents() {
    const { players } = this;
    const who = this.#value("who");
    const usual = this.#usualOpponent();
    const kept = prefs.opponents[this.#gameText()];
    const chosen = kept === ADAPTS || players.some(({ name }) => name === kept) ? kept : usual;
    if (who === "friend") fill(this.opponents);
    else if (who === "computer") {
      const strength = words.setup.strengths[prefs.strength] ? prefs.strength : strengthFor(levelOf(chosen) || levelOf(usual));
      // Whoever opened the list keeps it open, even if the players of another game arrive meanwhile.
      const opened = this.opponents.querySelector("details")?.open ?? false;
      fill(this.opponents, opponentList(players, chosen, strength, opened));
      this.#showNear(levelOf(chosen) || words.setup.strengths[strength].level);
      this.opponents.querySelector(":checked")?.parentElement?.scrollIntoView({ block: "nearest" });
    } else fill(this.opponents, playerSelect("X", players, chosen), playerSelect("O", players, chosen));
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    // Who may play this game is perhaps being asked still.
    await this.refreshed;
    if (this.error.textContent || !this.dialog.open) return;
    const game = this.#gameText();
    this.dialog.close();
    this.onStart({
      game, players: this.#players(game), time: this.#value("time"),
      think: this.think.hidden ? "" : this.#value("think"),
      swap2: !this.swap2.hidden && this.#value("opening") === "swap2",
    });
  }

  /** @param {string} game @returns {Record<Side, string>} */
  #players(game) {
    const who = this.#value("who");
    if (who === "friend") return { X: YOU, O: YOU };
    if (who === "watch") return { X: this.#value("playerX"), O: this.#value("playerO") };
    const opponent = this.#value("opponent");
    remember({ opponents: { ...prefs.opponents, [game]: opponent } });
    const side = this.#value("side");
    const first = side === "X" || (side === "?" && Math.random() < 0.5);
    return first ? { X: YOU, O: opponent } : { X: opponent, O: YOU };
  }
}

/** The level in a player's name; 0 if it has none. @param {string} name */
function levelOf(name) {
  return Number(/^level-(\d+)$/.exec(name)?.[1] ?? 0);
}

/** What somebody may have answered for whom a level is an even match. @param {number} level */
function strengthFor(level) {
  const apart = (/** @type {string} */ strength) => Math.abs(words.setup.strengths[strength].level - level);
  return Object.keys(words.setup.strengths).reduce((best, strength) => (apart(strength) < apart(best) ? strength : best));
}

/**
 * People-like opponents first; the others are a click away.
 * @param {PlayerInfo[]} players @param {string} chosen @param {string} strength @param {boolean} opened
 */
function opponentList(players, chosen, strength, opened) {
  const levels = players.filter(({ group }) => group === LEVELS);
  const others = players.filter(({ group }) => group !== LEVELS);
  const groups = [...new Set(others.map(({ group }) => group))];
  const answers = Object.entries(words.setup.strengths).map(([name, { answer }]) => [name, answer]);
  return h("fieldset", { class: "players" },
    h("legend", {}, words.setup.howStrong),
    h("div", { class: "choices" }, h("div", { class: "options" }, ...choices("strength", answers, strength))),
    h("h3", {}, words.setup.against),
    h("div", { class: "people" }, ...levels.map((player) => personCard(player, chosen))),
    opponentCard({ name: ADAPTS, ...words.setup.adapts }, chosen),
    h("details", { class: "more", open: opened || others.some(({ name }) => name === chosen) },
      h("summary", {}, words.setup.more),
      ...groups.flatMap((group) => [
        h("h3", {}, words.setup.groups[group]),
        h("div", { class: "players" }, ...others.filter((player) => player.group === group).map((player) => opponentCard(player, chosen))),
      ]),
    ),
  );
}

/** Somebody who plays like people, by name and strength. @param {PlayerInfo} player @param {string} chosen */
function personCard({ name, title, about }, chosen) {
  const card = opponentCard({ name, title, about: about.replace(/ of \d+:/, ":") }, chosen);
  card.classList.add("person");
  return card;
}

/** @param {Pick<PlayerInfo, "name" | "title" | "about">} player @param {string} chosen */
function opponentCard({ name, title, about }, chosen) {
  return h("label", { class: "player" },
    h("input", { type: "radio", name: "opponent", value: name, checked: name === chosen }),
    h("span", {}, h("b", {}, title), h("small", {}, about)),
  );
}

/** @param {Side} side @param {PlayerInfo[]} players @param {string} chosen */
function playerSelect(side, players, chosen) {
  const names = players.map(({ name, title }) => [name, title]);
  return h("label", { class: "select" }, side, h("select", { name: `player${side}` }, ...selectOptions(names, chosen)));
}

/** @param {string} legend @param {string} kind @param {...Node} children */
function fieldset(legend, kind, ...children) {
  return h("fieldset", { class: kind }, h("legend", {}, legend), h("div", { class: "options" }, ...children));
}

/** @param {string} value @param {string} label @param {Node} picture @param {string} [title] */
function tile(value, label, picture, title) {
  return h("label", { class: "tile", title }, h("input", { type: "radio", name: "game", value }), picture, h("span", {}, label));
}

/** @param {string} label @param {string} name @param {number} min @param {number} max @param {number} value */
function number(label, name, min, max, value) {
  return h("label", {}, label, h("input", { type: "number", name, min, max, value, required: true }));
}

/** @param {string} label @param {string} name @param {boolean} checked */
function check(label, name, checked) {
  return h("label", { class: "check" }, h("input", { type: "checkbox", name, checked }), label);
}
