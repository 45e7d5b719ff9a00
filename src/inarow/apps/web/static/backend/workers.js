/**
 * The page's questions, answered by workers of the page: one thinks about moves, the other studies. Where the browser
 * has a single processor to give, one does both.
 */

import { Refusal } from "../shell/http.js";
import { Helper } from "./helper.js";
import { showLoading } from "./loading.js";
import { fetchLater, keep } from "./offline.js";
import { readSite } from "./site.js";

/** @import { Line, Listener } from "./backend.js" */

/** What takes long and is not waited for by a game. */
const STUDIES = ["analyse", "review", "tree", "compare", "puzzle"];

const site = await readSite();
const thinker = new Helper(site, showLoading);
const student = navigator.hardwareConcurrency > 1 ? new Helper(site) : thinker;
void begin();

/** The one that a game waits for goes first. */
async function begin() {
  await keep(site);
  await thinker.begin();
  if (student !== thinker) await student.begin();
  await fetchLater(site);
}

export const offers = { api: null };

/** @param {string} question @param {object} [request] @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function ask(question, request = {}, signal) {
  signal?.throwIfAborted();
  // What everybody asks first was answered when the site was built.
  const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value));
  const known = site.answers[`${question} ${JSON.stringify(given)}`];
  if (known !== undefined) return known;
  const content = await helperFor(question).ask({ question, request, signal });
  if (content.error !== undefined) throw new Refusal(content.error);
  return content.answer;
}

export const python = async () => site.sandbox;

/** @param {string} question */
function helperFor(question) {
  if (STUDIES.includes(question)) return student;
  return thinker.isBusy && !student.isBusy ? student : thinker;
}

/** @param {Listener} listener @returns {Line} */
export function connect({ opened, heard }) {
  let current = new AbortController();
  const line = {
    isOpen: true,
    send: (/** @type {any} */ { type, id, ...request }) => {
      current.abort();
      if (type !== "start") return;
      current = new AbortController();
      const { signal } = current;
      heard({ type: "waiting", id });
      student.ask({ question: "analyse", request, signal, onStep: (analysis) => heard({ type: "progress", id, analysis }) })
        .then(({ answer, error }) => heard(error === undefined ? { type: "done", id, analysis: answer } : { type: "error", id, message: error }))
        .catch((error) => { if (!signal.aborted) throw error; });
    },
  };
  // As with a connection to a server, whoever opens it has it in hand before it is open.
  queueMicrotask(opened);
  return line;
}
