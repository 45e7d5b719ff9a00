/**
 * What a built site consists of; `inarow site build` writes it, and the page's `data-site` says where it is.
 *
 * @typedef {{name: string, path: string, bytes: number, type: string}} Stored a file under the name that is asked for
 * @typedef {object} Site
 * @property {string} version
 * @property {string} pyodide the folder of Pyodide's files
 * @property {string} rooms the program's Python, as a zip
 * @property {string} snapshot under which name a browser keeps Python's memory with the program in it
 * @property {Stored[]} stored what is fetched at the start
 * @property {Record<string, string>} later the program's files that are fetched when they are first read
 * @property {string} worker the address of the service worker
 * @property {Record<string, any>} answers what is known before Python is there, by question
 * @property {Record<string, string>} course the files of the course's answers, by chapter; under "" those of none
 * @property {import("../workbench/sandbox.js").PythonFiles} sandbox what student code runs in
 */

/** @returns {Promise<Site>} */
export async function readSite() {
  const response = await fetch(document.documentElement.dataset.site ?? "");
  if (!response.ok) throw new Error(`the site's own description is missing: ${response.status}`);
  return response.json();
}
