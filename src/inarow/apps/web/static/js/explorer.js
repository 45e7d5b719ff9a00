/** The search tree explorer: a position, a search, a depth; what it visited and what it cut. */

import { Refusal, get, isAbort, post } from "./api.js";
import { short } from "./analyse.js";
import { button, fill, h } from "./dom.js";
import { TreeView, explain } from "./treeview.js";

/** How many steps the growing tree takes, whatever its size. */
const GROWTH_STEPS = 120;
const GROWTH_PAUSE = 60;
const DEPTHS = [1, 2, 3, 4, 5, 6];

export class Explorer {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./app.js").Screen} screen
   */
  constructor(session, screen) {
    this.session = session;
    this.screen = screen;
    this.asking = new AbortController();
    /** @type {TreeInfo | null} */
    this.tree = null;
    /** @type {TreeNode | null} */
    this.chosen = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.view = new TreeView((node) => this.#choose(node));
    this.search = h("select", { id: "search", onchange: () => this.update("changed") });
    this.about = h("p", { class: "about" });
    /** @type {{name: string, about: string}[]} */
    this.searches = [];
    this.depth = h(
      "select",
      { id: "depth", onchange: () => this.update("changed") },
      ...DEPTHS.map((depth) => h("option", { value: depth, selected: depth === 2 }, depth)),
    );
    this.slider = h("input", {
      type: "range", min: 1, max: 1, value: 1, "aria-label": "Nodes shown",
      oninput: () => this.#show(Number(this.slider.value)),
    });
    this.playing = button("Watch it grow", "play", () => this.#watch(), { class: "primary" });
    this.count = h("output", { class: "facts" });
    this.message = h("p", { class: "note", role: "status" });
    this.compared = h("div", { class: "compared" });
    this.element = h(
      "div",
      { class: "explorer" },
      h(
        "div",
        { class: "card controls" },
        h("div", { class: "field" }, h("label", { for: "search" }, "Search"), this.search),
        h("div", { class: "field" }, h("label", { for: "depth" }, "Depth"), this.depth),
        this.about,
        this.playing,
        this.slider,
        this.count,
      ),
      this.view.element,
      this.message,
      h("div", { class: "card" }, h("h3", {}, "The same position and depth, every search"), this.compared),
    );
  }

  /** @param {string} why */
  update(why) {
    this.leave();
    // A tree and its chosen node belong to the position before.
    this.tree = null;
    this.chosen = null;
    this.show();
    if (why !== "asking" && this.session.info) void this.#grow();
  }

  leave() {
    this.asking.abort();
    clearInterval(this.timer);
  }

  show() {
    const { session } = this;
    const path = this.chosen ? this.#path(this.chosen) : [];
    this.screen.showBoard({
      playable: Boolean(session.info && !session.info.outcome) && !path.length,
      hint: null,
      labels: [],
      further: path.map(({ cell }) => cell),
    });
    this.screen.showSeats({ clocks: null, thinking: null });
  }

  async #grow() {
    this.asking = new AbortController();
    const { signal } = this.asking;
    this.message.textContent = "Searching …";
    try {
      if (!this.searches.length) await this.#listSearches();
      this.about.textContent = this.searches.find(({ name }) => name === this.search.value)?.about ?? "";
      const request = { ...this.session.request(), depth: Number(this.depth.value) };
      this.#take(await post("api/tree", { ...request, search: this.search.value }, signal));
      this.#compare(await post("api/compare", request, signal));
    } catch (error) {
      if (isAbort(error)) return;
      if (!(error instanceof Refusal)) throw error;
      this.view.set([]);
      fill(this.compared);
      this.message.textContent = error.sentence;
    }
  }

  async #listSearches() {
    this.searches = await get("api/searches");
    fill(
      this.search,
      ...this.searches.map(({ name }) => h("option", { value: name, selected: name === "alpha-beta" }, name)),
    );
  }

  /** @param {TreeInfo} tree */
  #take(tree) {
    this.tree = tree;
    this.view.set(tree.tree);
    this.slider.max = String(tree.tree.length);
    this.#show(tree.tree.length);
    const rest = tree.whole ? "" : ` The first ${tree.tree.length} nodes are drawn.`;
    this.message.textContent =
      `Best ${tree.best}, value ${tree.score.text}. ${tree.cutoffs} cut-offs.${rest} Choose a node to see its position.`;
    this.show();
  }

  /** @param {number} count */
  #show(count) {
    this.slider.value = String(count);
    this.view.show(count);
    this.count.textContent = `node ${count} of ${short(this.tree?.nodes ?? 0)}`;
  }

  #watch() {
    clearInterval(this.timer);
    const total = this.tree?.tree.length ?? 0;
    let count = 0;
    this.timer = setInterval(() => {
      count = Math.min(total, count + Math.max(1, Math.round(total / GROWTH_STEPS)));
      this.#show(count);
      if (count >= total) clearInterval(this.timer);
    }, GROWTH_PAUSE);
  }

  /** @param {TreeNode | null} node */
  #choose(node) {
    if (!this.tree) return;
    this.chosen = node;
    if (node) {
      this.message.textContent = explain(node);
      this.screen.say(explain(node));
    }
    this.show();
  }

  /** The nodes from below the root to a node. @param {TreeNode} node @returns {TreeNode[]} */
  #path(node) {
    const nodes = this.tree?.tree ?? [];
    const path = [];
    for (let at = node; at.parent !== null; at = nodes[at.parent - 1]) path.push(at);
    return path.reverse();
  }

  /** @param {ComparedInfo[]} rows */
  #compare(rows) {
    const most = Math.max(1, ...rows.map(({ nodes }) => nodes));
    fill(
      this.compared,
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ...["Search", "Nodes", "Evaluations", "Cut-offs"].map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, ...rows.map((row) => this.#comparedRow(row, most))),
      ),
    );
  }

  /** @param {ComparedInfo} row @param {number} most */
  #comparedRow({ search, nodes, evaluations, cutoffs, complete }, most) {
    const bar = h("span", { class: "bar" });
    bar.style.width = `${Math.max(1, (100 * nodes) / most)}%`;
    const count = (/** @type {number} */ value) => `${value.toLocaleString("en")}${complete ? "" : " +"}`;
    return h(
      "tr",
      { class: search === this.search.value ? "here" : "" },
      h("th", { scope: "row" }, search),
      h("td", {}, bar, count(nodes)),
      h("td", {}, count(evaluations)),
      h("td", {}, count(cutoffs)),
    );
  }
}
