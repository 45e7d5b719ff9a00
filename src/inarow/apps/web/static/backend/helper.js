/** A worker that answers one question at a time, and can be told to give one up. */

/**
 * @import { Site } from "./site.js"
 * @typedef {{question: string, request: object, signal?: AbortSignal, onStep?: (step: any) => void}} Asked
 * @typedef {Asked & {id: number, since?: number, resolve: (content: any) => void, reject: (reason: any) => void}} Waiting
 * @typedef {{loaded: number, size: number, ready: boolean}} Loading
 */

/** A worker that shares no memory cannot hear while it searches: one that takes longer than this is replaced, in milliseconds. */
const GRACE = 30;
/** What tables may take, in megabytes: little on a device with little memory. */
const LARGE_TABLES = 64;
const SMALL_TABLES = 16;
/** A device with less memory than this, in gigabytes, has little. */
const MUCH_MEMORY = 4;

export class Helper {
  /** @type {Waiting[]} */
  #waiting = [];
  /** @type {Waiting | null} */
  #current = null;
  #ready = false;
  #ids = 0;
  #stop = globalThis.crossOriginIsolated ? new SharedArrayBuffer(4) : null;
  /** @type {Worker | null} */
  #worker = null;
  #settled = Promise.withResolvers();

  /** @param {Site} site @param {(loading: Loading) => void} [onLoading] */
  constructor(site, onLoading = () => {}) {
    this.site = site;
    this.onLoading = onLoading;
  }

  /** Start the worker, and wait until it can answer and has nothing else to do. */
  async begin() {
    this.#worker = this.#start();
    await this.#settled.promise;
  }

  get isBusy() {
    return Boolean(this.#current);
  }

  /** @param {Asked} asked @returns {Promise<any>} what the worker says: an answer or an error */
  ask(asked) {
    return new Promise((resolve, reject) => {
      const one = { ...asked, id: ++this.#ids, resolve, reject };
      asked.signal?.addEventListener("abort", () => this.#giveUp(one));
      this.#waiting.push(one);
      this.#next();
    });
  }

  #start() {
    const worker = new Worker(new URL("../worker/worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => this.#hear(data));
    worker.addEventListener("error", (event) => this.#fail(new Error(event.message || "the worker cannot be started")));
    const settings = { site: this.site, base: document.baseURI, megabytes: tableMegabytes(), keeps: mayKeepMemory() };
    worker.postMessage({ ...settings, stop: this.#stop });
    return worker;
  }

  #next() {
    if (!this.#ready || this.#current) return;
    const one = this.#waiting.shift();
    if (!one) return;
    this.#current = one;
    one.since = performance.now();
    this.#worker?.postMessage({ id: one.id, question: one.question, request: one.request });
  }

  /** @param {any} message */
  #hear(message) {
    if (message.settled) this.#settled.resolve(null);
    else if (message.ready || message.loaded) this.#load(message);
    else if (this.#current && message.id === this.#current.id) this.#take(this.#current, message);
    else if (message.failure) this.#fail(new Error(message.failure));
  }

  /** @param {any} message */
  #load({ loaded = 0, size = 0, ready = false }) {
    this.#ready = ready;
    this.onLoading({ loaded, size, ready });
    this.#next();
  }

  /** @param {Waiting} one @param {any} message about it */
  #take(one, { step, failure, ...content }) {
    if (step !== undefined) {
      if (!one.signal?.aborted) one.onStep?.(step);
      return;
    }
    this.#current = null;
    if (failure) one.reject(new Error(failure));
    else one.resolve(content);
    this.#next();
  }

  /** @param {Error} error */
  #fail(error) {
    for (const one of [this.#current, ...this.#waiting]) one?.reject(error);
    this.#waiting = [];
    throw error;
  }

  /** @param {Waiting} one */
  #giveUp(one) {
    one.reject(one.signal?.reason);
    this.#waiting = this.#waiting.filter((each) => each !== one);
    if (this.#current !== one) return;
    if (this.#stop) Atomics.store(new Int32Array(this.#stop), 0, one.id);
    else if (performance.now() - (one.since ?? 0) > GRACE) this.#replace(one);
    else setTimeout(() => this.#replace(one), GRACE);
  }

  /** @param {Waiting} one */
  #replace(one) {
    if (this.#current !== one) return;
    this.#worker?.terminate();
    this.#current = null;
    this.#ready = false;
    this.#worker = this.#start();
  }
}

function tableMegabytes() {
  return hasMuchMemory() && !matchMedia("(pointer: coarse)").matches ? LARGE_TABLES : SMALL_TABLES;
}

/** Only a service worker clears away what is kept of old versions. */
function mayKeepMemory() {
  return hasMuchMemory() && Boolean(navigator.serviceWorker?.controller);
}

function hasMuchMemory() {
  const { deviceMemory = 2 * MUCH_MEMORY } = /** @type {any} */ (navigator);
  return deviceMemory >= MUCH_MEMORY;
}
