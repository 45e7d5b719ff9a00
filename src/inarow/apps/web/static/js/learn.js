/** Learn: the search tree made visible, and puzzles. */

import { h } from "./dom.js";

export class Learn {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./app.js").Screen} screen
   */
  constructor(session, screen) {
    this.session = session;
    this.screen = screen;
    this.element = h("div", { class: "learn" });
  }

  /** @param {string} why */
  update(why) {
    if (why !== "asking") this.show();
  }

  leave() {}

  show() {
    this.screen.showBoard({ playable: true, hint: null, labels: [] });
    this.screen.showSeats({ clocks: null, thinking: null });
  }
}
