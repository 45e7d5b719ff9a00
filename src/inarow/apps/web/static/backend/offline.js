/** Has the site kept in the browser, by a service worker. */

import { sleep } from "../shell/http.js";

/** @import { Site } from "./site.js" */

const RELOADED = "inarow.isolated";
/** A browser that refuses or takes this long does without, in milliseconds. */
const PATIENCE = 3000;
/** Drawing the board takes less than this, in milliseconds. */
const DRAWING = 500;

/** Let a service worker take care of the site's files, then load the page once more under its care. @param {Site} site */
export async function keep(site) {
  if (!navigator.serviceWorker) return;
  try {
    const registered = drawn().then(() => navigator.serviceWorker.register(site.worker));
    if (globalThis.crossOriginIsolated && navigator.serviceWorker.controller) {
      // A page that is in its care already waits for nothing.
      registered.catch(() => null);
      return;
    }
    await registered;
    await Promise.race([controlled(), sleep(PATIENCE)]);
  } catch {
    return;
  }
  // Under its care the page may share memory with its workers, if the browser can at all.
  if (globalThis.crossOriginIsolated || !navigator.serviceWorker.controller || sessionStorage.getItem(RELOADED)) return;
  sessionStorage.setItem(RELOADED, "yes");
  reload();
  await new Promise(() => {});
}

/** Load the page once more, with what is played until it goes: a browser takes the address as it was when it was told to. */
function reload() {
  const { replaceState } = history;
  history.replaceState = (...entry) => {
    replaceState.apply(history, entry);
    location.reload();
  };
  location.reload();
}

/** The board goes first: that the page has nothing else to do, or has had time enough. @returns {Promise<void>} */
function drawn() {
  return new Promise((resolve) => {
    // Not every browser says when it is idle.
    if (!globalThis.requestIdleCallback) resolve();
    else requestIdleCallback(() => resolve(), { timeout: DRAWING });
  });
}

/** @returns {Promise<void>} */
function controlled() {
  return new Promise((resolve) => {
    if (navigator.serviceWorker.controller) resolve();
    navigator.serviceWorker.addEventListener("controllerchange", () => resolve());
  });
}

/** Fetch what is not needed yet, so that it is there without a network. @param {Site} site */
export async function fetchLater(site) {
  if (!navigator.serviceWorker?.controller || /** @type {any} */ (navigator).connection?.saveData) return;
  for (const path of Object.values(site.later)) await fetch(path).catch(() => null);
}
