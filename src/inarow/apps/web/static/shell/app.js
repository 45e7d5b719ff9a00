/** The whole page: puts its parts together, and shows one mode at a time. */

import { Analyse } from "../modes/analyse.js";
import { Learn } from "../modes/learn.js";
import { Play } from "../modes/play.js";
import { askGames } from "./api.js";
import { button, fill, h, part } from "./dom.js";
import { Games } from "./games.js";
import { readLink } from "./link.js";
import { listenToPage } from "./input.js";
import { Notices } from "./notices.js";
import { Opening } from "./opening.js";
import { Session, keepTree } from "./session.js";
import { applyTheme, settingsMenu } from "./settings.js";
import { Setup } from "./setup.js";
import { Share } from "./share.js";
import { Table } from "./table.js";
import { words } from "./words.js";

/**
 * @import { Change, Mode, Screen } from "../modes/mode.js"
 * @import { Kept } from "./games.js"
 * @import { MoveNode } from "./movetree.js"
 */

const MODES = /** @type {const} */ (["play", "analyse", "learn"]);

export class App {
  constructor() {
    const session = new Session();
    this.session = session;
    this.table = new Table(session);
    const screen = this.#screen();
    this.analyse = new Analyse(session, screen);
    /** @type {Record<string, Mode>} */
    this.modes = { play: new Play(session, screen), analyse: this.analyse, learn: new Learn(session, screen) };
    /** The mode that is on the screen. @type {Mode | null} */
    this.shown = null;
    /** A column typed while the server is still being asked about the position. @type {{node: MoveNode, column: number} | null} */
    this.typed = null;
    this.games = new Games((kept, review) => void this.#openKept(kept, review));
    this.notices = new Notices();
    this.opening = new Opening(session, MODES);
    this.share = new Share(session, async (find) => screen.say(words.share.opened(await this.opening.brought(find))));
    session.onChange = (change) => this.#changed(change);
    this.#build();
    applyTheme();
    window.addEventListener("hashchange", () => void this.#openLink());
    listenToPage({ press: (key) => this.#press(key), take: (brought) => this.share.take(brought) });
  }

  /** Read the address and begin. */
  async start() {
    this.setup = new Setup(await askGames(), (choice) => void this.opening.begin(choice));
    await this.#openLink();
  }

  get mode() {
    return this.modes[this.session.mode];
  }

  /** @returns {Screen} */
  #screen() {
    return {
      showBoard: (view) => this.table.showBoard(view),
      showSeats: (view) => this.table.showSeats(view),
      showBar: (bar) => this.table.showBar(bar),
      focusBoard: () => this.table.board.focus(),
      say: (text) => { part("live").textContent = text; },
      newGame: () => void this.setup?.show(this.session),
      rematch: () => void this.opening.rematch(),
      review: (at) => {
        this.session.switchTo("analyse");
        void this.analyse.review.run(at);
      },
      games: () => this.games.show(),
      begin: (choice) => void this.opening.begin(choice),
    };
  }

  /** Fill the frame that `index.html` leaves open. */
  #build() {
    for (const [id, label] of Object.entries(words.page.labels)) part(id).setAttribute("aria-label", label);
    fill(part("tabs"), ...MODES.map((mode) => h(
      "a",
      {
        id: `tab-${mode}`, href: `#${mode}`,
        onclick: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.session.switchTo(mode);
        },
      },
      words.page.modes[mode],
    )));
    const skip = part("skip");
    skip.textContent = words.page.skip;
    skip.addEventListener("click", (event) => {
      // The address holds the game, so that no link may lead to a part of the page.
      event.preventDefault();
      if (this.#seesBoard()) this.table.board.focus();
      else part("panel").focus();
    });
    fill(
      part("tools"),
      button(words.share.title, "share", () => this.share.show(), { class: "bare" }),
      settingsMenu(() => this.mode.show()),
    );
  }

  /** @param {Change} change */
  #changed(change) {
    const { mode, session, table } = this;
    if (this.shown !== mode) {
      this.shown?.leave();
      this.shown = mode;
      table.showBar(null);
      fill(part("panel"), mode.element);
    }
    for (const name of MODES) {
      if (name === session.mode) part(`tab-${name}`).setAttribute("aria-current", "page");
      else part(`tab-${name}`).removeAttribute("aria-current");
    }
    document.body.dataset.mode = session.mode;
    table.showTitle();
    mode.update(change);
    this.#playTyped();
  }

  /** Open a game that was kept, to go on with it or to review it. @param {Kept} kept @param {boolean} review */
  async #openKept({ name, link, tree = [] }, review) {
    keepTree({ name, tree });
    history.pushState(name, "", link);
    await this.#openLink();
    if (!review) return;
    this.session.switchTo("analyse");
    await this.analyse.review.run();
  }

  async #openLink() {
    const { place, code } = readLink(location.hash);
    // A dialog belongs to where one was.
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    // The game stays as it is while one reads.
    if (place && this.session.game) {
      this.session.visit(place, code);
      return;
    }
    await this.opening.link((refusal) => this.notices.refuse(words.page.badLink(refusal.message)));
  }

  /** The course stands without the table. */
  #seesBoard() {
    return part("table").checkVisibility();
  }

  /** Do what a key stands for; say whether it stands for anything. @param {string} key */
  #press(key) {
    if (/^[1-9]$/.test(key) && this.#seesBoard()) {
      this.typed = { node: this.session.node, column: Number(key) - 1 };
      this.#playTyped();
      return false;
    }
    const act = key === "n" ? () => void this.setup?.show(this.session) : this.mode.keys[key];
    act?.();
    return Boolean(act);
  }

  /** Who types faster than the server answers loses no key; who goes elsewhere plays nothing there. */
  #playTyped() {
    const { typed, session } = this;
    if (!typed || (!session.info && typed.node === session.node)) return;
    this.typed = null;
    if (typed.node === session.node) this.table.board.chooseColumn(typed.column);
  }
}
