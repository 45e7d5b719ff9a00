/**
 * Who answers the page's questions: the server that it comes from, or, in a folder that any host can serve,
 * workers of its own. The rest of the page does not know which.
 *
 * @typedef {object} Line a conversation about one analysis after the other, in the messages of `sockets.py`
 * @property {boolean} isOpen
 * @property {(message: object) => void} send
 *
 * @typedef {object} Listener
 * @property {() => void} opened
 * @property {(message: any) => void} heard
 * @property {() => void} closed
 *
 * @typedef {object} Backend
 * @property {(question: string, request?: object, signal?: AbortSignal) => Promise<any>} ask
 * @property {(listener: Listener) => Line} connect
 * @property {() => Promise<import("../workbench/sandbox.js").PythonFiles>} python what a sandbox for student code is made of
 * @property {{api: string | null}} offers what there is beside the answers: a page about the API
 */

/** @type {Backend} */
export const backend = document.documentElement.dataset.site ? await import("./workers.js") : await import("./server.js");
