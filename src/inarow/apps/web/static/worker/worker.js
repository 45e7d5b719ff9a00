/**
 * Answers the page's questions in a thread of its own, with the program's own Python under Pyodide.
 *
 * The page first sends `{site, base, stop, megabytes, keeps}`: what there is to load and from where, a shared number that
 * names the question to be given up (if the browser shares memory), how much memory tables may take, and whether Python's
 * memory is kept for the next start. Then it sends `{id, question, request}`, one at a time, and hears any number of
 * `{id, step}` and one `{id, answer}`, `{id, error}` (a sentence) or `{id, failure}`; while the program loads
 * `{loaded, size}`, once `{ready: true, wasKept}`, and `{settled: true}` when nothing of the start is left to be done.
 */

import { addLater, content, fetchStored, unpack } from "./files.js";
import { findSnapshot, forgetSnapshot, keepSnapshot } from "./snapshot.js";

/** @import { Site } from "../backend/site.js" */

const PROGRAM = "/inarow";
/** How soon the page asks the first question, in milliseconds; it goes before everything else. */
const FIRST_QUESTION = 100;

/** @typedef {{site: Site, base: string, megabytes: number, keeps: boolean}} Settings */

/** The Python that answers. @type {any} */
let tab;
/** @type {Int32Array | null} */
let stop = null;

self.addEventListener("message", async ({ data }) => {
  try {
    if (data.site) await begin(data);
    else postMessage(answer(data));
  } catch (error) {
    postMessage({ id: data.id, failure: String(error).slice(-2000) });
  }
});

/** @param {{id: number, question: string, request: object}} asked */
function answer({ id, question, request }) {
  const isStopped = () => stop !== null && Atomics.load(stop, 0) === id;
  const onStep = (/** @type {string} */ step) => postMessage({ id, step: JSON.parse(step) });
  return { id, ...JSON.parse(tab.answer(question, JSON.stringify(request), isStopped, onStep)) };
}

/** @param {Settings & {stop: SharedArrayBuffer | null}} settings */
async function begin({ stop: shared, ...settings }) {
  stop = shared && new Int32Array(shared);
  const { python, wasKept, snapshot = null } = await start(settings);
  tab = python.pyimport("inarow.apps.web.tab");
  postMessage({ ready: true, wasKept });
  if (snapshot) {
    await new Promise((resolve) => setTimeout(resolve, FIRST_QUESTION));
    await keepSnapshot(snapshot, settings);
  }
  postMessage({ settled: true });
}

/**
 * Python with the program in it, from its memory as it was kept, or else from its files.
 * @param {Settings} settings
 * @returns {Promise<{python: any, wasKept: boolean, snapshot?: ArrayBuffer | null}>} with its memory, if that is to be kept
 */
async function start(settings) {
  const { site, base, megabytes, keeps } = settings;
  const address = (/** @type {string} */ path) => new URL(path, base).href;
  fetchStored(site, address);
  const rooms = content(address(site.rooms));
  const script = import(address(`${site.pyodide}pyodide.mjs`));
  const kept = keeps ? await findSnapshot(settings) : null;
  const load = async (/** @type {object} */ options) => {
    const { loadPyodide } = await script;
    const python = await loadPyodide({
      indexURL: address(site.pyodide),
      env: { INAROW_TABLE_MB: String(megabytes), HOME: "/home/pyodide" },
      ...options,
    });
    unpack(python.FS, await rooms, PROGRAM);
    for (const [name, path] of Object.entries(site.later)) addLater(python.FS, `${PROGRAM}/${name}`, address(path));
    return python;
  };
  if (kept) {
    try {
      return { python: await load({ _loadSnapshot: kept }), wasKept: true };
    } catch {
      await forgetSnapshot(settings);
    }
  }
  const python = await load({ _makeSnapshot: keeps });
  python.runPython(`import sys; sys.path.insert(0, "${PROGRAM}"); import inarow.apps.web.tab`);
  return { python, wasKept: false, snapshot: keeps ? taken(python) : null };
}

/** Python's memory, before anything in it refers to the browser. @param {any} python @returns {ArrayBuffer | null} */
function taken(python) {
  try {
    return python.makeMemorySnapshot().buffer;
  } catch {
    return null;
  }
}
