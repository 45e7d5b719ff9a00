/**
 * Starts the Python of a site on a page beside its files, for tests and measurements: `python`, with the whole program in
 * it; `printed` has the lines that it prints. A function for the browser to call with what the site says of itself.
 */
async (site) => {
  const stored = new Map(site.stored.map((file) => [new URL(file.name, location.href).href, file]));
  const network = window.fetch;
  window.fetch = async (input, options) => {
    const file = stored.get(new URL(input.url ?? input, location.href).href);
    if (!file) return network(input, options);
    const body = (await network(file.path)).body.pipeThrough(new DecompressionStream("gzip"));
    return new Response(body, { headers: { "content-type": file.type } });
  };
  const home = new URL(site.pyodide, location.href).href;
  const { loadPyodide } = await import(`${home}pyodide.mjs`);
  const printed = (window.printed = []);
  const python = (window.python = await loadPyodide({ indexURL: home, stdout: (line) => printed.push(line) }));
  const rooms = await (await fetch(site.rooms)).arrayBuffer();
  python.unpackArchive(rooms, "zip", { extractDir: "/inarow" });
  for (const [name, path] of Object.entries(site.later)) {
    const content = new Uint8Array(await (await fetch(path)).arrayBuffer());
    python.FS.mkdirTree(`/inarow/${name}`.replace(/[^/]*$/, ""));
    python.FS.writeFile(`/inarow/${name}`, content);
  }
  python.runPython("import sys; sys.path.insert(0, '/inarow')");
}
