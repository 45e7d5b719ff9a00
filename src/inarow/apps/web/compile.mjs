/** Runs `packing.py` under Pyodide: `node compile.mjs PYODIDE-FOLDER packing.py LIBRARY.zip ROOMS.zip WORKBENCH.zip`. */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, script, ...zips] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
const places = zips.map((_, number) => `/${number}.zip`);
places.forEach((place, number) => python.FS.writeFile(place, readFileSync(zips[number])));
python.FS.writeFile("/packing.py", readFileSync(script));
python.runPython(`
import sys
from pathlib import Path
sys.path.insert(0, "/")
import packing
packing.pack(*map(Path, ${JSON.stringify(places)}))
`);
places.forEach((place, number) => writeFileSync(zips[number], python.FS.readFile(place)));
