/** What the page says above the board: that the server is away, that something was refused. */

import { part } from "./dom.js";
import { Refusal, connection, isAbort } from "./http.js";

export class Notices {
  constructor() {
    this.connection = "";
    /** A refusal is read until the next thing is done. */
    this.refusal = "";
    connection.changed = (trouble) => {
      this.connection = trouble;
      this.#show();
    };
    window.addEventListener("unhandledrejection", (event) => {
      if (!isAbort(event.reason) && !(event.reason instanceof Refusal)) return;
      event.preventDefault();
      if (event.reason instanceof Refusal) this.refuse(event.reason.sentence);
    });
    for (const done of ["click", "keydown"]) {
      document.addEventListener(done, () => this.refuse(""), { capture: true });
    }
  }

  /** @param {string} sentence */
  refuse(sentence) {
    this.refusal = sentence;
    this.#show();
  }

  #show() {
    const text = this.connection || this.refusal;
    if (part("trouble").textContent !== text) part("trouble").textContent = text;
  }
}
