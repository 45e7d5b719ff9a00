"""A door whose package is missing says what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("inarow.apps.notebook.widget", "anywidget", "notebook"),
        ("inarow.apps.openspiel", "pyspiel", "openspiel"),
        ("inarow.apps.pettingzoo", "pettingzoo", "pettingzoo"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(module: str, package: str, extra: str) -> None:
    program = f"import sys; sys.modules[{package!r}] = None; import {module}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1].endswith(f"an extra package: pip install 'inarow[{extra}]'")
