/** What the page says above the board: that the server is away, that something was refused, that searches compile. */

import { askStatus } from "./api.js";
import { part } from "./dom.js";
import { Refusal, connection, isAbort, sleep } from "./http.js";

const WARMING_PAUSE = 700;

export class Notices {
  constructor() {
    this.connection = "";
    /** A refusal is read until the next thing is done. */
    this.refusal = "";
    connection.changed = (trouble) => this.#connectionChanged(trouble);
    window.addEventListener("unhandledrejection", (event) => {
      if (!isAbort(event.reason) && !(event.reason instanceof Refusal)) return;
      event.preventDefault();
      if (event.reason instanceof Refusal) this.refuse(event.reason.sentence);
    });
    for (const done of ["click", "keydown"]) {
      document.addEventListener(done, () => this.refuse(""), { capture: true });
    }
    void this.#warm();
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

  /** @param {string} trouble */
  #connectionChanged(trouble) {
    const isBack = !trouble && this.connection !== "";
    this.connection = trouble;
    this.#show();
    // Another server may have taken over, which is not warm yet.
    if (isBack) void this.#warm();
  }

  /** Say so while the searches are being compiled. */
  async #warm() {
    for (;;) {
      const { ready, note } = await askStatus();
      part("warming").textContent = note;
      if (ready) return;
      await sleep(WARMING_PAUSE);
    }
  }
}
