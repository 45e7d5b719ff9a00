/**
 * Makes one file of the workbench's editor, which is committed, for a machine that only runs the program has no Node.
 * `node bundle.js` writes it; with `--check` it fails if the committed one is not what the sources and versions here give.
 */

import { build } from "esbuild";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const TARGET = fileURLToPath(new URL("../../src/inarow/apps/web/static/workbench/editor.js", import.meta.url));
/** What the page may load for its editor, in bytes. */
const LARGEST = 400_000;

const { metafile, outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL("editor.js", import.meta.url))],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2024",
  charset: "utf8",
  legalComments: "none",
  write: false,
  metafile: true,
});
const text = `${heading(Object.keys(metafile.inputs))}\n${outputFiles[0].text}`;
if (text.length > LARGEST) throw new Error(`the editor has ${text.length} bytes, more than ${LARGEST}`);
if (!process.argv.includes("--check")) {
  writeFileSync(TARGET, text);
  console.log(`${TARGET}: ${text.length} bytes`);
} else if (!existsSync(TARGET) || readFileSync(TARGET, "utf-8") !== text) {
  console.error("static/workbench/editor.js is not what tools/page makes; run: npm run bundle, in tools/page");
  process.exit(1);
}

/** What the bundle consists of, and under which licence. @param {string[]} inputs */
function heading(inputs) {
  const names = new Set(inputs.map((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]).filter((name) => name !== undefined));
  const packages = [...names].sort().map((name) => {
    const { version, license } = JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), "utf-8"));
    if (license !== "MIT") throw new Error(`${name} is under another licence: ${license}`);
    return `${name} ${version}`;
  });
  const licence = readFileSync(new URL("node_modules/@codemirror/view/LICENSE", import.meta.url), "utf-8").trim();
  return `// @ts-nocheck\n/*\n * Made by tools/page/bundle.js of tools/page/editor.js and\n * ${packages.join(",\n * ")}.\n *\n${licence.replaceAll(/^/gm, " * ").replaceAll(/ +$/gm, "")}\n */`;
}
