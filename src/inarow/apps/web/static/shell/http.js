/** Requests over HTTP. One that cannot reach the server waits and tries again. */

import { words } from "./words.js";

export const FIRST_PAUSE = 400;
export const LONGEST_PAUSE = 3000;
/** A busy server, or one that is away behind a proxy: both pass. */
const BUSY = [502, 503, 504];

/** What was asked for cannot be done; the message says why, as the server says it. */
export class Refusal extends Error {
  /** The message for people. */
  get sentence() {
    return `${this.message[0].toUpperCase()}${this.message.slice(1)}${/[.?!]$/.test(this.message) ? "" : "."}`;
  }
}

/** Who wants to know that the server cannot be reached, is busy, or is back (an empty text). */
export const connection = { changed: (/** @type {string} */ _trouble) => {} };

/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
export function get(path, signal) {
  return request(path, { method: "GET", signal });
}

/** @param {string} path @param {object} body @param {AbortSignal} [signal] @returns {Promise<any>} */
export function post(path, body, signal) {
  const headers = { "content-type": "application/json" };
  return request(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

/** One thing asked at a time: asking again cancels what was asked before. */
export class Asking {
  #current = new AbortController();

  cancel() {
    this.#current.abort();
  }

  /** Ask; what is cancelled ends in silence, a refusal is told. @param {(signal: AbortSignal) => Promise<void>} ask @param {(sentence: string) => void} [tell] */
  async run(ask, tell) {
    this.cancel();
    const { signal } = (this.#current = new AbortController());
    try {
      await ask(signal);
    } catch (error) {
      if (isAbort(error)) return;
      if (!tell || !(error instanceof Refusal)) throw error;
      tell(error.sentence);
    }
  }
}

/** @param {string} path @param {RequestInit} options */
async function request(path, options) {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const response = await fetch(path, options).catch((error) => {
      if (options.signal?.aborted) throw error;
      connection.changed(words.server.silent);
      return null;
    });
    if (response && BUSY.includes(response.status)) {
      connection.changed(words.server.busy);
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
  if (!response.ok) throw new Refusal(content.error ?? words.server.status(response.status));
  return content;
}

/** @param {number} milliseconds @param {AbortSignal | null} [signal] @returns {Promise<void>} */
export function sleep(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** Was this merely cancelled? @param {unknown} error */
export function isAbort(error) {
  return error instanceof DOMException && error.name === "AbortError";
}
