/** Small helpers to make elements. Text is always set as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {string | number | Node | null | undefined | false} Child
 * @typedef {Record<string, any>} Properties
 */

/**
 * Make an HTML element: `on...` listens, `class` and attributes are set as given, false is left out.
 * @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag @param {Properties} [properties]
 * @param {...(Child | Child[])} children @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties = {}, ...children) {
  return made(document.createElement(tag), properties, children);
}

/**
 * Make an SVG element.
 * @template {keyof SVGElementTagNameMap} Tag @param {Tag} tag @param {Properties} [properties]
 * @param {...(Child | Child[])} children @returns {SVGElementTagNameMap[Tag]}
 */
export function s(tag, properties = {}, ...children) {
  return made(document.createElementNS(SVG, tag), properties, children);
}

/** Replace everything inside an element. @param {Element} parent @param {...(Child | Child[])} children */
export function fill(parent, ...children) {
  parent.replaceChildren(...nodes(children));
}

/** Let an element have so many children; those it has keep the focus and clicks. @param {Element} parent @param {number} count @param {(index: number) => Element} make */
export function resize(parent, count, make) {
  while (parent.children.length > count) parent.lastElementChild?.remove();
  while (parent.children.length < count) parent.append(make(parent.children.length));
}

/** The element of the page with an id. @param {string} id @returns {HTMLElement} */
export function part(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no part ${id}`);
  return element;
}

/** An icon of the sprite in the page. @param {string} name */
export function icon(name) {
  return s("svg", { class: "icon", "aria-hidden": "true" }, s("use", { href: `#i-${name}` }));
}

/** A button whose label may be hidden on narrow screens but is always read. @param {string} label @param {string} iconName @param {() => void} onclick @param {Properties} [properties] */
export function button(label, iconName, onclick, properties = {}) {
  return h("button", { type: "button", title: label, onclick, ...properties }, icon(iconName), h("span", {}, label));
}

/** Radio buttons side by side. @param {string} name @param {string[][]} options values and labels @param {string} chosen */
export function choices(name, options, chosen) {
  return options.map(([value, label]) =>
    h("label", { class: "choice" }, h("input", { type: "radio", name, value, checked: value === chosen }), h("span", {}, label)),
  );
}

/** The options of a select. @param {string[][]} options values and labels @param {string} [chosen] */
export function selectOptions(options, chosen) {
  return options.map(([value, label]) => h("option", { value, selected: value === chosen }, label));
}

/** @param {string[]} heads @param {Element[]} rows @param {...Element} before */
export function table(heads, rows, ...before) {
  const head = h("tr", {}, ...heads.map((each) => h("th", { scope: "col" }, each)));
  return h("table", {}, ...before, h("thead", {}, head), h("tbody", {}, ...rows));
}

/** A dialog's title with a button that closes it. @param {string} title @param {string} close @param {() => void} onclose */
export function dialogHeader(title, close, onclose) {
  return h("header", {}, h("h2", {}, title), button(close, "close", onclose, { class: "bare" }));
}

/** @template {Element} Made @param {Made} element @param {Properties} properties @param {(Child | Child[])[]} children */
function made(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === false || value === undefined || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" && "value" in element) element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...nodes(children));
  return element;
}

/** @param {(Child | Child[])[]} children @returns {(string | Node)[]} */
function nodes(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}
