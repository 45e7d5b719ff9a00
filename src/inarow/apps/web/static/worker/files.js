/** The files that Python is started with: fetched, unpacked, and put where it finds them. */

/** @import { Site } from "../backend/site.js" */

/** Where the numbers are in a zip: in its last record, in an entry of its list, and in what stands before a file. */
const END = { size: 22, entries: 10, list: 16 };
const ENTRY = { size: 46, bytes: 24, name: 28, extra: 30, comment: 32, place: 42 };
const FILE = { size: 30, name: 26, extra: 28 };

/**
 * Pyodide fetches its files by their names. Those that are stored compressed are unpacked on the way, so that little
 * goes over the network even where the host does not compress; and the page hears how far everything is.
 * @param {Site} site @param {(path: string) => string} address
 */
export function fetchStored(site, address) {
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
export async function content(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.arrayBuffer();
}

/** Write the files of a zip, whose content is not compressed. @param {any} FS @param {ArrayBuffer} zip @param {string} folder */
export function unpack(FS, zip, folder) {
  const view = new DataView(zip);
  const text = new TextDecoder();
  const end = zip.byteLength - END.size;
  let entry = view.getUint32(end + END.list, true);
  for (let left = view.getUint16(end + END.entries, true); left > 0; left--) {
    const number = (/** @type {number} */ at) => view.getUint16(entry + at, true);
    const place = view.getUint32(entry + ENTRY.place, true);
    const path = `${folder}/${text.decode(new Uint8Array(zip, entry + ENTRY.size, number(ENTRY.name)))}`;
    const start = place + FILE.size + view.getUint16(place + FILE.name, true) + view.getUint16(place + FILE.extra, true);
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, new Uint8Array(zip, start, view.getUint32(entry + ENTRY.bytes, true)), { canOwn: true });
    entry += ENTRY.size + number(ENTRY.name) + number(ENTRY.extra) + number(ENTRY.comment);
  }
}

/** A file that is fetched when it is first read. @param {any} FS @param {string} path @param {string} address */
export function addLater(FS, path, address) {
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
