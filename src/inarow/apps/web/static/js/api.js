/** The server's answers. A request that cannot reach the server waits and tries again. */

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 3000;
/** So long an analysis may keep silent before its waiting is worth a word. */
const PATIENCE = 1500;
/** A busy server, or one that is not there behind whatever stands before it: both pass. */
const BUSY = [502, 503, 504];

/** What was asked for cannot be done; the message says why, as the server says it. */
export class Refusal extends Error {
  /** The message for people. */
  get sentence() {
    return `${this.message[0].toUpperCase()}${this.message.slice(1)}.`;
  }
}

/** Who wants to know that the server cannot be reached, is busy, or is back (an empty text). */
export const connection = {
  /** @type {(trouble: string) => void} */
  changed: () => {},
};

/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
export function get(path, signal) {
  return request(path, { method: "GET", signal });
}

/**
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export function post(path, body, signal) {
  return request(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
}

/**
 * @param {string} path
 * @param {RequestInit} options
 */
async function request(path, options) {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const response = await fetch(path, options).catch((error) => {
      if (options.signal?.aborted) throw error;
      connection.changed("The server does not answer. Your game is safe here; trying again …");
      return null;
    });
    if (response && BUSY.includes(response.status)) {
      connection.changed("The server is busy; trying again …");
      pause = 1000 * (Number(response.headers.get("Retry-After")) || 1);
    } else if (response) {
      connection.changed("");
      return answer(response);
    }
    await sleep(pause, options.signal);
  }
}

/** @param {Response} response */
async function answer(response) {
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  const content = isJson ? await response.json() : await response.text();
  if (!response.ok) throw new Refusal(content.error ?? `the server answered ${response.status}`);
  return content;
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal | null} [signal]
 * @returns {Promise<void>}
 */
export function sleep(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** Is this only the end of something that was called off? @param {unknown} error */
export function isAbort(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Analysis that streams. A new position replaces the one before. */
export class AnalysisStream {
  /**
   * @param {(analysis: AnalysisInfo, finished: boolean) => void} onAnalysis
   * @param {(trouble: string) => void} onTrouble
   */
  constructor(onAnalysis, onTrouble) {
    this.onAnalysis = onAnalysis;
    this.onTrouble = onTrouble;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.id = 0;
    /** @type {object | null} */
    this.wanted = null;
    this.pause = FIRST_PAUSE;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /**
   * Analyse a position until it is replaced or stopped.
   * @param {object} position
   */
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
      this.onTrouble("The connection is gone; trying again …");
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
      this.onAnalysis(message.analysis, message.type === "done");
    } else if (message.type === "waiting") {
      this.#ifStillWanted(PATIENCE, () => this.#sayThatItWaits());
    } else if (message.type === "refused") {
      this.#sayThatItWaits();
      this.#ifStillWanted(1000 * message.retry_after, () => this.#send());
    } else if (message.type === "error") {
      this.onTrouble(message.message);
    }
  }

  #sayThatItWaits() {
    this.onTrouble("The server is busy; this analysis waits its turn …");
  }

  /** Do something later, unless the server says more or another position is wanted. @param {number} pause @param {() => void} act */
  #ifStillWanted(pause, act) {
    const asked = this.wanted;
    this.timer = setTimeout(() => {
      if (this.wanted === asked) act();
    }, pause);
  }
}
