/** The menu of settings, and the theme. */

import { backend } from "../backend/backend.js";
import { h, icon, selectOptions } from "./dom.js";
import { prefs, remember } from "./prefs.js";
import { words } from "./words.js";

/** @param {() => void} onChange */
export function settingsMenu(onChange) {
  const theme = h("select", { "aria-label": words.settings.theme, onchange: () => { remember({ theme: theme.value }); applyTheme(); } },
    ...selectOptions(Object.entries(words.settings.themes), prefs.theme),
  );
  const option = (/** @type {"sound" | "numbers" | "pace"} */ name) => {
    const box = h("input", {
      type: "checkbox", checked: prefs[name],
      onchange: () => { remember({ [name]: box.checked }); onChange(); },
    });
    return h("label", { class: "check" }, box, words.settings[name]);
  };
  // The browser knows of a button like this that a click on it closes the menu, too.
  return h("span", {},
    h("button", { type: "button", title: words.settings.title, class: "bare", popovertarget: "menu" },
      icon("menu"),
      h("span", {}, words.settings.title),
    ),
    h("div", { class: "menu", popover: true, id: "menu" },
      h("label", { class: "select" }, words.settings.theme, theme),
      option("sound"),
      option("numbers"),
      option("pace"),
      h("dl", {}, ...words.settings.keys.flatMap(([keys, what]) => [h("dt", {}, keys), h("dd", {}, what)])),
      backend.offers.api ? h("a", { href: backend.offers.api }, words.settings.api) : null,
    ),
  );
}

export function applyTheme() {
  document.documentElement.dataset.theme = prefs.theme;
}
