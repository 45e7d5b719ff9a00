/** Code of a chapter, which can be run. */

import { button, fill, h } from "../shell/dom.js";
import { Refusal } from "../shell/http.js";
import { sandbox } from "../workbench/sandbox.js";
import { words } from "./words.js";

/** @param {string} code @returns {import("./course.js").Part} */
export function codeBlock(code) {
  const output = h("pre", { class: "printed", role: "status", hidden: true });
  const run = button(words.course.run, "play", () => void show(), { class: "small" });
  const element = h("figure", { class: "code" }, h("pre", { tabindex: 0 }, h("code", {}, code)), run, output);

  async function show() {
    output.hidden = false;
    output.textContent = words.course.running;
    let printed = "";
    run.disabled = true;
    try {
      await sandbox.ask("run", { code }, { onStep: ({ content }) => { output.textContent = printed += content; } });
      fill(output, printed || words.course.nothing);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      output.textContent = `${printed}${error.sentence}`;
    } finally {
      run.disabled = false;
    }
  }

  return { element };
}
