/** The page's questions, answered by a server. */

import { get, post } from "../shell/http.js";

/** @import { Line, Listener } from "./backend.js" */

/** What can be asked without a body. */
const LOOKUPS = ["games", "players", "searches", "contents", "names"];

export const offers = { api: "api.html" };

/** @param {string} question @param {object} [request] @param {AbortSignal} [signal] @returns {Promise<any>} */
export function ask(question, request = {}, signal) {
  if (!LOOKUPS.includes(question)) return post(`api/${question}`, request, signal);
  return get(`api/${question}?${new URLSearchParams(Object.entries(request))}`, signal);
}

/** @returns {Promise<import("../workbench/sandbox.js").PythonFiles>} */
export const python = () => get("python/files.json");

/** @param {Listener} listener @returns {Line} */
export function connect({ opened, heard, closed }) {
  const address = new URL("api/analysis", location.href);
  address.protocol = address.protocol.replace("http", "ws");
  address.hash = "";
  const socket = new WebSocket(address);
  socket.addEventListener("open", opened);
  socket.addEventListener("message", (event) => heard(JSON.parse(event.data)));
  socket.addEventListener("close", closed);
  return {
    get isOpen() { return socket.readyState === WebSocket.OPEN; },
    send: (message) => socket.send(JSON.stringify(message)),
  };
}
