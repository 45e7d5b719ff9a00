/**
 * Keeps the files of the site in the browser, so that it opens without a network.
 *
 * `inarow site build` writes above what the site consists of. Every file but the first page is named by its content, so what is
 * kept is never old; the first page is asked for again whenever there is a network. Answers get the headers that let
 * the page share memory with its workers, which no plain host sends.
 */

/** @type {any} */
const scope = self;
/** @type {{version: string, snapshot: string, files: string[]}} */
const { version, snapshot, files } = scope.site;
/** A host may have several sites. */
const OURS = `inarow ${scope.registration.scope} `;
const CACHE = OURS + version;

scope.addEventListener("install", () => scope.skipWaiting());
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(takeOver()));
scope.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(scope.registration.scope)) return;
  event.respondWith(answer(event.request).then(isolated));
});

/** Keep what older versions had in common with this one, forget the rest, and serve the open pages. */
async function takeOver() {
  const cache = await caches.open(CACHE);
  const own = new Set(files.map((path) => new URL(path, scope.registration.scope).href));
  for (const name of await caches.keys()) {
    if ([CACHE, OURS + snapshot].includes(name) || !name.startsWith(OURS)) continue;
    const old = await caches.open(name);
    for (const request of await old.keys()) {
      const response = own.has(request.url) && (await old.match(request));
      if (response) await cache.put(request, response);
    }
    await caches.delete(name);
  }
  await scope.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const isPage = request.mode === "navigate";
  // The address of a page may hold a question mark; the page is the same.
  const address = isPage ? scope.registration.scope : request.url;
  if (!isPage) {
    const kept = await cache.match(address);
    if (kept) return kept;
  }
  try {
    const response = await fetch(request);
    if (response.status === 200) await cache.put(address, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(address);
    if (kept) return kept;
    throw error;
  }
}

/** @param {Response} response */
function isolated(response) {
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set("cross-origin-opener-policy", "same-origin");
  headers.set("cross-origin-embedder-policy", "require-corp");
  headers.set("cross-origin-resource-policy", "same-origin");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
