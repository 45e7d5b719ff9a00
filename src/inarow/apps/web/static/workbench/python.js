/**
 * Runs student code: the text of this file, after those of Pyodide's two scripts, is one worker in a frame without an origin, where
 * nothing can be fetched and nothing is kept (`sandbox.html`, `sandbox.js`).
 *
 * First come the files and a port. Then, on the port, `{id, question, request}`, one at a time; the answers are any number of
 * `{id, step}` and one `{id, answer}`, `{id, error}` (a sentence) or `{id, failure}`; once everything is loaded, `{ready: true}`.
 */

/* global loadPyodide, _createPyodideModule -- Pyodide's scripts stand above */

/** @import { Settings } from "./sandbox.js" */

const PAGE = 65536;

self.addEventListener("message", async ({ data, ports: [port] }) => {
  try {
    const workbench = await begin(data);
    port.onmessage = ({ data: asked }) => {
      try {
        port.postMessage(answer(workbench, asked, port));
      } catch (error) {
        port.postMessage({ id: asked.id, failure: String(error).slice(-2000) });
      }
    };
    port.postMessage({ ready: true });
  } catch (error) {
    port.postMessage({ failure: String(error).slice(-2000) });
  }
}, { once: true });

/** @param {any} workbench @param {{id: number, question: string, request: object}} asked @param {MessagePort} port */
function answer(workbench, { id, question, request }, port) {
  const onStep = (/** @type {string} */ step) => port.postMessage({ id, step: JSON.parse(step) });
  return { id, ...JSON.parse(workbench.answer(question, JSON.stringify(request), onStep)) };
}

/** @param {Settings} settings */
async function begin({ files, zips, megabytes, entry }) {
  limitMemory(megabytes);
  const base = "sandbox:/";
  self.fetch = async (input) => {
    const name = String(input instanceof Request ? input.url : input).slice(base.length);
    if (!files[name]) throw new TypeError(`there is no network here, and no file ${name}`);
    return new Response(files[name].bytes, { headers: { "content-type": files[name].type } });
  };
  // @ts-expect-error -- a name of Pyodide's script
  const python = await loadPyodide({
    // @ts-expect-error -- a name of Pyodide's script
    createPyodideModule: _createPyodideModule,
    indexURL: base,
    env: { INAROW_TABLE_MB: "16", HOME: "/home/pyodide" },
  });
  for (const zip of zips) python.unpackArchive(zip, "zip", { extractDir: "/inarow" });
  python.runPython("import sys; sys.path.insert(0, '/inarow')");
  return python.pyimport(entry);
}

/** Python asks for memory through this function; where it may have no more, it raises MemoryError. @param {number} megabytes */
function limitMemory(megabytes) {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * PAGE > megabytes * 2 ** 20) throw new RangeError("student code may use no more memory");
    return grow.call(this, pages);
  };
}
