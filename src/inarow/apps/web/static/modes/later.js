/** A lesson that is loaded when it is first opened. */

import { fill, h } from "../shell/dom.js";
import { words } from "../shell/words.js";

/** @import { Change, Mode } from "./mode.js" */

/** @implements {Mode} */
export class Later {
  /** @type {Mode | null} */
  #lesson = null;
  /** @type {Promise<void> | null} */
  #loading = null;
  /** What happened last; nothing once one has left. @type {Change | null} */
  #waiting = null;

  /** @param {() => Promise<Mode>} load */
  constructor(load) {
    this.load = load;
    this.element = h("div", { class: "lesson" }, h("p", { class: "note" }, words.learn.loading));
  }

  get keys() {
    return this.#lesson?.keys ?? {};
  }

  /** @param {Change} change */
  update(change) {
    this.#waiting = change;
    if (this.#lesson) this.#lesson.update(change);
    // If it cannot be reached, the next visit tries again.
    else if (!this.#loading) this.#loading = this.#open().finally(() => { this.#loading = null; });
  }

  async #open() {
    this.#lesson = await this.load();
    fill(this.element, this.#lesson.element);
    if (this.#waiting) this.#lesson.update(this.#waiting);
  }

  leave() {
    this.#waiting = null;
    this.#lesson?.leave();
  }

  show() {
    this.#lesson?.show();
  }
}
