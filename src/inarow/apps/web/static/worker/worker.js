/**
 * Answers the page's questions in a thread of its own, with the program's own Python under Pyodide.
 *
 * The page first sends `{site, base, stop, megabytes}`: what there is to load and from where, a shared number that
 * names the question to be given up (if the browser shares memory), and how much memory tables may take. Then it
 * sends `{id, question, request}`, one at a time, and hears any number of `{id, step}` and one `{id, answer}`,
 * `{id, error}` (a sentence) or `{id, failure}`; while the program loads `{loaded, size}`, and once `{ready: true}`.
 */

/** @import { Site } from "../backend/site.js" */

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

/** @param {{site: Site, base: string, stop: SharedArrayBuffer | null, megabytes: number}} settings */
async function begin({ site, base, stop: shared, megabytes }) {
  stop = shared && new Int32Array(shared);
  const address = (/** @type {string} */ path) => new URL(path, base).href;
  fetchStored(site, address);
  const { loadPyodide } = await import(address(`${site.pyodide}pyodide.mjs`));
  const rooms = content(address(site.rooms));
  const python = await loadPyodide({
    indexURL: address(site.pyodide),
    env: { INAROW_TABLE_MB: String(megabytes), HOME: "/home/pyodide" },
  });
  python.unpackArchive(await rooms, "zip", { extractDir: "/inarow" });
  for (const [name, path] of Object.entries(site.later)) addLater(python.FS, `/inarow/${name}`, address(path));
  python.runPython("import sys; sys.path.insert(0, '/inarow')");
  tab = python.pyimport("inarow.apps.web.tab");
  postMessage({ ready: true });
}

/**
 * Pyodide fetches its files by their names. Those that are stored compressed are unpacked on the way, so that little
 * goes over the network even where the host does not compress; and the page hears how far everything is.
 * @param {Site} site @param {(path: string) => string} address
 */
function fetchStored(site, address) {
  const network = self.fetch;
  const stored = new Map(site.stored.map((file) => [address(file.name), file]));
  const size = site.stored.reduce((sum, file) => sum + file.bytes, 0);
  let loaded = 0;
  const counting = () => new TransformStream({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      postMessage({ loaded, size });
      controller.enqueue(chunk);
    },
  });
  self.fetch = async (input, options) => {
    const file = stored.get(input instanceof Request ? input.url : new URL(input, self.location.href).href);
    if (!file) return network(input, options);
    const response = await network(address(file.path));
    if (!response.ok || !response.body) return response;
    const body = response.body.pipeThrough(counting());
    const whole = file.path.endsWith(".gz") ? body.pipeThrough(new DecompressionStream("gzip")) : body;
    return new Response(whole, { headers: { "content-type": file.type } });
  };
}

/** @param {string} address */
async function content(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.arrayBuffer();
}

/** A file that is fetched when it is first read. @param {any} FS @param {string} path @param {string} address */
function addLater(FS, path, address) {
  FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  FS.writeFile(path, new Uint8Array());
  const { node } = FS.lookupPath(path);
  const { stream_ops: usual } = node;
  node.stream_ops = {
    ...usual,
    read: (/** @type {any[]} */ ...place) => {
      if (!node.usedBytes) fill(node, address);
      return usual.read(...place);
    },
  };
}

/** @param {any} node @param {string} address */
function fill(node, address) {
  const request = new XMLHttpRequest();
  // Python waits for the file, and a worker may wait too.
  request.open("GET", address, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${address}: ${request.status}`);
  node.contents = new Uint8Array(request.response);
  node.usedBytes = node.contents.length;
}

export {};
