/** Learn: the search tree made visible, and puzzles. */

import { fill, h } from "./dom.js";
import { Explorer } from "./explorer.js";
import { Puzzles } from "./puzzles.js";

export class Learn {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./app.js").Screen} screen
   */
  constructor(session, screen) {
    this.screen = screen;
    this.lessons = { tree: new Explorer(session, screen), puzzles: new Puzzles(session, screen) };
    /** @type {"tree" | "puzzles"} */
    this.lesson = "tree";
    this.place = h("div", { class: "lesson" });
    this.choice = h(
      "fieldset",
      { class: "choices" },
      h("legend", { class: "unseen" }, "What to learn"),
      h("div", { class: "options" }, this.#option("tree", "Search tree"), this.#option("puzzles", "Puzzles")),
    );
    this.element = h("div", { class: "learn" }, this.choice, this.place);
  }

  /** @param {string} why */
  update(why) {
    document.body.dataset.lesson = this.lesson;
    const { element } = this.lessons[this.lesson];
    if (this.place.firstElementChild !== element) fill(this.place, element);
    this.lessons[this.lesson].update(why);
  }

  leave() {
    for (const lesson of Object.values(this.lessons)) lesson.leave();
  }

  show() {
    this.lessons[this.lesson].show();
  }

  /** @param {"tree" | "puzzles"} name @param {string} label */
  #option(name, label) {
    const choose = () => {
      this.leave();
      this.lesson = name;
      this.update("chosen");
    };
    return h(
      "label",
      { class: "choice" },
      h("input", { type: "radio", name: "lesson", value: name, checked: name === "tree", onchange: choose }),
      h("span", {}, label),
    );
  }
}
