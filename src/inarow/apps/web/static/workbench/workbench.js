/** The workbench of an exercise: an editor, what can be done with the code in it, and what came of it. */

import { keepCode, keepPassed, keptCode } from "../course/progress.js";
import { prose } from "../course/prose.js";
import { words } from "../course/words.js";
import { askGames, askNames, askPlayers } from "../shell/api.js";
import { button, fill, h, selectOptions } from "../shell/dom.js";
import { Refusal } from "../shell/http.js";
import { OWN, own } from "../shell/own.js";
import { YOU } from "../shell/session.js";
import { reach } from "../shell/share.js";
import { Results } from "./results.js";
import { CodeRefusal, sandbox } from "./sandbox.js";
import { packed, unpacked } from "./sharing.js";

/**
 * @import { Screen } from "../modes/mode.js"
 * @import { Session } from "../shell/session.js"
 * @typedef {import("../../../../../../tools/page/editor.js").Editor} Editor
 */

const DEPTHS = ["1", "2", "3", "4", "5"];
/** How many pairs of games a match has, how long it may take, and how long anything else may. */
const PAIRS = 10;
const MATCH_SECONDS = 600;
const SECONDS = 60;
/** No player is larger, in bytes. */
const LARGEST_FILE = 100_000;

export class Workbench {
  /** @type {Editor | null} */
  #editor = null;
  /** Code that came with a link and is not one's own yet. */
  #isShared = false;

  /** @param {ExerciseInfo} exercise @param {Session} session @param {Screen} screen */
  constructor(exercise, session, screen) {
    this.exercise = exercise;
    this.session = session;
    this.screen = screen;
    this.results = new Results(exercise.name);
    this.host = h("div", { class: "editor" });
    this.notice = h("div", { class: "notice", hidden: true });
    this.game = h("select", { id: "bench-game", onchange: () => void this.#listOpponents() });
    this.opponent = h("select", { id: "bench-opponent" });
    this.depth = h("select", { id: "bench-depth" }, ...selectOptions(DEPTHS.map((each) => [each, each]), "2"));
    this.moves = h("input", { type: "text", id: "bench-moves", placeholder: words.workbench.movesHint, spellcheck: "false", autocomplete: "off" });
    this.stopper = button(words.workbench.stop, "pause", () => sandbox.stop(), { disabled: true, class: "stop" });
    const [main, ...further] = this.#actions();
    this.element = h("div", { class: "workbench" },
      h("section", { class: "task" }, ...prose(exercise.html)),
      h("section", { class: "writing", "aria-label": words.workbench.title }, this.notice, this.host, main),
      this.results.element,
      ...further,
    );
    void this.#begin();
  }

  /** Whatever runs is not waited for any more; a game against the code may go on. */
  leave() {
    if (sandbox.isBusy) sandbox.stop();
    this.results.leave();
  }

  get code() {
    return this.#editor?.text ?? "";
  }

  async #begin() {
    const [{ Editor }, names, games] = await Promise.all([editorModule(), askNames(), askGames()]);
    const root = this.host.attachShadow({ mode: "open" });
    // What is typed here is no command to the page.
    for (const name of ["keydown", "paste"]) this.host.addEventListener(name, (event) => event.stopPropagation());
    this.#editor = new Editor({ root, label: words.workbench.editor, names: /** @type {any} */ (names), onChange: () => this.#changed(), onRun: () => void this.#check() });
    const shared = this.session.code ? await unpacked(this.session.code) : "";
    this.#show(shared || this.#ownCode(), Boolean(shared));
    fill(this.game, ...selectOptions(games.map(({ text, title }) => [text, title])));
    await this.#listOpponents();
    this.element.classList.add("ready");
  }

  #ownCode() {
    return keptCode(this.exercise.name) ?? this.exercise.starter;
  }

  /** @param {string} code @param {boolean} isShared */
  #show(code, isShared) {
    this.#isShared = true;
    if (this.#editor) this.#editor.text = code;
    this.#isShared = isShared;
    this.notice.hidden = !isShared;
    if (!isShared) return;
    fill(this.notice, h("p", {}, words.workbench.shared), h("div", { class: "row" },
      button(words.workbench.keep, "save", () => this.#show(this.code, false)),
      button(words.workbench.mine, "undo", () => this.#show(this.#ownCode(), false))));
  }

  #changed() {
    if (!this.#isShared) keepCode(this.exercise.name, this.code);
  }

  #actions() {
    const { workbench: text } = words;
    const field = (/** @type {string} */ label, /** @type {HTMLElement} */ element) => h("div", { class: "field" }, h("label", { for: element.id }, label), element);
    const file = h("input", { type: "file", hidden: true, accept: ".py,.txt", onchange: () => void this.#open(file) });
    return [
      h("div", { class: "row main" },
        button(text.check, "hint", () => void this.#check(), { class: "primary" }),
        button(text.run, "play", () => void this.#run()),
        this.stopper,
      ),
      h("div", { class: "card controls", hidden: !this.exercise.plays },
        field(text.game, this.game),
        button(text.play, "own", () => this.#play()),
        field(text.against, this.opponent),
        button(text.match, "chart", () => void this.#match()),
        field(text.moves, this.moves),
        field(text.depth, this.depth),
        button(text.tree, "whole", () => void this.#tree()),
      ),
      h("div", { class: "row files" },
        button(text.share, "share", () => void this.#share()),
        button(text.save, "save", () => void this.#save()),
        button(text.open, "folder", () => file.click()),
        button(text.reset, "again", () => this.#reset()),
        file,
      ),
    ];
  }

  async #listOpponents() {
    const players = await askPlayers(this.game.value);
    fill(this.opponent, ...selectOptions(players.map(({ name, title }) => [name, title]), players.some(({ name }) => name === "random") ? "random" : undefined));
  }

  /** Ask the sandbox, and show what it says on the way. @param {string} question @param {object} request @param {(answer: any) => void} show @param {number} [seconds] */
  async #ask(question, request, show, seconds = SECONDS) {
    this.results.begin(sandbox.isReady ? words.workbench.busy : words.workbench.starting);
    this.#editor?.mark(null);
    this.stopper.disabled = false;
    const { code } = this;
    try {
      show(await sandbox.ask(question, { code, ...request }, { seconds, onStep: (step) => this.results.step(step) }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#complain(error.sentence, error instanceof CodeRefusal ? error.line : null);
    } finally {
      this.stopper.disabled = !sandbox.isBusy;
    }
  }

  /** @param {string} sentence @param {number | null} line */
  #complain(sentence, line) {
    this.results.say(line ? words.workbench.line(line, sentence) : sentence, "wrong");
    if (line) this.#editor?.mark({ line, message: sentence });
  }

  #check() {
    return this.#ask("check", { exercise: this.exercise.name }, (/** @type {FeedbackInfo} */ feedback) => {
      if (feedback.passed) keepPassed(this.exercise.name);
      this.results.judge(feedback);
      if (feedback.line) this.#complain(feedback.text, feedback.line);
    }, MATCH_SECONDS);
  }

  #run() {
    return this.#ask("run", {}, () => this.results.ran());
  }

  #match() {
    const request = { game: this.game.value, opponent: this.opponent.value, pairs: PAIRS, seed: 1 };
    return this.#ask("match", request, (/** @type {RungInfo} */ rung) => this.results.matched(rung), MATCH_SECONDS);
  }

  #tree() {
    const request = { game: this.game.value, moves: this.moves.value.trim(), depth: Number(this.depth.value) };
    return this.#ask("tree", request, (/** @type {TraceInfo} */ trace) => this.results.tree(trace));
  }

  /** The game is played where all games are; only the moves come from here. */
  #play() {
    const { code } = this;
    own.choose = ({ game, start, moves }) => sandbox.ask("move", { code, game, start, moves }, { seconds: SECONDS });
    this.screen.begin({ game: this.game.value, players: { X: YOU, O: OWN }, time: "", think: "" });
  }

  async #share() {
    const address = new URL(location.href);
    address.hash = `exercise/${this.exercise.name}?code=${await packed(this.code)}`;
    try {
      await navigator.clipboard.writeText(address.href);
      this.results.say(`${words.workbench.copied} ${reach()}`.trim());
    } catch {
      // Without leave to use the clipboard the link is put where it can be copied by hand.
      this.results.say(`${reach()} ${words.workbench.copyByHand} ${address.href}`.trim());
    }
  }

  /** Save a file that every command takes for a player; code that cannot play yet is saved as it is. */
  async #save() {
    const { code } = this;
    const whole = await sandbox.ask("source", { code }).catch((error) => {
      if (!(error instanceof Refusal)) throw error;
      return code;
    });
    const link = h("a", { href: URL.createObjectURL(new Blob([whole], { type: "text/x-python" })), download: words.workbench.file });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    this.results.say(words.workbench.saved);
  }

  /** @param {HTMLInputElement} input */
  async #open(input) {
    const [file] = input.files ?? [];
    input.value = "";
    if (!file) return;
    if (file.size > LARGEST_FILE) this.results.say(new Refusal(words.workbench.tooLarge).sentence, "wrong");
    else this.#show(await file.text(), false);
  }

  #reset() {
    if (confirm(words.workbench.reallyReset)) this.#show(this.exercise.starter, false);
  }
}

/** CodeMirror and what the page adds to it, in one file that `tools/page` makes. @returns {Promise<typeof import("../../../../../../tools/page/editor.js")>} */
function editorModule() {
  return /** @type {Promise<any>} */ (import("./editor.js"));
}
