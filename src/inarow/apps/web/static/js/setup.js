/** The dialog for a new game: which game, against whom, which side, how much time. */

import { Refusal, get } from "./api.js";
import { button, fill, h, icon } from "./dom.js";
import { gameIcon } from "./pictures.js";
import { prefs, remember } from "./prefs.js";
import { YOU } from "./session.js";

const OWN = "own";
const TIMES = [["", "No clock"], ["1", "1 min"], ["3", "3 min"], ["10", "10 min"]];
/** How many seconds a computer may be given for a move, beside its usual time. */
const THOUGHTS = ["1", "5", "10"];

/**
 * @typedef {{game: string, players: Record<Side, string>, time: string, think: string}} Choice
 */

export class Setup {
  /**
   * @param {GameInfo[]} games
   * @param {(choice: Choice) => void} onStart
   */
  constructor(games, onStart) {
    this.games = games;
    this.onStart = onStart;
    this.opponents = h("div", { class: "opponents" });
    this.own = this.#ownGame();
    this.think = fieldset("The computer thinks", "choices think", ...choices("think", [
      ["", "usual"], ...THOUGHTS.map((seconds) => [seconds, `${seconds} s`]),
    ], ""));
    /** @type {PlayerInfo[]} */
    this.players = [];
    /** Done when the players of the chosen game are shown. */
    this.refreshed = Promise.resolve();
    this.error = h("p", { class: "error", role: "alert" });
    this.form = h(
      "form",
      { method: "dialog", onsubmit: (/** @type {Event} */ event) => void this.#submit(event) },
      h("header", {}, h("h2", {}, "New game"), button("Close", "close", () => this.dialog.close(), { class: "bare" })),
      fieldset("Game", "tiles", ...games.map((game) => this.#tile(game)), this.#ownTile()),
      this.own,
      fieldset("Who plays", "choices", ...choices("who", [
        ["computer", "You and a computer"], ["friend", "Two people here"], ["watch", "Two computers"],
      ], "computer")),
      this.opponents,
      this.think,
      h("div", { class: "pair" }, this.#sideChoice(), fieldset("Time for each side", "choices", ...choices("time", TIMES, ""))),
      this.error,
      h("footer", {}, h("button", { class: "primary large", type: "submit" }, icon("play"), "Start")),
    );
    this.form.addEventListener("change", (event) => void this.#changed(event));
    this.dialog = h("dialog", { class: "setup", "aria-label": "New game" }, this.form);
    document.body.append(this.dialog);
  }

  /** @param {import("./session.js").Session} session */
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

  /** @param {GameInfo} game */
  #tile(game) {
    return h(
      "label",
      { class: "tile", title: game.rules },
      h("input", { type: "radio", name: "game", value: game.text }),
      gameIcon(game),
      h("span", {}, game.title),
    );
  }

  #ownTile() {
    return h(
      "label",
      { class: "tile" },
      h("input", { type: "radio", name: "game", value: OWN }),
      icon("own"),
      h("span", {}, "Your own"),
    );
  }

  #ownGame() {
    return h(
      "fieldset",
      { class: "own" },
      h("legend", {}, "Your own game"),
      number("Width", "width", 3, 20, 8),
      number("Height", "height", 3, 20, 8),
      h("label", {}, "Wins", h("select", { name: "shape" }, h("option", { value: "line" }, "a line"), h("option", { value: "square" }, "a square"))),
      number("of", "size", 2, 20, 5),
      check("Pieces fall", "gravity", true),
      check("Longer lines do not count", "exact", false),
    );
  }

  /** @param {GameInfo} game */
  #fillOwn(game) {
    const values = { width: game.width, height: game.height, shape: game.shape, size: game.size };
    for (const [name, value] of Object.entries(values)) {
      /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name)).value = String(value);
    }
    for (const name of /** @type {const} */ (["gravity", "exact"])) {
      /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name)).checked = game[name];
    }
  }

  #sideChoice() {
    return fieldset("You play", "choices side", ...choices("side", [
      ["X", "First (X)"], ["O", "Second (O)"], ["?", "By chance"],
    ], "X"));
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
    if (["opponent", "playerX", "playerO"].includes(name)) this.#showThink();
    else if (!["side", "time", "think"].includes(name)) await this.#refresh();
  }

  /** Show what belongs to the choices made so far. */
  #refresh() {
    this.refreshed = this.#listPlayers();
    return this.refreshed;
  }

  async #listPlayers() {
    // What is hidden must not be able to forbid the start.
    this.own.disabled = this.own.hidden = this.#value("game") !== OWN;
    /** @type {HTMLElement} */ (this.form.querySelector(".side")).hidden = this.#value("who") !== "computer";
    this.error.textContent = "";
    const game = this.#gameText();
    try {
      /** @type {PlayerInfo[]} */
      const players = await get(`api/players?game=${encodeURIComponent(game)}`);
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

  /** Offer a thinking time to players that can use one. */
  #showThink() {
    const chosen = [this.#value("opponent"), this.#value("playerX"), this.#value("playerO")];
    const paces = this.players.filter(({ name, pace }) => pace && chosen.includes(name)).map(({ pace }) => pace);
    this.think.hidden = !paces.length;
    const usual = /** @type {Element} */ (this.think.querySelector(".choice span"));
    usual.textContent = new Set(paces).size === 1 ? paces[0] : "as usual";
  }

  #showOpponents() {
    const { players } = this;
    const who = this.#value("who");
    const usual = players.find((player) => player.default)?.name ?? players[0].name;
    const kept = prefs.opponents[this.#gameText()];
    const chosen = players.some(({ name }) => name === kept) ? kept : usual;
    if (who === "friend") fill(this.opponents);
    else if (who === "computer") {
      fill(this.opponents, opponentList(players, chosen));
      this.opponents.querySelector(":checked")?.parentElement?.scrollIntoView({ block: "nearest" });
    } else fill(this.opponents, playerSelect("X", "playerX", players, chosen), playerSelect("O", "playerO", players, chosen));
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    // Who may play this game is perhaps being asked still.
    await this.refreshed;
    if (this.error.textContent || !this.dialog.open) return;
    const game = this.#gameText();
    this.dialog.close();
    this.onStart({ game, players: this.#players(game), time: this.#value("time"), think: this.think.hidden ? "" : this.#value("think") });
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

/** @param {PlayerInfo[]} players @param {string} chosen */
function opponentList(players, chosen) {
  const groups = [...new Set(players.map(({ group }) => group))];
  return h(
    "fieldset",
    { class: "players" },
    h("legend", {}, "Against"),
    ...groups.flatMap((group) => [
      h("h3", {}, group),
      h(
        "div",
        { class: group === "Levels" ? "levels" : "players" },
        ...players.filter((player) => player.group === group)
          .map((player) => (group === "Levels" ? levelChip : opponentCard)(player, chosen)),
      ),
    ]),
  );
}

/** @param {PlayerInfo} player @param {string} chosen */
function opponentCard(player, chosen) {
  return h(
    "label",
    { class: "player", title: player.about },
    h("input", { type: "radio", name: "opponent", value: player.name, checked: player.name === chosen }),
    h("span", {}, h("b", {}, player.title), h("small", {}, player.about)),
  );
}

/** Of a level the number is enough. @param {PlayerInfo} player @param {string} chosen */
function levelChip({ name, title, about }, chosen) {
  return h(
    "label",
    { class: "player", title: about },
    h("input", { type: "radio", name: "opponent", value: name, checked: name === chosen, "aria-label": title }),
    h("b", {}, title.replace("Level ", "")),
  );
}

/** @param {string} label @param {string} name @param {PlayerInfo[]} players @param {string} chosen */
function playerSelect(label, name, players, chosen) {
  return h(
    "label",
    { class: "select" },
    label,
    h("select", { name }, ...players.map((player) =>
      h("option", { value: player.name, selected: player.name === chosen }, player.title))),
  );
}

/** @param {string} legend @param {string} kind @param {...Node} children */
function fieldset(legend, kind, ...children) {
  return h("fieldset", { class: kind }, h("legend", {}, legend), h("div", { class: "options" }, ...children));
}

/** @param {string} name @param {string[][]} options @param {string} chosen */
function choices(name, options, chosen) {
  return options.map(([value, label]) =>
    h("label", { class: "choice" }, h("input", { type: "radio", name, value, checked: value === chosen }), h("span", {}, label)),
  );
}

/** @param {string} label @param {string} name @param {number} min @param {number} max @param {number} value */
function number(label, name, min, max, value) {
  return h("label", {}, label, h("input", { type: "number", name, min, max, value, required: true }));
}

/** @param {string} label @param {string} name @param {boolean} checked */
function check(label, name, checked) {
  return h("label", { class: "check" }, h("input", { type: "checkbox", name, checked }), label);
}
