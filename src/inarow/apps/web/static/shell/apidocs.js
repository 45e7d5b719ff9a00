/** The page that documents the API, made from the server's own description of it. */

import { h } from "./dom.js";
import { get } from "./http.js";
import { prefs } from "./prefs.js";
import { words } from "./words.js";

document.documentElement.dataset.theme = prefs.theme;

/** @type {any} */
const description = await get("api/openapi.json");

for (const [path, methods] of Object.entries(description.paths)) {
  for (const [method, operation] of Object.entries(/** @type {Record<string, any>} */ (methods))) {
    document.getElementById("paths")?.append(section(path, method, operation));
  }
}

/** @param {string} path @param {string} method @param {any} operation */
function section(path, method, operation) {
  const schema = operation.requestBody?.content["application/json"]?.schema;
  const fields = schema ? fieldsOf(schema) : (operation.parameters ?? []).map(
    (/** @type {any} */ each) => ({ name: each.name, ...each.schema, required: each.required }),
  );
  return h("section", { class: "card" },
    h("h2", {}, h("code", {}, `${method.toUpperCase()} ${path}`)),
    h("p", {}, operation.description ?? operation.summary),
    fields.length ? fieldTable(fields) : null,
    tryIt(path, method, fields),
  );
}

/** @param {any} schema @returns {any} */
function resolve(schema) {
  const name = schema.$ref?.split("/").at(-1);
  return name ? description.components.schemas[name] : schema;
}

/** @param {any} schema @returns {any[]} */
function fieldsOf(schema) {
  const whole = resolve(schema);
  return Object.entries(whole.properties ?? {}).map(([name, field]) => ({
    name, .../** @type {object} */ (field), required: whole.required?.includes(name),
  }));
}

/** @param {any} field @returns {string} */
function typeOf(field) {
  const options = field.anyOf?.map(typeOf).filter((/** @type {string} */ type) => type !== "null");
  return options ? options.join(" or ") : (field.enum?.join(", ") ?? field.type ?? resolve(field).title);
}

/** @param {any[]} fields */
function fieldTable(fields) {
  return h("table", {},
    h("tbody", {}, ...fields.map((field) =>
      h("tr", {},
        h("th", { scope: "row" }, h("code", {}, field.name)),
        h("td", {}, [typeOf(field), ...(field.required ? [words.api.required] : [])].join(", ")),
        h("td", {}, [field.description, field.examples ? words.api.examples(field.examples) : ""].filter(Boolean).join(" ")),
      ))),
  );
}

/** @param {string} path @param {string} method @param {any[]} fields */
function tryIt(path, method, fields) {
  const example = Object.fromEntries(
    fields.filter(({ name }) => ["game", "moves", "player", "text", "search", "format"].includes(name))
      .map((field) => [field.name, field.examples?.[0] ?? field.enum?.[0] ?? field.default ?? "4453"]),
  );
  const asGet = method === "get";
  const box = h("textarea", { rows: 3, "aria-label": words.api.request(path), spellcheck: "false" });
  box.value = asGet ? new URLSearchParams(example).toString() : JSON.stringify(example);
  const answer = h("pre", { tabindex: 0, hidden: true, "aria-label": words.api.response(path) });
  const send = async () => {
    const target = path.replace(/^\//, "");
    answer.hidden = false;
    try {
      const response = asGet
        ? await fetch(`${target}?${box.value}`)
        : await fetch(target, { method: "POST", headers: { "content-type": "application/json" }, body: box.value });
      answer.textContent = `${response.status} ${pretty(await response.text())}`;
    } catch {
      answer.textContent = words.api.silent;
    }
  };
  return h("details", {}, h("summary", {}, words.api.tryIt), box, h("button", { type: "button", onclick: () => void send() }, words.api.send), answer);
}

/** @param {string} text */
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    return text;
  }
}
