/** A match that runs before the reader's eyes, pair by pair, with its error bar and the test that ends it. */

import { askPairs } from "../shell/api.js";
import { button, fill, h, s } from "../shell/dom.js";
import { Asking } from "../shell/http.js";
import { words } from "./words.js";

/** The differences in Elo that the picture shows. */
const WIDEST = 800;

/** @param {PairsInfo} nothing before the first pair @param {import("./live.js").Place} place @returns {import("./course.js").Part} */
export function matchBlock(nothing, place) {
  const asking = new Asking();
  const sentence = h("p", { class: "status", role: "status" });
  const picture = h("div", { class: "bars" });
  const begin = button(words.match.play, "play", () => void run(), { class: "primary" });
  const stop = button(words.match.stop, "pause", () => asking.cancel(), { disabled: true });
  let state = nothing;

  const show = () => {
    sentence.textContent = state.wins + state.draws + state.losses ? state.text : words.match.between(state);
    fill(picture,
      bar(words.match.elo(state), [state.low ?? -WIDEST, state.elo ?? 0, state.high ?? WIDEST], -WIDEST, WIDEST),
      bar(words.match.test(state), [Math.min(0, state.llr), state.llr, Math.max(0, state.llr)], state.llr_low, state.llr_high));
  };

  async function run() {
    if (state.over) state = nothing;
    stop.disabled = false;
    begin.disabled = true;
    await asking.run(async (signal) => {
      while (!state.over) {
        const { wins, draws, losses, pairs } = state;
        state = await askPairs({ ...place, wins, draws, losses, pairs }, signal);
        signal.throwIfAborted();
        show();
      }
    }, (text) => { sentence.textContent = text; });
    stop.disabled = true;
    begin.disabled = false;
    if (state.over) begin.querySelector("span")?.replaceChildren(words.match.again);
  }

  show();
  return { element: h("div", {}, h("div", { class: "row" }, begin, stop), sentence, picture), leave: () => asking.cancel() };
}

/** From a low to a high value, with a mark at one between. @param {string} label @param {number[]} values @param {number} low @param {number} high */
function bar(label, [from, at, to], low, high) {
  const across = (/** @type {number} */ value) => 300 * Math.min(1, Math.max(0, (value - low) / (high - low)));
  return h("figure", {},
    s("svg", { class: "span", viewBox: "0 0 300 24", preserveAspectRatio: "none", "aria-hidden": "true" },
      s("path", { class: "middle", d: `M${across(0)} 0V24` }),
      s("rect", { class: "area", x: across(from), y: 7, width: Math.max(1, across(to) - across(from)), height: 10 }),
      s("path", { class: "now", d: `M${across(at)} 2V22` })),
    h("figcaption", {}, label));
}
