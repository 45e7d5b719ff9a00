/** A bar that shows how far the program has been loaded. */

import { h, part } from "../shell/dom.js";
import { words } from "../shell/words.js";

/** @import { Loading } from "./helper.js" */

const bar = h("progress", { "aria-label": words.loading.title, max: 1, value: 0 });
const text = h("span", {});
const notice = h("p", { class: "notice loading", role: "status" }, text, bar);

/** @param {Loading} loading */
export function showLoading({ loaded, size, ready }) {
  if (ready) {
    notice.remove();
    return;
  }
  if (!notice.isConnected) part("trouble").after(notice);
  bar.value = loaded / size;
  text.textContent = loaded < size ? words.loading.loaded(loaded, size) : words.loading.starting;
}
