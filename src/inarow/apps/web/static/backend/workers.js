/**
 * The page's questions, answered by workers of the page: one thinks about moves, the other studies. Where the browser
 * has a single processor to give, one does both.
 */

import { Refusal } from "../shell/http.js";
import { words } from "../shell/words.js";
import { Helper } from "./helper.js";
import { showLoading } from "./loading.js";
import { fetchLater, keep } from "./offline.js";
import { readSite } from "./site.js";

/** @import { Line, Listener } from "./backend.js" */

/** What takes long and is not waited for by a game. */
const STUDIES = ["analyse", "review", "tree", "compare", "puzzle"];
/** What the course is asked; the answers lie in a file for each chapter. */
const COURSE = ["contents", "names", "exercise", "chapter", "live", "pairs"];
/** @type {Record<string, Promise<Record<string, any>>>} */
const answers = {};

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
  const key = `${question} ${JSON.stringify(given)}`;
  const known = site.answers[key] ?? (await courseAnswer(question, key, request));
  if (known !== undefined) return known;
  const content = await helperFor(question).ask({ question, request, signal });
  if (content.error !== undefined) throw new Refusal(content.error);
  return content.answer;
}

/** What the course says was worked out when the site was built, too; only a match is played now. @param {string} question @param {string} key @param {any} request */
async function courseAnswer(question, key, { chapter = "", ...request }) {
  if (!COURSE.includes(question)) return undefined;
  if (question === "pairs") return (await import("../workbench/sandbox.js")).sandbox.ask(question, { chapter, ...request });
  const path = site.course[chapter];
  answers[path] ??= fetch(path ?? "").then((response) => (response.ok ? response.json() : {}));
  const found = (await answers[path])[key];
  if (found === undefined) throw new Refusal(words.learn.noSuchPage);
  return found;
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
