/** Learn: a mode made of lessons, each a mode of its own: the course, the search tree made visible, and puzzles. */

import { choices, fill, h } from "../shell/dom.js";
import { words } from "../shell/words.js";
import { Later } from "./later.js";
import { Puzzles } from "./puzzles.js";

/**
 * @import { Session } from "../shell/session.js"
 * @import { Change, Mode, Screen } from "./mode.js"
 */

/** @implements {Mode} */
export class Learn {
  /** The lesson on the screen; none before the first one. */
  #shown = "";

  /** @param {Session} session @param {Screen} screen */
  constructor(session, screen) {
    this.session = session;
    /** @type {Record<string, Mode>} */
    this.lessons = {
      course: new Later(async () => new (await import("../course/course.js")).Course(session, screen)),
      tree: new Later(async () => new (await import("./explorer.js")).Explorer(session, screen)),
      puzzles: new Puzzles(session, screen),
    };
    /** The lesson about the game, to which one comes back from the course. */
    this.name = "tree";
    this.place = h("div", { class: "lesson" });
    this.options = h("div", { class: "options" }, ...choices("lesson", Object.entries(words.learn.lessons), this.name));
    this.element = h("div", { class: "learn" },
      h("fieldset", { class: "choices", onchange: (/** @type {Event} */ event) => this.#choose(/** @type {HTMLInputElement} */ (event.target).value) },
        h("legend", { class: "unseen" }, words.learn.choose),
        this.options,
      ),
      this.place,
    );
  }

  /** A place in the address is a place of the course. */
  get current() {
    return this.session.place ? "course" : this.name;
  }

  get lesson() {
    return this.lessons[this.current];
  }

  get keys() {
    return this.lesson.keys;
  }

  /** @param {Change} change */
  update(change) {
    // Who comes here without a game to look at begins with the course.
    if (!this.#shown && change === "entered" && !this.session.place) {
      this.#shown = "course";
      this.session.visit("course");
      return;
    }
    // A link may hold a puzzle.
    if (this.session.puzzle) this.name = "puzzles";
    if (this.#shown && this.#shown !== this.current) this.lessons[this.#shown].leave();
    this.#shown = this.current;
    document.body.dataset.lesson = this.current;
    for (const input of this.options.querySelectorAll("input")) input.checked = input.value === this.current;
    if (this.place.firstElementChild !== this.lesson.element) fill(this.place, this.lesson.element);
    this.lesson.update(change);
  }

  leave() {
    this.lesson.leave();
  }

  show() {
    this.lesson.show();
  }

  /** @param {string} name */
  #choose(name) {
    this.session.puzzle = null;
    if (name !== "course") this.name = name;
    this.session.visit(name === "course" ? "course" : "");
  }
}
