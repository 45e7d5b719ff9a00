/**
 * Where student code runs: a Python of its own, in a worker, in a frame without an origin, whose policy allows no request. It gets
 * its files from the page, as bytes, and answers questions; what it says is data to the page, never code or markup. To stop it the
 * frame is removed, which ends whatever runs in it.
 */

import { backend } from "../backend/backend.js";
import { Refusal } from "../shell/http.js";
import { words } from "../course/words.js";

/**
 * @typedef {{name: string, path: string, type: string}} PythonFile
 * @typedef {{files: PythonFile[], zips: string[], scripts: string[], entry: string}} PythonFiles what the sandbox is made of: Pyodide's
 *   files by the names it asks for, zips of Python, Pyodide's scripts, and the module that answers
 * @typedef {{files: Record<string, {bytes: ArrayBuffer, type: string}>, zips: ArrayBuffer[], buffers: ArrayBuffer[], megabytes: number, entry: string}} Settings
 * @typedef {{seconds?: number, onStep?: (step: any) => void}} Terms
 * @typedef {{id: number, resolve: (content: any) => void, reject: (reason: any) => void, onStep?: (step: any) => void}} Waiting
 */

/** How much memory student code may use, and how long it may take if nobody says otherwise. */
const MEGABYTES = 512;
const SECONDS = 30;

/** What is wrong with student code, and in which line of it, if that is known. */
export class CodeRefusal extends Refusal {
  /** @param {string} message @param {unknown} line */
  constructor(message, line) {
    super(message);
    this.line = typeof line === "number" ? line : null;
  }
}

class Sandbox {
  #frame = /** @type {HTMLIFrameElement | null} */ (null);
  #port = /** @type {MessagePort | null} */ (null);
  #ready = /** @type {Promise<void> | null} */ (null);
  #current = /** @type {Waiting | null} */ (null);
  #ids = 0;
  #isReady = false;
  /** Ends the wait for Python. @type {(reason: Refusal) => void} */
  #giveUp = () => {};

  /** Is Python there already? */
  get isReady() {
    return this.#isReady;
  }

  get isBusy() {
    return this.#current !== null;
  }

  /** Ask; a refusal is a sentence. Asking again ends what was asked before. @param {string} question @param {object} request @param {Terms} [terms] @returns {Promise<any>} */
  async ask(question, request, { seconds = SECONDS, onStep } = {}) {
    if (this.#current) this.stop();
    await this.begin();
    const asked = { id: ++this.#ids, ...Promise.withResolvers(), onStep };
    this.#current = asked;
    this.#port?.postMessage({ id: asked.id, question, request });
    const timer = setTimeout(() => this.stop(words.workbench.tooLong(seconds)), 1000 * seconds);
    try {
      return await asked.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Start Python, unless it is there. */
  begin() {
    this.#ready ??= this.#start().catch((error) => {
      this.#end();
      throw error;
    });
    return this.#ready;
  }

  /** End whatever runs; the next question starts a fresh Python. @param {string} [sentence] */
  stop(sentence = words.workbench.stopped) {
    const asked = this.#current;
    this.#end();
    asked?.reject(new Refusal(sentence));
    this.#giveUp(new Refusal(sentence));
  }

  #end() {
    this.#frame?.remove();
    this.#port?.close();
    this.#frame = this.#port = this.#ready = this.#current = null;
    this.#isReady = false;
  }

  async #start() {
    const [page, scripts, settings] = await gathered();
    const { port1, port2 } = new MessageChannel();
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.hidden = true;
    frame.title = words.workbench.sandbox;
    frame.srcdoc = page;
    this.#frame = frame;
    this.#port = port1;
    await new Promise((resolve) => {
      frame.addEventListener("load", resolve, { once: true });
      document.body.append(frame);
    });
    await new Promise((resolve, reject) => {
      this.#giveUp = reject;
      port1.onmessage = ({ data }) => {
        if (data.ready) {
          this.#isReady = true;
          resolve(null);
        }
        else if (this.#current?.id === data.id) this.#take(/** @type {Waiting} */ (this.#current), data);
        else if (data.failure) reject(new Error(data.failure));
      };
      addEventListener("message", ({ source, data }) => {
        if (source === frame.contentWindow) reject(new Error(String(data?.failure)));
      });
      frame.contentWindow?.postMessage({ scripts, settings }, "*", [port2, ...settings.buffers]);
    });
  }

  /** @param {Waiting} asked @param {any} message */
  #take(asked, { step, failure, error, line, answer }) {
    if (step !== undefined) {
      asked.onStep?.(step);
      return;
    }
    this.#current = null;
    if (failure !== undefined) this.#broke(asked, String(failure));
    else if (error !== undefined) asked.reject(new CodeRefusal(String(error), line));
    else asked.resolve(answer);
  }

  /** Python itself gave up, as when there is no memory left for it: the next question gets a fresh one. @param {Waiting} asked @param {string} failure */
  #broke(asked, failure) {
    this.#end();
    asked.reject(new Refusal(words.workbench.broken(failure)));
  }
}

/** The one sandbox of the page. */
export const sandbox = new Sandbox();

/** Everything the sandbox needs, as texts and bytes of its own. @returns {Promise<[string, string[], Settings]>} */
async function gathered() {
  const { files, zips, scripts, entry } = await backend.python();
  const own = [new URL("./sandbox.html", import.meta.url).href, new URL("./python.js", import.meta.url).href];
  const [page, python, ...pyodide] = await Promise.all([...own, ...scripts].map(async (path) => (await got(path)).text()));
  const contents = await Promise.all(files.map(({ path }) => bytes(path)));
  const zipped = await Promise.all(zips.map(bytes));
  const named = Object.fromEntries(files.map(({ name, type }, i) => [name, { bytes: contents[i], type }]));
  return [page, [...pyodide.map(plain), python].map((text) => `${text}\n`), { files: named, zips: zipped, buffers: [...contents, ...zipped], megabytes: MEGABYTES, entry }];
}

/** A module as a plain script: browsers start no module as a worker where there is no origin. @param {string} text */
function plain(text) {
  return text.replaceAll("import.meta.url", "self.location.href").replace(/export default \w+;/, "");
}

/** A file's bytes; one that is stored compressed is unpacked. @param {string} path */
async function bytes(path) {
  const response = await got(path);
  if (!path.endsWith(".gz")) return response.arrayBuffer();
  return new Response(response.body?.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** @param {string} path */
async function got(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Refusal(words.workbench.missing(path));
  return response;
}
