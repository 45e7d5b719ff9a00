/** Share: copy or save the game in any form, and open any of them. */

import { askPicture, askRecord, askToOpen } from "./api.js";
import { button, dialogHeader, h } from "./dom.js";
import { Refusal } from "./http.js";
import { LONGEST_TEXT, linkedPng, linkedSvg, readable, textOf } from "./images.js";
import { words } from "./words.js";

/**
 * @import { Position } from "./api.js"
 * @import { Session } from "./session.js"
 */

/** The forms that a game can take. @type {Record<string, {type: string, make: (position: Position) => Promise<string | Blob>}>} */
const FORMS = {
  JSON: { type: "application/json", make: (position) => askRecord(position, "json") },
  SGF: { type: "application/x-go-sgf", make: (position) => askRecord(position, "sgf") },
  SVG: { type: "image/svg+xml", make: async (position) => linkedSvg(await askPicture(position), location.href) },
  PNG: { type: "image/png", make: async (position) => linkedPng(await askPicture(position), location.href) },
};

export class Share {
  /** @param {Session} session @param {(find: (signal: AbortSignal) => Promise<OpenedInfo>) => Promise<void>} onOpen */
  constructor(session, onOpen) {
    this.session = session;
    this.onOpen = onOpen;
    this.message = h("p", { class: "note", role: "status" });
    this.reach = h("p", { class: "reach" });
    this.link = h("input", { type: "text", readonly: true, "aria-label": words.share.link });
    this.text = h("textarea", {
      rows: 3, maxlength: LONGEST_TEXT, "aria-label": words.share.text, spellcheck: "false", placeholder: words.share.forms,
    });
    this.file = h("input", {
      type: "file", hidden: true, accept: ".png,.svg,.json,.sgf,.txt",
      onchange: () => this.#openChosen(),
    });
    this.dialog = h("dialog", { class: "share", "aria-label": words.share.title },
      dialogHeader(words.share.title, words.close, () => this.dialog.close()),
      h("div", { class: "row" },
        this.link,
        button(words.share.copyLink, "copy", () => void this.#copy(words.share.linkItself, async () => location.href), { class: "primary" }),
      ),
      this.reach,
      formButtons(words.share.copy, "copy", [words.share.moves, ...Object.keys(FORMS)], (form) => void this.#copyForm(form)),
      formButtons(words.share.save, "save", Object.keys(FORMS), (form) => void this.#save(form)),
      h("div", { class: "opening" },
        h("h3", {}, words.share.open),
        this.text,
        h("div", { class: "row" },
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
    this.reach.textContent = reach();
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
      this.show();
      this.#complain(error);
    }
  }

  #openChosen() {
    const file = this.file.files?.[0];
    if (file) void this.open(() => textOf(file));
    this.file.value = "";
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

  /** @param {string} form */
  #copyForm(form) {
    if (form === "PNG") return this.#copyPng();
    return this.#copy(form, async () => (FORMS[form] ? String(await this.#make(form)) : this.session.movesText()));
  }

  async #copyPng() {
    const picture = /** @type {Promise<Blob>} */ (this.#make("PNG"));
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

  /** @param {string} form */
  async #save(form) {
    const content = await this.#made(() => this.#make(form));
    if (content === null) return;
    download(new Blob([content], { type: FORMS[form].type }), form.toLowerCase());
    this.message.textContent = words.share.saved(form);
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

  /** @param {string} form */
  #make(form) {
    return FORMS[form].make(this.session.request());
  }

  /** @param {unknown} error */
  #complain(error) {
    if (!(error instanceof Refusal)) throw error;
    this.message.textContent = error.sentence;
  }
}

/** A warning, if a link to this page does not lead here from everywhere. */
export const reach = () => words.share.reach[reachOf(location.hostname)];

/** How far a link with this host leads. @param {string} host @returns {keyof typeof words.share.reach} */
function reachOf(host) {
  if (/^(localhost|127\..*|\[::1\])$/.test(host)) return "machine";
  return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|.*\.local$|[^.]+$)/.test(host) ? "network" : "anywhere";
}

/** A row of buttons. @param {string} verb @param {string} icon @param {string[]} forms @param {(form: string) => void} act */
function formButtons(verb, icon, forms, act) {
  const labelled = (/** @type {string} */ form) => ({ "aria-label": `${verb} ${form}`, title: `${verb} ${form}` });
  return h("div", { class: "forms" }, h("h3", {}, verb),
    h("div", { class: "options" }, ...forms.map((form) => button(form, icon, () => act(form), labelled(form)))));
}

/** @param {Blob} blob @param {string} kind */
function download(blob, kind) {
  const link = h("a", { href: URL.createObjectURL(blob), download: `inarow.${kind}` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
