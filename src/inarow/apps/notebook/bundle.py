"""The page's modules as one, for a notebook, which takes a widget's JavaScript as a single text.

Each module becomes a function that returns what it exports, so names of one do not meet those of
another. The modules import by ``import { a, b as c } from "./file.js"`` alone.
"""

from __future__ import annotations

import re
from pathlib import Path

_IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const|let) (\w+))", re.MULTILINE)
_RENAMED = re.compile(r"\b(\w+) as (\w+)\b")


def bundled(entry: Path) -> str:
    """The text of a module and of all that it imports."""
    parts: dict[Path, str] = {}
    main = _with_imports(entry.resolve(), parts)
    return "\n".join([*parts.values(), main])


def _with_imports(path: Path, parts: dict[Path, str]) -> str:
    """The text of a module, with what it imports taken from the parts; these come first."""

    def taken(found: re.Match[str]) -> str:
        names, target = found.groups()
        part = (path.parent / target).resolve()
        if part not in parts:
            text = _with_imports(part, parts)
            exported = ", ".join(name for _, name in _EXPORT.findall(text))
            body = _EXPORT.sub(r"\1", text)
            parts[part] = (
                f"const {_name(part)} = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();"
            )
        wanted = _RENAMED.sub(r"\1: \2", names)
        return f"const {{{wanted}}} = {_name(part)};"

    return _IMPORT.sub(taken, path.read_text("utf-8"))


def _name(path: Path) -> str:
    return f"{path.parent.name}_{path.stem}"
