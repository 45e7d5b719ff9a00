/** The course: its contents, a chapter with its live blocks, or an exercise with the workbench. */

import { askChapter, askContents, askExercise, askLive } from "../shell/api.js";
import { button, fill, h } from "../shell/dom.js";
import { Asking } from "../shell/http.js";
import { codeBlock } from "./code.js";
import { liveBlock } from "./live.js";
import { hasPassed } from "./progress.js";
import { prose } from "./prose.js";
import { words } from "./words.js";

/**
 * @import { Change, Mode, Screen } from "../modes/mode.js"
 * @import { Session } from "../shell/session.js"
 * @typedef {{element: HTMLElement, leave?: () => void}} Part something on the page that may run, and ends when one leaves
 */

/** @implements {Mode} */
export class Course {
  keys = {};
  #asking = new Asking();
  #shown = "";
  /** @type {Part[]} */
  #parts = [];
  /** @type {ContentsInfo | null} */
  #contents = null;
  #styled = style(new URL("./course.css", import.meta.url).href);

  /** @param {Session} session @param {Screen} screen */
  constructor(session, screen) {
    this.session = session;
    this.screen = screen;
    this.list = h("nav", { class: "contents", "aria-label": words.course.contents });
    this.page = h("article", { class: "page" });
    this.element = h("div", { class: "pages", onclick: (/** @type {MouseEvent} */ event) => this.#follow(event) }, this.list, this.page);
  }

  /** @param {Change} change */
  update(change) {
    if (change !== "asking") void this.#open(this.session.place);
  }

  /** A page to read has no settings. */
  show() {}

  /** Show a place: `course`, `chapter/NAME` or `exercise/NAME`. @param {string} place */
  async #open(place) {
    const address = `${place} ${this.session.code}`;
    if (this.#shown === address) return;
    this.leave();
    this.#shown = address;
    await this.#asking.run(async () => {
      await this.#styled;
      this.#contents ??= await askContents();
      const [kind, name] = place.split("/");
      this.element.dataset.place = kind;
      const { title, content } = await this.#made(kind, name);
      if (this.#shown !== address) return;
      this.#list(place);
      fill(this.page, ...content);
      document.title = `${title} · inarow`;
      this.screen.say(title);
      scrollTo(0, 0);
    }, (sentence) => fill(this.page, h("p", { class: "error" }, sentence)));
  }

  /** End what runs; the next visit shows it anew. */
  leave() {
    this.#asking.cancel();
    for (const part of this.#parts) part.leave?.();
    this.#parts = [];
    this.#shown = "";
  }

  /** @param {string} kind @param {string} name @returns {Promise<{title: string, content: Node[]}>} */
  async #made(kind, name) {
    if (kind === "chapter") return this.#chapter(await askChapter(name));
    if (kind === "exercise") return this.#exercise(await askExercise(name));
    const exercises = this.#chapters().flatMap(({ exercises: own }) => Object.keys(own));
    const passed = exercises.filter(hasPassed).length;
    return {
      title: words.course.title,
      content: [h("h1", {}, words.course.title), ...words.course.intro.map((text) => h("p", {}, text)), this.#entries(""), h("p", { class: "note" }, words.course.progress(passed, exercises.length))],
    };
  }

  #chapters() {
    return this.#contents?.chapters ?? [];
  }

  /** @param {string} place */
  #list(place) {
    if (place === "course") fill(this.list);
    else fill(this.list, h("h2", {}, h("a", { href: "#course" }, words.course.contents)), this.#entries(place));
  }

  /** Chapters with their exercises. @param {string} place */
  #entries(place) {
    const link = (/** @type {string} */ to, /** @type {string} */ text) => h("a", { href: `#${to}`, "aria-current": place === to && "page" }, text);
    return h("ol", { class: "entries" }, ...this.#chapters().map(({ name, number, title, exercises }) => h("li", {},
      link(`chapter/${name}`, words.course.chapter(number, title)),
      h("ul", {}, ...Object.entries(exercises).map(([exercise, its]) => h("li", {},
        link(`exercise/${exercise}`, words.course.exercise(String(its))),
        hasPassed(exercise) ? h("span", { class: "passed" }, ` ✓ ${words.course.passed}`) : null,
      ))),
    )));
  }

  /** @param {ChapterInfo} chapter */
  #chapter({ name, number, title, blocks }) {
    this.#parts = [];
    const content = blocks.map((block, place) => this.#block(name, block, place));
    void this.#fillLive(name, blocks);
    const at = this.#chapters().findIndex((each) => each.name === name);
    return {
      title,
      content: [
        h("header", { class: "row" }, h("h1", {}, words.course.chapter(number, title)), ...pageTools()),
        ...content.flat(),
        around(stepTo(this.#chapters()[at - 1]), stepTo(this.#chapters()[at + 1])),
      ],
    };
  }

  /** @param {string} chapter @param {BlockInfo} block @param {number} place @returns {Node[]} */
  #block(chapter, { kind, html, code, exercise }, place) {
    if (kind === "prose") return prose(html);
    if (kind === "code") {
      const made = codeBlock(code);
      this.#parts.push(made);
      return [made.element];
    }
    if (kind === "exercise" && exercise) return [this.#invitation(chapter, exercise)];
    return [h("figure", { class: `live live-${kind}`, "data-block": place }, h("p", { class: "note" }, words.course.working))];
  }

  /** @param {string} chapter @param {string} exercise */
  #invitation(chapter, exercise) {
    const title = this.#chapters().find(({ name }) => name === chapter)?.exercises[exercise] ?? exercise;
    return h("p", { class: "card invitation" },
      h("strong", {}, words.course.exercise(title)), hasPassed(exercise) ? h("span", { class: "passed" }, `✓ ${words.course.passed}`) : null,
      h("a", { href: `#exercise/${exercise}` }, words.course.open));
  }

  /** Ask for the live blocks one after the other, as one reads. @param {string} chapter @param {BlockInfo[]} blocks */
  async #fillLive(chapter, blocks) {
    const shown = this.#shown;
    for (const [place, { kind }] of blocks.entries()) {
      if (["prose", "code", "exercise"].includes(kind)) continue;
      const info = await askLive(chapter, place);
      if (this.#shown !== shown) return;
      const made = liveBlock(info, { chapter, block: place });
      this.#parts.push(made);
      const figure = this.page.querySelector(`[data-block="${place}"]`);
      if (figure) fill(figure, made.element);
    }
  }

  /** @param {ExerciseInfo} exercise */
  async #exercise(exercise) {
    const { Workbench } = await import("../workbench/workbench.js");
    const bench = new Workbench(exercise, this.session, this.screen);
    this.#parts = [bench];
    const { before, after } = this.#around(exercise);
    return {
      title: exercise.title,
      content: [h("header", { class: "row" }, h("h1", {}, exercise.title), ...pageTools()), bench.element, around(before, after)],
    };
  }

  /** From an exercise back to its chapter, and on to the next exercise of it or the next chapter. @param {ExerciseInfo} exercise */
  #around({ name, chapter }) {
    const at = this.#chapters().findIndex((each) => each.name === chapter);
    const own = Object.entries(this.#chapters()[at]?.exercises ?? {});
    const further = own[own.findIndex(([each]) => each === name) + 1];
    const after = further ? { place: `exercise/${further[0]}`, title: words.course.exercise(String(further[1])) } : stepTo(this.#chapters()[at + 1]);
    return { before: stepTo(this.#chapters()[at]), after };
  }

  /** Links within the course leave the game as it is. @param {MouseEvent} event */
  #follow(event) {
    const link = /** @type {Element} */ (event.target).closest("a");
    const place = link?.getAttribute("href")?.slice(1);
    if (!place || !/^(course|chapter|exercise)/.test(place) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.session.visit(place);
  }
}

/** @typedef {{place: string, title: string}} Step where a link leads, and what it is called */

/** @param {ContentsEntryInfo | undefined} chapter @returns {Step | null} */
function stepTo(chapter) {
  return chapter ? { place: `chapter/${chapter.name}`, title: words.course.chapter(chapter.number, chapter.title) } : null;
}

/** The links at the end of a page. @param {Step | null} before @param {Step | null} after */
function around(before, after) {
  const link = (/** @type {Step | null} */ to, /** @type {string} */ word) => (to ? h("a", { href: `#${to.place}` }, h("small", {}, word), to.title) : h("span", {}));
  return h("footer", { class: "around" }, link(before, words.course.back), link(after, words.course.next));
}

/** The course's own styles. @param {string} address @returns {Promise<void>} */
function style(address) {
  return new Promise((resolve, reject) => {
    const link = h("link", { rel: "stylesheet", href: address, onload: () => resolve(), onerror: () => reject(new Error(`${address} cannot be loaded`)) });
    document.head.append(link);
  });
}

/** What a teacher needs: the page on paper, or large on the wall. */
function pageTools() {
  const large = button(words.course.projector, "whole", () => {
    const is = document.body.classList.toggle("projector");
    large.setAttribute("aria-pressed", String(is));
  }, { class: "bare", "aria-pressed": String(document.body.classList.contains("projector")) });
  return [large, button(words.course.print, "print", () => print(), { class: "bare" })];
}
