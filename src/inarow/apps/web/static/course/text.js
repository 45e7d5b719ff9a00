/** The form in plain text that every picture of the course has. */

import { h } from "../shell/dom.js";
import { words } from "./words.js";

/** @param {string} text */
export function asText(text) {
  return h("details", {}, h("summary", {}, words.course.asText), h("pre", { tabindex: 0 }, text));
}
