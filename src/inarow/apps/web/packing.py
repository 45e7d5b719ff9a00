"""Python's files for the browser: which of its library are used, and all of them compiled.

Only a Python of the same version can read and compile them, so Node runs this module under Pyodide
(``compile.mjs``); it imports nothing of the package.
"""

from __future__ import annotations

import ast
import importlib.util
import io
import zipfile
from collections.abc import Callable
from functools import cache
from importlib import _bootstrap_external
from pathlib import Path
from types import CodeType
from typing import Any

#: What is needed of the library though nobody imports it by name.
_NEEDED = (
    "_pyodide", "encodings", "importlib", "pyodide", "site", "sysconfig", "zipimport",
)  # fmt: skip
#: Where statements stand in others.
_BLOCKS = ("body", "handlers", "orelse", "finalbody", "cases")
#: Parts of packages that are large and of no use here.
_UNUSED = (
    "asyncio/proactor_events", "asyncio/windows_", "concurrent/futures/interpreter",
    "concurrent/futures/process", "ctypes/macholib", "ctypes/wintypes", "html/parser",
    "importlib/_bootstrap", "importlib/metadata", "json/tool", "logging/config",
    "logging/handlers", "urllib/request", "urllib/robotparser",
)  # fmt: skip
#: An entry of a table of line numbers that says of up to eight units of code that they have none.
_NO_LINE, _MOST_UNITS = 0xF8, 8
#: What of the library a student's code may want though the program does not.
STUDENTS_USE = (
    "array", "bisect", "collections", "copy", "dataclasses", "decimal", "enum", "fractions",
    "functools", "heapq", "itertools", "math", "operator", "pprint", "random", "statistics",
    "string", "textwrap", "time", "timeit", "typing",
)  # fmt: skip
_ENCODINGS = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "utf_8")


def pack(library: Path, rooms: Path, workbench: Path) -> None:
    """Replace zips of Python's library, the program and the workbench by what is used, compiled.

    What only the workbench or a student's code imports of the library goes with the workbench.
    """
    whole = unzipped(library.read_bytes())
    program, later = unzipped(rooms.read_bytes()), unzipped(workbench.read_bytes())
    used = used_library(whole, program)
    wanted = {"student.py": "\n".join(f"import {name}" for name in STUDENTS_USE).encode()}
    for path, content in used_library(whole, {**program, **later, **wanted}).items():
        if path not in used:
            later[path] = content
    for place, files in ((library, used), (rooms, program), (workbench, later)):
        place.write_bytes(zipped(compiled(files, with_lines=place != library)))


def compiled(files: dict[str, bytes], *, with_lines: bool) -> dict[str, bytes]:
    """The files with Python's compiled, without its docstrings."""
    to_bytes: Any = _bootstrap_external._code_to_hash_pyc  # type: ignore[attr-defined]
    made = {}
    for path, content in files.items():
        if path.endswith(".py"):
            source = _without_kernels(ast.parse(content)) if b"\n@compiled(" in content else content
            code = compile(source, path, "exec", dont_inherit=True, optimize=2)
            code = code if with_lines else _without_lines(code)
            made[f"{path}c"] = bytes(to_bytes(code, importlib.util.source_hash(content), False))
        else:
            made[path] = content
    return made


def _without_kernels(tree: ast.Module) -> ast.Module:
    """A module whose kernels have no Python in them: their code is the WebAssembly module's."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any(
            isinstance(one, ast.Call) and ast.unparse(one.func) == "compiled"
            for one in node.decorator_list
        ):
            node.body = [ast.copy_location(ast.Pass(), node)]
    return tree


def _without_lines(code: CodeType) -> CodeType:
    """The same code without line numbers, a third of its size; tracebacks do not show any then."""
    whole, rest = divmod(len(code.co_code) // 2, _MOST_UNITS)
    table = bytes([_NO_LINE + _MOST_UNITS - 1]) * whole + bytes([_NO_LINE + rest - 1] * (rest > 0))
    parts = (_without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=table, co_consts=tuple(parts))


def used_library(library: dict[str, bytes], rooms: dict[str, bytes]) -> dict[str, bytes]:
    """What of Python's library the program and Pyodide import, and what that imports at once.

    A package that the program names comes whole, for it may import its parts when they are used.
    """
    named = {name for path, content in rooms.items() if path.endswith(".py")
             for name in imports(content)}  # fmt: skip
    whole = {name.partition(".")[0] for name in (*named, *_NEEDED)} - {"encodings"}
    used = {
        path: content for path, content in library.items()
        if (path.partition("/")[0] in whole and not path.startswith(_UNUSED)
            and not path.endswith("__main__.py"))
        or path.removeprefix("encodings/").removesuffix(".py") in _ENCODINGS
    }  # fmt: skip
    waiting = [*named, *_NEEDED]
    for path, content in used.items():
        waiting += imports(content, path.rpartition("/")[0].replace("/", "."), everywhere=False)
    seen: set[str] = set()
    while waiting:
        module = waiting.pop()
        found = module_path(module, library.__contains__)
        if found is None or module in seen or found.startswith(("encodings/", *_UNUSED)):
            continue
        seen.add(module)
        used[found] = library[found]
        package = found.rpartition("/")[0].replace("/", ".")
        parent = module.rpartition(".")[0]
        waiting += [parent, *imports(used[found], package, everywhere=False)]
    return used


def module_path(module: str, exists: Callable[[str], bool]) -> str | None:
    """The file of a module, if there is one."""
    place = module.replace(".", "/")
    return next((path for path in (f"{place}.py", f"{place}/__init__.py") if exists(path)), None)


@cache
def imports(source: bytes, package: str = "", *, everywhere: bool = True) -> tuple[str, ...]:
    """What a module imports, or names that may be modules; later ones only with ``everywhere``."""
    found: list[str] = []
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join([*(above if node.level else ()), *filter(None, [node.module])])
            found += [base, *(f"{base}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.If) and _never_holds(node.test):
            waiting += node.orelse
        elif everywhere or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            # Only statements import, so that no expression has to be looked into.
            for block in _BLOCKS:
                waiting += getattr(node, block, ())
    return tuple(found)


def _never_holds(test: ast.expr) -> bool:
    """Say whether a test fails in a module that is imported to be run."""
    match test:
        case ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"):
            return True
        case ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()]):
            return True
    return False


def zipped(files: dict[str, bytes]) -> bytes:
    """A zip that is the same whenever it is made; not compressed, so that it can be as a whole."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as packed:
        for name in sorted(files):
            packed.writestr(zipfile.ZipInfo(name), files[name])
    return buffer.getvalue()


def unzipped(data: bytes) -> dict[str, bytes]:
    """The files of a zip."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}
