/**
 * Python's memory with the program in it, kept in the browser: the next start takes it as it is, instead of starting Python
 * and importing everything.
 *
 * It fits these very files of Pyodide and of the program, by which `Site.snapshot` is named, this browser, and this size of
 * tables. What does not fit, or is damaged, is as good as none. The service worker of a version that has another one clears it
 * away.
 */

/** @import { Settings } from "./worker.js" */

const MADE_FOR = "made-for";
const CHECKSUM = "checksum";

/** @param {Settings} settings @returns {Promise<ArrayBuffer | null>} */
export async function findSnapshot(settings) {
  try {
    const kept = await (await opened(settings)).match(address(settings));
    if (kept?.headers.get(MADE_FOR) !== purpose(settings)) return null;
    const bytes = await kept.arrayBuffer();
    return kept.headers.get(CHECKSUM) === checksum(bytes) ? bytes : null;
  } catch {
    return null;
  }
}

/** @param {ArrayBuffer} bytes @param {Settings} settings */
export async function keepSnapshot(bytes, settings) {
  const headers = { [MADE_FOR]: purpose(settings), [CHECKSUM]: checksum(bytes) };
  try {
    await (await opened(settings)).put(address(settings), new Response(bytes, { headers }));
  } catch {
    // A browser that has no room for it starts without.
  }
}

/** @param {Settings} settings */
export async function forgetSnapshot(settings) {
  await (await opened(settings)).delete(address(settings));
}

/** Named as the service worker names what it keeps. @param {Settings} settings */
const opened = ({ site, base }) => caches.open(`inarow ${new URL("./", base).href} ${site.snapshot}`);

/** @param {Settings} settings */
const address = ({ site, base }) => new URL(site.snapshot, base).href;

/** @param {Settings} settings */
const purpose = ({ megabytes }) => `${megabytes} MB, ${navigator.userAgent}`;

/** Finds damage, in a few milliseconds for all of Python's memory. @param {ArrayBuffer} bytes whole words, as memory is */
function checksum(bytes) {
  let sum = 0;
  for (const word of new Int32Array(bytes)) sum = (Math.imul(sum, 31) + word) | 0;
  return `${bytes.byteLength} ${sum}`;
}
