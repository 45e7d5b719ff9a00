"""Runs a notebook's code cells, one after another in one namespace, without Jupyter.

``python tests/notebook.py FILE`` runs a notebook and keeps what its cells show in the file.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

#: How an object shows itself, and as what.
_PICTURES = {"_repr_svg_": "image/svg+xml", "_repr_html_": "text/html"}


def run_cells(notebook: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """The outputs of every code cell, as a notebook file holds them."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return [
        _run_cell("".join(cell["source"]), namespace, number)
        for number, cell in enumerate(cells, start=1)
    ]


def _run_cell(source: str, namespace: dict[str, Any], number: int) -> list[dict[str, Any]]:
    tree = ast.parse(source, f"cell {number}")
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    shown = None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), namespace)
        if isinstance(last, ast.Expr):
            shown = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), namespace)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        outputs.append({"output_type": "stream", "name": "stdout", "text": text})
    if shown is not None:
        outputs.append(_result(shown, number))
    return outputs


def _result(shown: Any, number: int) -> dict[str, Any]:
    data = {"text/plain": [f"<{type(shown).__name__}>"]}
    for name, kind in _PICTURES.items():
        if hasattr(shown, name):
            data[kind] = getattr(shown, name)().splitlines(keepends=True)
            break
    else:
        # A widget lives in a running notebook alone.
        if not hasattr(shown, "_repr_mimebundle_"):
            data["text/plain"] = repr(shown).splitlines(keepends=True)
    return {
        "output_type": "execute_result",
        "execution_count": number,
        "metadata": {},
        "data": data,
    }


def main(file: str) -> None:
    """Run a notebook and write its outputs into it."""
    path = Path(file)
    notebook = json.loads(path.read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, (cell, outputs) in enumerate(zip(cells, run_cells(notebook), strict=True), start=1):
        cell["execution_count"], cell["outputs"] = number, outputs
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
