/**
 * The page's board in a notebook. The game is played in Python: this shows what `view` holds and
 * says what was clicked. It lives in a shadow tree, so that neither style meets the other.
 */

import { Board, lookOf, piecesOf } from "../web/static/board/board.js";
import { fill, h } from "../web/static/shell/dom.js";
import { labelsOf, scoreOf } from "../web/static/shell/results.js";
import { words } from "../web/static/shell/words.js";

/**
 * @typedef {{position: PositionInfo, analysis: AnalysisInfo | null, playable: boolean, ply: number, last: number, status: string, scores: boolean}} View
 * @typedef {{get(name: string): any, on(event: string, callback: () => void): void, off(event: string, callback: () => void): void, send(message: object): void}} Model
 */

const STEPS = /** @type {const} */ ([["first", "«"], ["back", "‹"], ["forward", "›"], ["last", "»"]]);

/** Is the notebook light or dark? JupyterLab and VS Code say so; otherwise the system does. @param {HTMLElement} body */
function schemeOf({ dataset, classList }) {
  if (dataset.jpThemeLight) return dataset.jpThemeLight === "true" ? "light" : "dark";
  if (classList.contains("vscode-dark") || classList.contains("vscode-high-contrast")) return "dark";
  return classList.contains("vscode-light") ? "light" : "light dark";
}

/** @param {View} view @param {string} step */
function plyAfter({ ply, last }, step) {
  return { first: 0, back: ply - 1, forward: ply + 1, last }[step];
}

/** @param {Model} model @param {() => View} view */
function makeControls(model, view) {
  const steps = STEPS.map(([step, sign]) => h("button", {
    type: "button", "data-step": step, title: words.notebook.steps[step], "aria-label": words.notebook.steps[step],
    onclick: () => model.send({ kind: "go", ply: plyAfter(view(), step) }),
  }, sign));
  const scores = h("input", { type: "checkbox", onchange: () => model.send({ kind: "scores", on: scores.checked }) });
  const again = h("button", { type: "button", onclick: () => model.send({ kind: "again" }) }, words.notebook.again);
  const row = h("div", { class: "controls" }, steps, again, h("label", {}, scores, words.notebook.scores));
  /** @param {View} shown */
  const show = ({ ply, last, scores: on }) => {
    steps.forEach((button, i) => { button.disabled = i < 2 ? ply === 0 : ply === last; });
    scores.checked = on;
  };
  return { row, show };
}

/** @param {View} view */
function stateOf({ position, analysis, playable, scores }) {
  const { legal, turn, outcome, set_up, moves } = position;
  const lines = (analysis?.lines ?? []).map((line) => ({ score: scoreOf(line.score, turn), moves: line.moves }));
  return {
    pieces: piecesOf(set_up, moves.map(({ cell }) => cell)),
    turn, legal, playable, winning: outcome?.cells ?? [], hint: null,
    labels: labelsOf(lines, legal), labelled: scores, numbers: false,
  };
}

/** @param {{model: Model, el: HTMLElement}} place */
function render({ model, el }) {
  /** @returns {View} */
  const view = () => model.get("view");
  const root = el.attachShadow({ mode: "open" });
  const place = h("div", { class: "place" });
  const status = h("p", { class: "status", role: "status" });
  const controls = makeControls(model, view);
  const frame = h("div", { class: "notebook" }, place, status, controls.row);
  fill(/** @type {any} */ (root), h("style", {}, model.get("_style")), frame);
  frame.style.colorScheme = schemeOf(document.body);
  const board = new Board(place, (move) => model.send({ kind: "move", move }));
  const show = () => {
    const shown = view();
    frame.dataset.look = lookOf(shown.position.game);
    board.reshape(shown.position.game);
    board.show(stateOf(shown));
    status.textContent = shown.status;
    controls.show(shown);
  };
  model.on("change:view", show);
  show();
  return () => model.off("change:view", show);
}

export default { render };
