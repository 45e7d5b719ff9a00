/** The course's prose: its HTML is taken apart, and only what it may consist of is made anew. */

import { h } from "../shell/dom.js";

const ALLOWED = new Set(["P", "H2", "H3", "UL", "OL", "LI", "TABLE", "THEAD", "TBODY", "TR", "TH", "TD", "CODE", "PRE", "STRONG", "EM", "A"]);

/** @param {string} html @returns {Node[]} */
export function prose(html) {
  return [...new DOMParser().parseFromString(html, "text/html").body.childNodes].map(copied);
}

/** @param {Node} node @returns {Node} */
function copied(node) {
  if (!(node instanceof Element)) return document.createTextNode(node.textContent ?? "");
  const children = [...node.childNodes].map(copied);
  if (!ALLOWED.has(node.tagName)) return h("span", {}, ...children);
  const tag = /** @type {keyof HTMLElementTagNameMap} */ (node.tagName.toLowerCase());
  const address = node.getAttribute("href") ?? "";
  const made = h(tag, { href: address.startsWith("#") && address, scope: node.getAttribute("scope") }, ...children);
  // A wide table scrolls by itself, and a keyboard can get there.
  return tag === "table" ? h("div", { class: "compared", tabindex: 0, role: "group", "aria-label": node.querySelector("th")?.textContent ?? "" }, made) : made;
}
