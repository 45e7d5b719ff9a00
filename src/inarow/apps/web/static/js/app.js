/** The whole screen: board, seats, panel, dialogs, keys; the modes draw on it. */

import { Analyse } from "./analyse.js";
import { Refusal, connection, get, isAbort, post } from "./api.js";
import { Board, lookOf } from "./board.js";
import { fill, h, icon } from "./dom.js";
import { Learn } from "./learn.js";
import { pieceIcon } from "./pictures.js";
import { Play } from "./play.js";
import { prefs, remember } from "./prefs.js";
import { Session, YOU, currentLink, keptTree } from "./session.js";
import { Setup } from "./setup.js";
import { Share } from "./share.js";

const MODES = /** @type {const} */ (["play", "analyse", "learn"]);

export class Screen {
  constructor() {
    this.session = new Session();
    /** @type {PlayerInfo[]} */
    this.roster = [];
    this.board = new Board(part("board"), (move) => void this.session.play(move));
    this.modes = {
      play: new Play(this.session, this),
      analyse: new Analyse(this.session, this),
      learn: new Learn(this.session, this),
    };
    /** The mode that is on the screen. @type {Play | Analyse | Learn | null} */
    this.shown = null;
    /** A column typed while the server is still being asked about the position. */
    this.typed = /** @type {{node: import("./tree.js").MoveNode, column: number} | null} */ (null);
    this.shareDialog = new Share(this.session, (find) => this.#openBrought(find));
    /** What is wrong with the connection, and what was refused; a refusal is read until the next thing is done. */
    this.trouble = { connection: "", refusal: "" };
    /** Calls off the game that is being opened. */
    this.calledOff = new AbortController();
    this.session.listen((why) => this.#changed(why));
    connection.changed = (trouble) => this.#showTrouble({ connection: trouble });
    this.#wire();
  }

  /** Read the address and begin. */
  async start() {
    this.games = /** @type {GameInfo[]} */ (await get("api/games"));
    this.setup = new Setup(this.games, (choice) => void this.#begin(choice));
    await this.#openLink();
  }

  get mode() {
    return this.modes[/** @type {"play"} */ (this.session.mode)];
  }

  /**
   * Show the session's position, with ``further`` cells played on from there.
   * @param {{
   *   playable: boolean, hint: number | null, labels: import("./board.js").Label[], labelled?: boolean,
   *   further?: number[],
   * }} view
   */
  showBoard({ playable, hint, labels, labelled = false, further = [] }) {
    const { session } = this;
    if (!session.game) return;
    this.board.reshape(session.game);
    document.body.style.setProperty("--ratio", String(this.board.ratio));
    document.body.dataset.moves = session.movesText();
    document.body.dataset.look = this.#look();
    this.board.show({
      pieces: session.pieces(further),
      turn: session.turn(),
      legal: session.info?.legal ?? [],
      playable,
      winning: further.length ? [] : (session.info?.outcome?.cells ?? []),
      labels,
      labelled,
      hint,
      numbers: prefs.numbers,
    });
  }

  /** @param {{clocks: Record<Side, number> | null, thinking: Side | null}} view */
  showSeats({ clocks, thinking }) {
    const { players } = this.session;
    // You sit below; between equals X does.
    const below = players.O === YOU && players.X !== YOU ? "O" : "X";
    this.#showSeat(part("seat-below"), below, clocks, thinking);
    this.#showSeat(part("seat-above"), below === "X" ? "O" : "X", clocks, thinking);
  }

  /** @param {{meter: number, text: string} | null} meter */
  showMeter(meter) {
    const bar = part("meter");
    bar.hidden = !meter;
    document.body.classList.toggle("metered", Boolean(meter));
    if (!meter) return;
    const share = Math.round(50 + 50 * meter.meter);
    bar.style.setProperty("--share", `${share}%`);
    bar.setAttribute("aria-valuenow", String(share));
    bar.setAttribute("aria-valuetext", `${meter.text}; X ${share} %`);
    bar.className = `meter ${this.#look()}`;
    bar.dataset.text = meter.text;
    bar.classList.toggle("ahead", meter.meter >= 0);
  }

  /** Let screen readers hear it. @param {string} text */
  say(text) {
    part("live").textContent = text;
  }

  /** @param {Side} side */
  piece(side) {
    return pieceIcon(side, this.#look());
  }

  /** @param {string} name */
  titleOf(name) {
    if (name === YOU) return "You";
    // The options of a player stand in brackets after its name.
    const [plain] = name.split("(");
    return this.roster.find((player) => player.name === plain)?.title ?? name;
  }

  /** Can this player be told how long to think? @param {string} name */
  isTimed(name) {
    return Boolean(this.roster.find((player) => player.name === name)?.pace);
  }

  newGame() {
    if (this.session.game) void this.setup?.show(this.session);
  }

  review() {
    this.session.switchTo("analyse");
    void this.modes.analyse.review.run();
  }

  #look() {
    const { game } = this.session;
    return game ? lookOf(game) : "standing";
  }

  #wire() {
    for (const mode of MODES) {
      part(`tab-${mode}`).addEventListener("click", (event) => {
        event.preventDefault();
        this.session.switchTo(mode);
      });
    }
    part("skip").addEventListener("click", (event) => {
      // The address holds the game, so that no link may lead to a part of the page.
      event.preventDefault();
      this.board.focus();
    });
    part("share").addEventListener("click", () => this.shareDialog.show());
    part("menu-place").append(this.#menu());
    window.addEventListener("hashchange", () => void this.#openLink());
    window.addEventListener("unhandledrejection", (event) => {
      if (isAbort(event.reason)) event.preventDefault();
      else if (event.reason instanceof Refusal) {
        event.preventDefault();
        this.#showTrouble({ refusal: event.reason.sentence });
      }
    });
    for (const done of ["click", "keydown"]) {
      document.addEventListener(done, () => this.#showTrouble({ refusal: "" }), { capture: true });
    }
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("paste", (event) => this.#pasted(event));
    this.#acceptFiles();
    applyTheme();
  }

  #menu() {
    const theme = h(
      "select",
      { "aria-label": "Theme", onchange: () => { remember({ theme: theme.value }); applyTheme(); } },
      ...[["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]].map(([value, label]) =>
        h("option", { value, selected: prefs.theme === value }, label)),
    );
    const option = (/** @type {string} */ label, /** @type {"sound" | "numbers"} */ name) => {
      const box = h("input", {
        type: "checkbox", checked: prefs[name],
        onchange: () => { remember({ [name]: box.checked }); this.mode.show(); },
      });
      return h("label", { class: "check" }, box, label);
    };
    const content = h(
      "div",
      { class: "menu", popover: true, id: "menu" },
      h("label", { class: "select" }, "Theme", theme),
      option("Sound", "sound"),
      option("Move numbers", "numbers"),
      h(
        "dl",
        {},
        ...[["1 – 9", "drop into a column"], ["← → ↑ ↓", "walk on the board, or step through moves"],
          ["Enter", "play there"], ["u  r", "undo, redo"], ["h", "hint"], ["n", "new game"]].flatMap(
          ([keys, what]) => [h("dt", {}, keys), h("dd", {}, what)]),
      ),
      h("a", { href: "api.html" }, "The API behind this page"),
    );
    // The browser knows of a button like this that a click on it closes the menu, too.
    const opener = h(
      "button",
      { type: "button", title: "Settings", class: "bare", popovertarget: "menu" },
      icon("menu"),
      h("span", {}, "Settings"),
    );
    return h("span", {}, opener, content);
  }

  /** @param {string} why */
  #changed(why) {
    const { session } = this;
    if (this.shown !== this.mode) {
      this.shown?.leave();
      this.shown = this.mode;
      this.showMeter(null);
    }
    for (const mode of MODES) {
      const tab = part(`tab-${mode}`);
      if (mode === session.mode) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
    document.body.dataset.mode = session.mode;
    document.title = session.game ? `${session.game.title} · inarow` : "inarow";
    part("title").textContent = session.game ? `${session.game.title} · ${session.game.rules}` : "";
    const panel = part("panel");
    if (panel.firstElementChild !== this.mode.element) fill(panel, this.mode.element);
    this.mode.update(why);
    this.#playTyped();
  }

  /** Who types faster than the server answers loses no key; who goes elsewhere plays nothing there. */
  #playTyped() {
    const { typed, session } = this;
    if (!typed || (!session.info && typed.node === session.node)) return;
    this.typed = null;
    if (typed.node === session.node) this.board.chooseColumn(typed.column);
  }

  /**
   * @param {HTMLElement} seat
   * @param {Side} side
   * @param {Record<Side, number> | null} clocks
   * @param {Side | null} thinking
   */
  #showSeat(seat, side, clocks, thinking) {
    const { session } = this;
    const toMove = session.turn() === side && !session.over;
    seat.classList.toggle("to-move", toMove);
    fill(
      seat,
      this.piece(side),
      h("b", {}, this.#seatName(side)),
      thinking === side ? h("span", { class: "thinking" }, "thinking") : null,
      clocks ? h("time", { class: clocks[side] < 20 ? "clock low" : "clock" }, clockText(clocks[side])) : null,
    );
  }

  /** @param {Side} side */
  #seatName(side) {
    const { players, mode } = this.session;
    return players.X === players.O || mode !== "play" ? side : this.titleOf(players[side]);
  }

  /**
   * Open another game: what was being opened before is called off, and nothing can be played meanwhile.
   * @param {(signal: AbortSignal) => Promise<void>} open
   */
  async #opening(open) {
    this.calledOff.abort();
    const { signal } = (this.calledOff = new AbortController());
    document.body.classList.remove("ready");
    try {
      await open(signal);
    } finally {
      if (!signal.aborted) document.body.classList.add("ready");
    }
  }

  /** @param {import("./setup.js").Choice} choice */
  async #begin({ game, players, time, think }) {
    await this.#opening(async (signal) => {
      const position = await post("api/position", { game }, signal);
      this.roster = await rosterOf(position.game, signal);
      Object.assign(this.session, { players, time, think, mode: "play" });
      this.#openBeside(position);
    });
  }

  /** Begin anew with the same rules and players. */
  async rematch() {
    await this.#opening(async (signal) => {
      const { game, start } = this.session.request();
      this.#openBeside(await post("api/position", { game, start, moves: "" }, signal));
    });
  }

  /** The game before stays one step back in the browser's history. @param {PositionInfo} position */
  #openBeside(position) {
    history.pushState(null, "", location.href);
    this.session.open(position);
  }

  async #openLink() {
    const { session } = this;
    try {
      await this.#opening((signal) => this.#openLinked(currentLink(), signal));
    } catch (error) {
      if (isAbort(error)) return;
      if (!(error instanceof Refusal)) throw error;
      remember({ game: "connect4" });
      if (!session.game) await this.#begin({ game: "connect4", players: { X: YOU, O: YOU }, time: "", think: "" });
      this.#showTrouble({ refusal: `This link cannot be opened: ${error.message}.` });
    }
  }

  /** @param {import("./link.js").Link} link @param {AbortSignal} signal */
  async #openLinked(link, signal) {
    const { session } = this;
    const { moves, start, time, think } = link;
    const position = await post("api/position", { game: link.game || prefs.game, moves, start }, signal);
    this.roster = await rosterOf(position.game, signal);
    const opponent = link.game ? link.o || YOU : this.#usualOpponent(position.game.text);
    const players = { X: link.game ? link.x || YOU : YOU, O: opponent };
    const mode = MODES.find((each) => each === link.mode) ?? "play";
    Object.assign(session, { players, time, think, mode });
    session.open(position, keptTree());
  }

  /** @param {string} game */
  #usualOpponent(game) {
    const kept = prefs.opponents[game];
    const player = this.roster.find(({ name }) => name === kept) ?? this.roster.find((each) => each.default);
    return player?.name ?? YOU;
  }

  /** @param {(signal: AbortSignal) => Promise<OpenedInfo>} find */
  async #openBrought(find) {
    await this.#opening(async (signal) => {
      const { kind, position } = await find(signal);
      this.roster = await rosterOf(position.game, signal);
      const known = (/** @type {string} */ name) => name === YOU || this.roster.some((each) => each.name === name);
      for (const side of /** @type {const} */ (["X", "O"])) {
        if (!known(this.session.players[side])) this.session.players[side] = YOU;
      }
      this.session.mode = "analyse";
      this.#openBeside(position);
      this.say(`Opened ${kind}.`);
    });
  }

  /** @param {ClipboardEvent} event */
  #pasted(event) {
    const isFile = Boolean(event.clipboardData?.files.length);
    if (this.setup?.dialog.open || (isTyping(event.target) && !isFile)) return;
    event.preventDefault();
    this.shareDialog.take(event.clipboardData);
  }

  /** Let a file be dropped anywhere on the page. */
  #acceptFiles() {
    const show = (/** @type {boolean} */ over) => document.body.classList.toggle("dropping", over);
    document.addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      show(true);
    });
    document.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) show(false);
    });
    document.addEventListener("drop", (event) => {
      show(false);
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      this.shareDialog.take(event.dataTransfer);
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    if (/^[1-9]$/.test(event.key)) {
      this.typed = { node: this.session.node, column: Number(event.key) - 1 };
      this.#playTyped();
      return;
    }
    const action = this.#action(event.key);
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** @param {string} key @returns {(() => void) | undefined} */
  #action(key) {
    const { play, analyse } = this.modes;
    const common = { n: () => this.newGame() };
    /** @type {Record<string, Record<string, () => void>>} */
    const keys = {
      play: {
        u: () => void play.undo(),
        r: () => void play.redo(),
        h: () => { if (!play.buttons.hint.disabled) void play.giveHint(); },
        ArrowLeft: () => this.board.focus(),
        ArrowRight: () => this.board.focus(),
      },
      analyse: {
        ArrowLeft: () => analyse.step("back"),
        ArrowRight: () => analyse.step("forward"),
        Home: () => analyse.step("first"),
        End: () => analyse.step("last"),
      },
    };
    return { ...common, ...keys[this.session.mode] }[key];
  }

  /** @param {{connection?: string, refusal?: string}} news */
  #showTrouble(news) {
    Object.assign(this.trouble, news);
    const text = this.trouble.connection || this.trouble.refusal;
    if (part("trouble").textContent !== text) part("trouble").textContent = text;
  }
}

/** @param {string} id @returns {HTMLElement} */
function part(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no part ${id}`);
  return element;
}

/** Who can play a game. @param {GameInfo} game @param {AbortSignal} signal @returns {Promise<PlayerInfo[]>} */
function rosterOf(game, signal) {
  return get(`api/players?game=${encodeURIComponent(game.text)}`, signal);
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && target.matches("input:not([type=checkbox], [type=radio]), textarea, select");
}

function applyTheme() {
  document.documentElement.dataset.theme = prefs.theme;
}

/** @param {number} seconds */
function clockText(seconds) {
  const tenths = seconds < 10 ? 1 : 0;
  const minutes = Math.floor(seconds / 60);
  const rest = (seconds - 60 * minutes).toFixed(tenths).padStart(tenths ? 4 : 2, "0");
  return `${minutes}:${rest}`;
}
