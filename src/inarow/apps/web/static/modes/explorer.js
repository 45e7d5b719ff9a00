/** The search tree explorer, a lesson: a position, a search, a depth; what it visited and what it cut. */

import { askComparison, askSearches, askTree } from "../shell/api.js";
import { fill, h, selectOptions, table } from "../shell/dom.js";
import { Asking } from "../shell/http.js";
import { scoreOf } from "../shell/results.js";
import { words } from "../shell/words.js";
import { drawTree, explain } from "../tree/drawing.js";
import { TreeView } from "../tree/view.js";

/**
 * @import { Session } from "../shell/session.js"
 * @import { Change, Mode, Screen } from "./mode.js"
 */

const DEPTHS = ["1", "2", "3", "4", "5", "6"];

/** @implements {Mode} */
export class Explorer {
  keys = {};

  /** @param {Session} session @param {Screen} screen */
  constructor(session, screen) {
    this.session = session;
    this.screen = screen;
    this.asking = new Asking();
    this.nodes = /** @type {NodeInfo[]} */ ([]);
    this.chosen = /** @type {NodeInfo | null} */ (null);
    this.view = new TreeView({ onChoose: (number) => this.#choose(number) });
    this.search = h("select", { id: "search", onchange: () => this.#renew() });
    this.about = h("p", { class: "about" });
    this.searches = /** @type {SearchInfo[]} */ ([]);
    this.depth = h("select", { id: "depth", onchange: () => this.#renew() },
      ...selectOptions(DEPTHS.map((depth) => [depth, depth]), "2"));
    this.message = h("p", { class: "note", role: "status" });
    this.compared = h("div", { class: "compared" });
    this.element = h("div", { class: "explorer" },
      h("div", { class: "card controls" },
        h("div", { class: "field" }, h("label", { for: "search" }, words.learn.search), this.search),
        h("div", { class: "field" }, h("label", { for: "depth" }, words.learn.depth), this.depth),
        this.about,
        this.view.replay,
      ),
      this.view.element,
      this.message,
      h("div", { class: "card" }, h("h3", {}, words.learn.comparison), this.compared),
    );
  }

  /** @param {Change} change */
  update(change) {
    if (change === "asking") this.#forget();
    else this.#renew();
  }

  leave() {
    this.asking.cancel();
    this.view.stop();
  }

  show() {
    const { session } = this;
    const path = this.chosen ? this.#path(this.chosen) : [];
    this.screen.showBoard({
      playable: Boolean(session.info && !session.info.outcome) && !path.length,
      further: path.flatMap(({ cell }) => cell ?? []),
    });
    this.screen.showSeats();
  }

  #renew() {
    this.#forget();
    void this.#grow();
  }

  /** A tree and its chosen node belong to the position before. */
  #forget() {
    this.leave();
    this.nodes = [];
    this.chosen = null;
    this.show();
  }

  async #grow() {
    this.message.textContent = words.learn.searching;
    await this.asking.run(async (signal) => {
      if (!this.searches.length) {
        this.searches = await askSearches();
        fill(this.search, ...selectOptions(this.searches.map(({ name }) => [name, name]), "alpha-beta"));
      }
      this.about.textContent = this.searches.find(({ name }) => name === this.search.value)?.about ?? "";
      const request = { ...this.session.request(), depth: Number(this.depth.value) };
      const tree = await askTree({ ...request, search: this.search.value }, signal);
      this.#show(tree);
      this.#compare(await askComparison(request, signal));
    }, (sentence) => {
      this.view.set((room) => drawTree([], room), 0);
      fill(this.compared);
      this.message.textContent = sentence;
    });
  }

  /** @param {TraceInfo} tree */
  #show({ analysis, turn, whole, nodes }) {
    this.nodes = nodes;
    this.view.set((room) => drawTree(nodes, room), analysis.nodes);
    const [best] = analysis.lines;
    this.message.textContent = words.learn.found(
      best?.moves[0].move ?? "", scoreOf(analysis.score, turn).text, analysis.cutoffs, whole ? 0 : nodes.length);
  }

  /** @param {number | null} number */
  #choose(number) {
    this.chosen = this.nodes[(number ?? 0) - 1] ?? null;
    if (this.chosen) {
      this.message.textContent = explain(this.chosen);
      this.screen.say(explain(this.chosen));
    }
    this.show();
  }

  /** The nodes from below the root to a node. @param {NodeInfo} node @returns {NodeInfo[]} */
  #path(node) {
    return node.parent === null ? [] : [...this.#path(this.nodes[node.parent - 1]), node];
  }

  /** @param {ComparisonInfo[]} rows */
  #compare(rows) {
    const most = Math.max(1, ...rows.map(({ nodes }) => nodes));
    fill(this.compared, table(words.learn.columns, rows.map((row) => this.#comparedRow(row, most))));
  }

  /** @param {ComparisonInfo} row @param {number} most */
  #comparedRow({ search, nodes, evaluations, cutoffs, complete }, most) {
    const bar = h("span", { class: "bar" });
    bar.style.width = `${Math.max(1, (100 * nodes) / most)}%`;
    const count = (/** @type {number} */ value) => `${value.toLocaleString("en")}${complete ? "" : " +"}`;
    return h("tr", { class: search === this.search.value ? "here" : "" },
      h("th", { scope: "row" }, search),
      h("td", {}, bar, count(nodes)),
      h("td", {}, count(evaluations)),
      h("td", {}, count(cutoffs)),
    );
  }
}
