/** Share: copy or save the game in any form, and open any of them. */

import { askPicture, askRecord, askToOpen } from "./api.js";
import { button, dialogHeader, h } from "./dom.js";
import { Refusal, isAbort } from "./http.js";
import { LONGEST_TEXT, linkedPng, linkedSvg, readable, textOf } from "./images.js";
import { words } from "./words.js";

/** @import { Session } from "./session.js" */

export class Share {
  /** @param {Session} session @param {(find: (signal: AbortSignal) => Promise<OpenedInfo>) => Promise<void>} onOpen */
  constructor(session, onOpen) {
    this.session = session;
    this.onOpen = onOpen;
    this.message = h("p", { class: "note", role: "status" });
    this.link = h("input", { type: "text", readonly: true, "aria-label": words.share.link });
    this.text = h("textarea", {
      rows: 3, maxlength: LONGEST_TEXT, "aria-label": words.share.text, spellcheck: "false", placeholder: words.share.forms,
    });
    this.file = h("input", {
      type: "file", hidden: true, accept: ".png,.svg,.json,.sgf,.txt",
      onchange: () => this.#openChosen(),
    });
    this.dialog = h(
      "dialog",
      { class: "share", "aria-label": words.share.title },
      dialogHeader(words.share.title, words.close, () => this.dialog.close()),
      h(
        "div",
        { class: "row" },
        this.link,
        button(words.share.copyLink, "copy", () => void this.#copy(words.share.linkItself, async () => location.href), { class: "primary" }),
      ),
      this.#forms(words.share.copy, "copy", {
        [words.share.moves]: () => this.#copy(words.share.moves, async () => this.session.movesText()),
        JSON: () => this.#copy("JSON", () => this.#record("json")),
        SGF: () => this.#copy("SGF", () => this.#record("sgf")),
        SVG: () => this.#copy("SVG", () => this.#svg()),
        PNG: () => this.#copyPng(),
      }),
      this.#forms(words.share.save, "save", {
        JSON: () => this.#save("json", "application/json", () => this.#record("json")),
        SGF: () => this.#save("sgf", "application/x-go-sgf", () => this.#record("sgf")),
        SVG: () => this.#save("svg", "image/svg+xml", () => this.#svg()),
        PNG: () => this.#save("png", "image/png", () => this.#png()),
      }),
      h(
        "div",
        { class: "opening" },
        h("h3", {}, words.share.open),
        this.text,
        h(
          "div",
          { class: "row" },
          button(words.share.open, "open", () => void this.open(async () => this.text.value)),
          button(words.share.choose, "folder", () => this.file.click()),
          this.file,
        ),
      ),
      this.message,
    );
    document.body.append(this.dialog);
  }

  show() {
    this.link.value = location.href;
    // SGF knows no game in which pieces fall.
    for (const each of this.dialog.querySelectorAll('button[aria-label$="SGF"]')) {
      each.toggleAttribute("hidden", Boolean(this.session.game?.gravity));
    }
    this.message.textContent = "";
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** Open what was pasted or dropped onto the page. @param {DataTransfer | null} brought */
  take(brought) {
    const file = brought?.files[0];
    const text = readable(brought?.getData("text/plain") ?? "");
    if (file) void this.open(() => textOf(file));
    else if (text) {
      this.text.value = text;
      void this.open(async () => text);
    }
  }

  /** Open a text; if that fails, say why in the dialog. @param {() => Promise<string>} find */
  async open(find) {
    try {
      await this.onOpen(async (signal) => {
        const { game } = this.session.request();
        const opened = await askToOpen({ text: await find(), game }, signal);
        this.dialog.close();
        this.text.value = "";
        return opened;
      });
    } catch (error) {
      if (isAbort(error)) return;
      this.show();
      this.#complain(error);
    }
  }

  #openChosen() {
    const file = this.file.files?.[0];
    if (file) void this.open(() => textOf(file));
    this.file.value = "";
  }

  /** A row of buttons, one for each form that a game can take. @param {string} verb @param {string} icon @param {Record<string, () => Promise<void>>} forms */
  #forms(verb, icon, forms) {
    const make = (/** @type {[string, () => Promise<void>]} */ [name, act]) =>
      button(name, icon, () => void act(), { "aria-label": `${verb} ${name}`, title: `${verb} ${name}` });
    return h("div", { class: "forms" }, h("h3", {}, verb), h("div", { class: "options" }, ...Object.entries(forms).map(make)));
  }

  /** @param {string} what @param {() => Promise<string>} make */
  async #copy(what, make) {
    const text = await this.#made(make);
    if (text === null) return;
    try {
      await navigator.clipboard.writeText(text);
      this.message.textContent = words.share.copied(what);
    } catch {
      // Without leave to use the clipboard the text is put where it can be copied by hand.
      this.text.value = text;
      this.text.select();
      this.message.textContent = words.share.copyByHand;
    }
  }

  async #copyPng() {
    const picture = this.#png();
    try {
      // The promise itself is handed over: some browsers allow it only right after the click.
      await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
      this.message.textContent = words.share.copied("PNG");
    } catch {
      const blob = await this.#made(() => picture);
      if (!blob) return;
      download(blob, "png");
      this.message.textContent = words.share.savedInstead;
    }
  }

  /** @param {string} kind @param {string} type @param {() => Promise<string | Blob>} make */
  async #save(kind, type, make) {
    const content = await this.#made(make);
    if (content === null) return;
    download(new Blob([content], { type }), kind);
    this.message.textContent = words.share.saved(kind.toUpperCase());
  }

  /** What was asked for, or null and a complaint. @template T @param {() => Promise<T>} make @returns {Promise<T | null>} */
  async #made(make) {
    try {
      return await make();
    } catch (error) {
      this.#complain(error);
      return null;
    }
  }

  /** @param {string} format */
  #record(format) {
    return askRecord(this.session.request(), format);
  }

  async #svg() {
    return linkedSvg(await this.#picture(), location.href);
  }

  async #png() {
    return linkedPng(await this.#picture(), location.href);
  }

  #picture() {
    return askPicture(this.session.request());
  }

  /** @param {unknown} error */
  #complain(error) {
    if (!(error instanceof Refusal)) throw error;
    this.message.textContent = error.sentence;
  }
}

/** @param {Blob} blob @param {string} kind */
function download(blob, kind) {
  const link = h("a", { href: URL.createObjectURL(blob), download: `inarow.${kind}` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
