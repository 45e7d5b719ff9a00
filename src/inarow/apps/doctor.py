"""What is installed, what is compiled, how fast this machine is, and what is wrong.

Each check imports what it looks at, so one that fails is one line of the report, not its end.
"""

from __future__ import annotations

import os
import platform
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module, metadata
from pathlib import Path

import inarow
from inarow.files.extras import install_command
from inarow.files.trouble import reason

_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)[^;>]*(?:>=([\d.]+))?[^;]*(?:;.*extra == .([\w-]+))?")
#: The extra of those who work on inarow itself.
_DEVELOPMENT = "dev"
#: Each has a module in ``lab/bench`` that knows how many nodes it should search.
ENGINES = ("tree", "exact", "gomoku")
_MEGABYTE = 1 << 20
_GIGABYTE = 1 << 30


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: what there is, and what is wrong with it."""

    name: str
    says: str
    wrong: str | None = None


@dataclass(frozen=True, slots=True)
class Requirement:
    """A package that inarow or one of its extras asks for."""

    name: str
    at_least: str
    extra: str

    @property
    def installed(self) -> str | None:
        """The version that is installed."""
        try:
            return metadata.version(self.name)
        except metadata.PackageNotFoundError:
            return None

    @property
    def wrong(self) -> str | None:
        """What is wrong with an installed package."""
        if self.installed is None or _version(self.installed) >= _version(self.at_least):
            return None
        return (
            f"{self.name} {self.installed} is too old, {self.at_least} is needed:"
            f" pip install --upgrade {self.name}"
        )


def examine() -> Iterator[Check]:
    """Look at everything, the slow things last."""
    yield Check("inarow", f"{inarow.__version__} in {Path(inarow.__file__).parent}")
    yield Check("Python", f"{platform.python_version()} ({platform.platform()})")
    yield Check("processor", _processor())
    yield from _packages()
    speeds = {f"speed {engine}": partial(_speed, engine) for engine in ENGINES}
    # The searches fill the cache.
    for name, look in (_LOOKS | speeds | {"cache": _cache}).items():
        try:
            yield look()
        except Exception as error:
            # Whatever it is, the doctor goes on with the rest.
            yield Check(name, "unusable", f"{name}: {error}; reinstalling inarow may help")


def _processor() -> str:
    name = platform.processor() or platform.machine()
    about = Path("/proc/cpuinfo")
    if about.exists() and (found := re.search(r"model name\s*:\s*(.*)", about.read_text())):
        name = found[1]
    text = f"{name}, {os.cpu_count()} cores"
    if hasattr(os, "sysconf"):
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        text += f", {memory / _GIGABYTE:.0f} GB of memory"
    return text


def requirements() -> list[Requirement]:
    """What the installed package says that it needs, with the extra that needs it."""
    try:
        listed = metadata.requires("inarow") or ()
    except metadata.PackageNotFoundError:
        listed = ()
    matches = (_REQUIREMENT.match(line) for line in listed)
    return [Requirement(one[1], one[2] or "0", one[3] or "") for one in matches if one]


def _packages() -> Iterator[Check]:
    """The packages that are always needed, then those of each extra."""
    needed = requirements()
    if not needed:
        yield Check("packages", "unknown", "inarow runs from a folder that pip has not installed")
    for extra in dict.fromkeys(one.extra for one in needed if one.extra != _DEVELOPMENT):
        packages = [one for one in needed if one.extra == extra]
        missing = [one.name for one in packages if one.installed is None]
        says = ", ".join(f"{one.name} {one.installed}" for one in packages if one.installed)
        wrong = [one.wrong for one in packages if one.wrong]
        if missing and not extra:
            wrong.append(f"{', '.join(missing)}: not installed; pip install inarow installs them")
        elif missing:
            lacking = f"without {', '.join(missing)}: {install_command(extra)}"
            says = f"{says}; {lacking}" if says else lacking
        yield Check(f"extra {extra}" if extra else "packages", says, "; ".join(wrong) or None)


def _kernels() -> Check:
    # Its stand-in, for browsers, would do its work here too, but slowly.
    import numpy  # noqa: F401

    from inarow.kernels import compiling
    from inarow.kernels.compiling import Mode

    says = {
        Mode.PREBUILT: "compiled ahead of time",
        Mode.NUMBA: "compiled by Numba",
        Mode.PYTHON: "plain Python",
    }[compiling.MODE]
    wrong = None
    if compiling.MODE is Mode.PYTHON:
        wrong = "the kernels are not compiled, so searches are very slow: unset INAROW_KERNELS"
    elif compiling.MODE is Mode.NUMBA and (reason := compiling.outdated()):
        wrong = f"{reason}, so the first start takes long; reinstalling inarow may help"
    return Check("kernels", says, wrong)


def _cache() -> Check:
    from inarow.kernels.compiling import cache_folder

    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        why = reason(error)
        return Check(
            "cache",
            f"{folder}: {why}",
            f"machine code cannot be kept in {folder} ({why}), so every start takes longer:"
            " set INAROW_CACHE_DIR to a folder that can be written to",
        )
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return Check("cache", f"{size / _MEGABYTE:.1f} MB of machine code in {folder}")


def _books() -> Check:
    from inarow.rules import catalogue
    from inarow.search.exact.book import shipped_book

    named = ("connect4", "square")
    found = [name for name in named if shipped_book(catalogue.game(name)) is not None]
    missing = [name for name in named if name not in found]
    wrong = f"no opening book for {', '.join(missing)}: reinstall inarow" if missing else None
    return Check("books", ", ".join(found), wrong)


def _gpu() -> Check:
    from inarow.search.exact.gpu import missing_gpu

    if reason := missing_gpu():
        return Check("GPU", f"none: {reason}")
    from inarow.kernels.exact.gpu_compiling import cuda, is_simulated

    if is_simulated():
        return Check("GPU", "none: numba-cuda only simulates one")
    device = cuda.get_current_device()
    free, total = cuda.current_context().get_memory_info()
    return Check("GPU", f"{device.name}, {free / _GIGABYTE:.0f} of {total / _GIGABYTE:.0f} GB free")


def _speed(engine: str) -> Check:
    """Let an engine search fixed positions: how fast it is, and whether it searches as it should.

    The first search only loads the machine code.
    """
    from inarow.kernels.compiling import MODE, Mode

    bench = import_module(f"inarow.lab.bench.{engine}")
    if MODE is Mode.PYTHON:
        return Check(f"speed {engine}", "not measured: the kernels are not compiled")
    bench.signature()
    started = time.process_time()
    nodes = bench.signature()
    seconds = time.process_time() - started
    wrong = None
    if nodes != bench.SIGNATURE:
        wrong = f"the {engine} engine searched {nodes:,} nodes, not {bench.SIGNATURE:,}"
    return Check(f"speed {engine}", f"{nodes / seconds / 1e6:.2f} million nodes a second", wrong)


def _terminal() -> Check:
    encoding = (getattr(sys.stdout, "encoding", None) or "none").upper()
    if not (sys.stdout and sys.stdout.isatty()):
        return Check("terminal", "none: the output is not a terminal")
    columns, lines = os.get_terminal_size()
    wrong = None
    if not encoding.startswith("UTF"):
        wrong = f"the terminal's encoding is {encoding}: use one with UTF-8, or inarow play --plain"
    return Check("terminal", f"{columns}x{lines}, {encoding}", wrong)


_LOOKS: dict[str, Callable[[], Check]] = {
    "kernels": _kernels,
    "books": _books,
    "GPU": _gpu,
    "terminal": _terminal,
}


def _version(text: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", text)]
