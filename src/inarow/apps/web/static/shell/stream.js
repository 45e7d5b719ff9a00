/** Analysis that streams as it deepens. */

import { backend } from "../backend/backend.js";
import { FIRST_PAUSE, LONGEST_PAUSE } from "./http.js";
import { analysisOf } from "./results.js";
import { words } from "./words.js";

/**
 * @import { Line } from "../backend/backend.js"
 * @import { Analysis } from "./results.js"
 */

/** An analysis may be silent for this long before the page says that it waits, in milliseconds. */
const PATIENCE = 1500;

/** A new position replaces the one before. */
export class AnalysisStream {
  /** @param {(analysis: Analysis) => void} onAnalysis @param {(trouble: string) => void} onTrouble */
  constructor(onAnalysis, onTrouble) {
    this.onAnalysis = onAnalysis;
    this.onTrouble = onTrouble;
    this.line = /** @type {Line | null} */ (null);
    this.id = 0;
    this.wanted = /** @type {object | null} */ (null);
    this.pause = FIRST_PAUSE;
    this.timer = /** @type {number | undefined} */ (undefined);
  }

  /** Analyse a position until it is replaced or stopped. @param {object} position */
  start(position) {
    this.wanted = { type: "start", id: ++this.id, ...position };
    this.#send();
  }

  stop() {
    if (!this.wanted) return;
    this.wanted = null;
    this.id++;
    if (this.line?.isOpen) this.line.send({ type: "stop" });
  }

  #send() {
    if (!this.wanted) return;
    if (this.line?.isOpen) this.line.send(this.wanted);
    else if (!this.line) this.#connect();
  }

  #connect() {
    this.line = backend.connect({
      opened: () => this.#send(),
      heard: (message) => {
        // A full server opens the connection only to close it, so that opening proves nothing.
        this.pause = FIRST_PAUSE;
        this.#hear(message);
      },
      closed: () => {
        this.line = null;
        clearTimeout(this.timer);
        if (!this.wanted) return;
        this.onTrouble(words.server.gone);
        setTimeout(() => this.#send(), this.pause);
        this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
      },
    });
  }

  /** @param {any} message */
  #hear(message) {
    if (message.id !== this.id || !this.wanted) return;
    clearTimeout(this.timer);
    if (message.type === "progress" || message.type === "done") {
      this.onTrouble("");
      this.onAnalysis(analysisOf(message.analysis, message.type === "done"));
    } else if (message.type === "waiting") {
      this.#ifStillWanted(PATIENCE, () => this.onTrouble(words.server.queued));
    } else if (message.type === "refused") {
      this.onTrouble(words.server.queued);
      this.#ifStillWanted(1000 * message.retry_after, () => this.#send());
    } else if (message.type === "error") {
      this.onTrouble(message.message);
    }
  }

  /** Do something later, unless the server says more or another position is wanted. @param {number} pause @param {() => void} act */
  #ifStillWanted(pause, act) {
    const asked = this.wanted;
    this.timer = setTimeout(() => {
      if (this.wanted === asked) act();
    }, pause);
  }
}
