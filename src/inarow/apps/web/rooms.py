"""The program's Python for a browser: which modules each part of the page needs there."""

from __future__ import annotations

from pathlib import Path

import inarow
from inarow.apps.web.packing import imports, module_path

PACKAGE = Path(inarow.__file__).parent

#: What answers the page's questions in a worker, and what answers the workbench in its sandbox.
TAB = "inarow.apps.web.tab"
WORKBENCH = "inarow.apps.web.workbench"
#: What of the program has no use there though it is imported.
_NOT_IN_BROWSER = (
    "inarow.draw.pixels", "inarow.draw.tree", "inarow.gpu", "inarow.kernels.jit", "inarow.lab",
    "inarow.match.cluster", "inarow.match.export", "inarow.match.local", "inarow.match.one_call",
    "inarow.match.plan", "inarow.match.ratings", "inarow.match.referee", "inarow.match.report",
    "inarow.match.standings", "inarow.match.store", "inarow.match.worker",
    "inarow.search.exact.gpu", "inarow.study.trace.tree_html", "inarow.study.trace.tree_svg",
)  # fmt: skip
#: The course, which a first visit does without.
_NOT_IN_TAB = ("inarow.learn", "inarow.match", "inarow.wire.course")
#: What modules read from beside their source, by the endings of names, and the engines' code.
_DATA = (".i2", ".json", ".jsonl", ".md")
#: What the page's workers fetch when they first read it, which a sandbox cannot: a small network.
_IN_SANDBOX = (".npz",)
_KERNELS = "inarow/kernels/prebuilt"


def rooms(entry: str) -> dict[str, bytes]:
    """A module with all that it imports there, and their data.

    Of the workbench only what the page's workers do not have.
    """
    if entry == WORKBENCH:
        shared = rooms(TAB)
        found = _found(entry, (), (*_DATA, *_IN_SANDBOX))
        return {path: content for path, content in found.items() if path not in shared}
    return _found(entry, _NOT_IN_TAB, _DATA)


def _found(entry: str, left_out: tuple[str, ...], data: tuple[str, ...]) -> dict[str, bytes]:
    source = PACKAGE.parent
    files = {
        f"{_KERNELS}/{code.name}": code.read_bytes() for code in (source / _KERNELS).glob("*.wasm")
    }
    waiting = [entry]
    while waiting:
        module = waiting.pop()
        path = module_path(module, lambda name: (source / name).exists())
        if path is None or path in files or module.startswith((*_NOT_IN_BROWSER, *left_out)):
            continue
        files[path] = (source / path).read_bytes()
        waiting += [module.rpartition(".")[0], *imports(files[path])]
    for folder in {(source / path).parent for path in files if path.endswith(".py")}:
        for beside in folder.iterdir():
            if beside.suffix in data:
                files[beside.relative_to(source).as_posix()] = beside.read_bytes()
    return files
