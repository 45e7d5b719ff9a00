/** Learn: a mode made of lessons, each a mode of its own: the search tree made visible, and puzzles. */

import { choices, fill, h } from "../shell/dom.js";
import { words } from "../shell/words.js";
import { Explorer } from "./explorer.js";
import { Puzzles } from "./puzzles.js";

/**
 * @import { Session } from "../shell/session.js"
 * @import { Change, Mode, Screen } from "./mode.js"
 */

/** @implements {Mode} */
export class Learn {
  /** @param {Session} session @param {Screen} screen */
  constructor(session, screen) {
    /** @type {Record<string, Mode>} */
    this.lessons = { tree: new Explorer(session, screen), puzzles: new Puzzles(session, screen) };
    this.name = "tree";
    this.place = h("div", { class: "lesson" });
    this.element = h("div", { class: "learn" },
      h("fieldset", { class: "choices", onchange: (/** @type {Event} */ event) => this.#choose(/** @type {HTMLInputElement} */ (event.target).value) },
        h("legend", { class: "unseen" }, words.learn.choose),
        h("div", { class: "options" }, ...choices("lesson", Object.entries(words.learn.lessons), this.name)),
      ),
      this.place,
    );
  }

  get lesson() {
    return this.lessons[this.name];
  }

  get keys() {
    return this.lesson.keys;
  }

  /** @param {Change} change */
  update(change) {
    document.body.dataset.lesson = this.name;
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
    this.leave();
    this.name = name;
    this.update("entered");
  }
}
export const courseModule = () => import("../course/course.js");
