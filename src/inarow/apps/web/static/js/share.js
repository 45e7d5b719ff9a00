/** Share: copy the game in any form, and open any of them. */

import { Refusal, post } from "./api.js";
import { button, h } from "./dom.js";

export class Share {
  /**
   * @param {import("./session.js").Session} session
   * @param {(opened: OpenedInfo) => void} onOpen
   */
  constructor(session, onOpen) {
    this.session = session;
    this.onOpen = onOpen;
    this.message = h("p", { class: "note", role: "status" });
    this.link = h("input", { type: "text", readonly: true, "aria-label": "Link to this position" });
    this.text = h("textarea", {
      rows: 4, maxlength: 20000, "aria-label": "A game to open", spellcheck: "false",
      placeholder: "Moves (4453 or h8 i9), a picture of X, O and -, a link, JSON, SGF or SVG",
    });
    this.dialog = h(
      "dialog",
      { class: "share", "aria-label": "Share" },
      h("header", {}, h("h2", {}, "Share"), button("Close", "close", () => this.dialog.close(), { class: "bare" })),
      h("div", { class: "row" }, this.link, button("Copy link", "copy", () => void this.#copy("Link", location.href), { class: "primary" })),
      h(
        "div",
        { class: "actions" },
        button("Copy moves", "copy", () => void this.#copy("Moves", this.session.movesText())),
        button("Copy JSON", "copy", () => void this.#copyExport("JSON", "json")),
        button("Copy SGF", "copy", () => void this.#copyExport("SGF", "sgf")),
        button("Save SVG", "save", () => void this.#saveSvg()),
        button("Save PNG", "save", () => void this.#savePng()),
      ),
      h("h3", {}, "Open"),
      this.text,
      h("div", { class: "row" }, button("Open", "open", () => void this.#open())),
      this.message,
    );
    document.body.append(this.dialog);
  }

  show() {
    this.link.value = location.href;
    this.message.textContent = "";
    this.dialog.showModal();
  }

  /** @param {string} what @param {string} text */
  async #copy(what, text) {
    try {
      await navigator.clipboard.writeText(text);
      this.message.textContent = `${what} copied.`;
    } catch {
      // Without leave to use the clipboard the text is put where it can be copied by hand.
      this.text.value = text;
      this.text.select();
      this.message.textContent = "Copy the marked text.";
    }
  }

  /** @param {string} name @param {string} format */
  async #copyExport(name, format) {
    try {
      const { text } = await post("api/export", { ...this.session.request(), format });
      await this.#copy(name, text);
    } catch (error) {
      this.#complain(error);
    }
  }

  /** The position as a picture, with the link in it, so that it can be opened again. */
  async #svg() {
    const picture = /** @type {string} */ (await post("api/picture", this.session.request()));
    const link = location.href.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    return picture.replace("<title>", `<desc>${link}</desc>\n<title>`);
  }

  async #saveSvg() {
    save(new Blob([await this.#svg()], { type: "image/svg+xml" }), "inarow.svg");
    this.message.textContent = "Picture saved.";
  }

  async #savePng() {
    const url = URL.createObjectURL(new Blob([await this.#svg()], { type: "image/svg+xml" }));
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = h("canvas", { width: 2 * image.naturalWidth, height: 2 * image.naturalHeight });
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(url);
    canvas.toBlob((blob) => blob && save(blob, "inarow.png"));
    this.message.textContent = "Picture saved.";
  }

  async #open() {
    try {
      const game = this.session.request().game;
      /** @type {OpenedInfo} */
      const opened = await post("api/open", { text: this.text.value, game });
      this.dialog.close();
      this.text.value = "";
      this.onOpen(opened);
    } catch (error) {
      this.#complain(error);
    }
  }

  /** @param {unknown} error */
  #complain(error) {
    if (!(error instanceof Refusal)) throw error;
    this.message.textContent = `${error.message[0].toUpperCase()}${error.message.slice(1)}.`;
  }
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
