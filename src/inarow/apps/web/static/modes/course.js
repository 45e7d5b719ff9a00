/** The course, a lesson: what it takes is loaded when it is first opened. */

import { fill, h } from "../shell/dom.js";
import { words } from "../shell/words.js";

/**
 * @import { Session } from "../shell/session.js"
 * @import { Change, Mode, Screen } from "./mode.js"
 */

/** @implements {Mode} */
export class CourseLesson {
  keys = {};
  /** @type {import("../course/course.js").Course | null} */
  #course = null;

  /** @param {Session} session @param {Screen} screen */
  constructor(session, screen) {
    this.session = session;
    this.screen = screen;
    this.element = h("div", { class: "course" }, h("p", { class: "note" }, words.learn.loading));
  }

  /** @param {Change} change */
  update(change) {
    if (change !== "asking") void this.#open();
  }

  async #open() {
    if (!this.#course) {
      const { Course } = await import("../course/course.js");
      this.#course ??= new Course(this.session, this.screen);
      fill(this.element, this.#course.element);
    }
    await this.#course.open(this.session.place);
  }

  leave() {
    this.#course?.leave();
  }

  show() {}
}
