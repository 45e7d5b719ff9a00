"""Virtual environments that hold the built wheel and only what its metadata asks for.

Nothing is fetched: the packages are links to those that the tests themselves run with.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]


def build(source: Path, folder: Path, *targets: str) -> None:
    """Build distributions of a source tree with the project's own backend."""
    chosen = [word for target in targets for word in ("-t", target)]
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder), *chosen]
    subprocess.run(command, cwd=source, check=True, capture_output=True)


def fresh_environment(folder: Path, wheel: Path, extra: str = "") -> Path:
    """An environment with the wheel, what it needs and what the extra needs; its programs."""
    venv.create(folder, symlinks=True)
    programs = folder / "bin"
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(programs / "python"), "install", "--quiet",
         "--no-compile", "--no-index", "--no-deps", str(wheel)],
        check=True,
    )  # fmt: skip
    site = next((folder / "lib").glob("python*/site-packages"))
    installed = metadata.Distribution.at(next(site.glob("inarow-*.dist-info")))
    for name in _closure(installed, extra):
        _link(name, site)
    return programs


def outside_of_the_checkout(home: Path) -> dict[str, str]:
    """The variables of someone who has never heard of this checkout."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "TERM") if name in os.environ}
    return {**kept, "HOME": str(home)}


def _closure(distribution: metadata.Distribution, extra: str) -> set[str]:
    """The names of all packages that one needs, and those need in their turn."""
    found: set[str] = set()
    waiting = [(distribution, {"", extra})]
    while waiting:
        owner, extras = waiting.pop()
        for line in owner.requires or ():
            wanted = Requirement(line)
            if wanted.marker and not any(wanted.marker.evaluate({"extra": one}) for one in extras):
                continue
            name = canonicalize_name(wanted.name)
            if name not in found or wanted.extras:
                found.add(name)
                waiting.append((metadata.distribution(name), {"", *wanted.extras}))
    return found


def _link(name: str, site: Path) -> None:
    """Link everything that a package has put into this environment."""
    here = Path(sysconfig.get_path("purelib"))
    for file in metadata.distribution(name).files or ():
        top = file.parts[0]
        if top not in ("..", "__pycache__") and not (site / top).exists():
            (site / top).symlink_to(here / top)
