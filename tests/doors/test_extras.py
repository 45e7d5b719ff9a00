"""A door whose package is missing says what to install."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from inarow.files.extras import EXTRAS, install_command

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("inarow.apps.notebook.widget", "anywidget", "notebook"),
        ("inarow.apps.openspiel", "pyspiel", "openspiel"),
        ("inarow.apps.pettingzoo", "pettingzoo", "pettingzoo"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(module: str, package: str, extra: str) -> None:
    program = f"""
import sys
sys.modules[{package!r}] = None
try:
    import {module}
except ModuleNotFoundError as error:
    sys.exit(str(error))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 1
    wanted = f" needs {package}; install with: {install_command(extra)}"
    assert done.stderr.splitlines()[-1].endswith(wanted)


def test_every_extra_of_the_package_is_one_that_can_be_checked() -> None:
    """What a door needs is said in one place, and that place knows every extra."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    named = {re.search(r"\[(\w+)\]", install_command(extra)) for extra in EXTRAS}
    assert {one[1] for one in named if one} | {"dev", "docs"} == set(declared)
    advice = re.compile(r"pip install '?inarow\[")
    modules = (ROOT / "src" / "inarow").rglob("*.py")
    giving = {path.name for path in modules if advice.search(_code(path))}
    assert giving == {"extras.py"}


def _code(path: Path) -> str:
    """A module without its docstring, which is help."""
    text = path.read_text()
    return text.replace(ast.get_docstring(ast.parse(text), clean=False) or "", "")
