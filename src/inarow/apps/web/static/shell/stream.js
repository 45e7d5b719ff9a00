/** Analysis that streams over a WebSocket. */

import { FIRST_PAUSE, LONGEST_PAUSE } from "./http.js";
import { analysisOf } from "./results.js";
import { words } from "./words.js";

/** @import { Analysis } from "./results.js" */

/** An analysis may be silent for this long before the page says that it waits, in milliseconds. */
const PATIENCE = 1500;

/** A new position replaces the one before. */
export class AnalysisStream {
  /** @param {(analysis: Analysis) => void} onAnalysis @param {(trouble: string) => void} onTrouble */
  constructor(onAnalysis, onTrouble) {
    this.onAnalysis = onAnalysis;
    this.onTrouble = onTrouble;
    this.socket = /** @type {WebSocket | null} */ (null);
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
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send('{"type":"stop"}');
  }

  #send() {
    if (!this.wanted) return;
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(this.wanted));
    else if (!this.socket) this.#connect();
  }

  #connect() {
    const address = new URL("api/analysis", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.addEventListener("open", () => this.#send());
    socket.addEventListener("message", (event) => {
      // A full server opens the connection only to close it, so that opening proves nothing.
      this.pause = FIRST_PAUSE;
      this.#hear(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      this.socket = null;
      clearTimeout(this.timer);
      if (!this.wanted) return;
      this.onTrouble(words.server.gone);
      setTimeout(() => this.#send(), this.pause);
      this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
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
