/** Nodes against depth, a line for each search; each line of the grid is ten times the one below. */

import { fill, h, s, table } from "../shell/dom.js";
import { short } from "../shell/numbers.js";
import { words } from "./words.js";

const WIDTH = 640;
const HEIGHT = 300;
const EDGE = { left: 54, right: 12, top: 12, bottom: 34 };
/** Colours that can be told apart in both themes, and dashes for whoever sees no colours. */
const DASHES = ["", "8 4", "2 4", "12 3 2 3", "4 4", "1 6"];

/** @param {ComparisonInfo[]} rows @returns {import("./course.js").Part} */
export function chartBlock(rows) {
  const searches = [...new Set(rows.map(({ search }) => search))];
  const place = h("div", {});
  const boxes = searches.map((search, i) => {
    const box = h("input", { type: "checkbox", checked: true, value: search, onchange: () => draw() });
    return h("label", { class: "check" }, box, s("svg", { class: "key", viewBox: "0 0 30 10", "aria-hidden": "true" }, line(i, "M0 5H30")), search);
  });
  const draw = () => {
    const chosen = searches.filter((_, i) => boxes[i].querySelector("input")?.checked);
    fill(place, picture(rows, searches, chosen), numbers(rows, chosen));
  };
  draw();
  return { element: h("div", { class: "chart-block" }, h("fieldset", { class: "row keys" }, h("legend", { class: "unseen" }, words.chart.choose), ...boxes), place) };
}

/** @param {number} number @param {string} d */
function line(number, d) {
  return s("path", { class: `curve c${number % DASHES.length}`, "stroke-dasharray": DASHES[number % DASHES.length] || null, d });
}

/** @param {ComparisonInfo[]} rows @param {string[]} searches @param {string[]} chosen */
function picture(rows, searches, chosen) {
  const depths = Math.max(2, ...rows.map(({ depth }) => depth));
  const powers = Math.max(1, Math.ceil(Math.log10(Math.max(...rows.map(({ nodes }) => nodes)))));
  const across = (/** @type {number} */ depth) => EDGE.left + ((depth - 1) / (depths - 1)) * (WIDTH - EDGE.left - EDGE.right);
  const up = (/** @type {number} */ nodes) => HEIGHT - EDGE.bottom - (Math.log10(Math.max(1, nodes)) / powers) * (HEIGHT - EDGE.top - EDGE.bottom);
  const marks = Array.from({ length: powers + 1 }, (_, power) => s("g", {},
    s("path", { class: "middle", d: `M${EDGE.left} ${up(10 ** power)}H${WIDTH - EDGE.right}` }),
    s("text", { x: EDGE.left - 8, y: up(10 ** power) + 4, "text-anchor": "end" }, short(10 ** power))));
  const names = Array.from({ length: depths }, (_, i) => s("text", { x: across(i + 1), y: HEIGHT - 16, "text-anchor": "middle" }, i + 1));
  const curves = chosen.map((search) => {
    const points = rows.filter((row) => row.search === search).map(({ depth, nodes }) => `${across(depth).toFixed(1)} ${up(nodes).toFixed(1)}`);
    return line(searches.indexOf(search), `M${points.join("L")}`);
  });
  return s("svg", { class: "plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words.chart.name(chosen) },
    ...marks, ...names, s("text", { x: WIDTH / 2, y: HEIGHT - 1, "text-anchor": "middle" }, words.chart.depth), ...curves);
}

/** @param {ComparisonInfo[]} rows @param {string[]} chosen */
function numbers(rows, chosen) {
  const depths = [...new Set(rows.map(({ depth }) => depth))];
  const found = (/** @type {string} */ search, /** @type {number} */ depth) => rows.find((row) => row.search === search && row.depth === depth)?.nodes.toLocaleString("en") ?? "";
  return h("div", { class: "compared", tabindex: 0, role: "group", "aria-label": words.chart.nodes },
    table([words.chart.depth, ...chosen], depths.map((depth) => h("tr", {}, h("th", { scope: "row" }, depth), ...chosen.map((search) => h("td", {}, found(search, depth)))))));
}
