"""Compile the kernels with Numba into the bitcode that is shipped: ``make kernels``.

Each engine's folder becomes one LLVM module, optimised for a processor without special
instructions, in which every kernel stands under the name ``module.function``; what the engines
share is a fifth. The manifest says what they were made from. ``build.py FOLDER`` writes all of it
into another folder.
"""

from __future__ import annotations

import importlib
import json
import lzma
import os
import pkgutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from inarow import kernels
from inarow.kernels.compiling import MANIFEST, sources_digest
from inarow.kernels.native import place_of

_FOLDERS = ("kernels", "tree", "exact", "gomoku", "people")

#: What compiled code may call: LLVM puts these where it sees a loop that does their work.
_FROM_C = {"memcpy", "memmove", "memset"}


def build(folder: Path) -> None:
    """Build every folder, each in a process of its own."""
    import llvmlite
    import numba

    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as cache:
        environment = {
            **os.environ, "INAROW_KERNELS": "numba", "NUMBA_CPU_NAME": "generic",
            "NUMBA_CPU_FEATURES": "", "PYTHONHASHSEED": "0",
        }  # fmt: skip
        command = [sys.executable, __file__]
        processes = {
            name: subprocess.Popen(
                [*command, name, str(folder)],
                # Code that Numba reads from a cache, say of another folder, has no bitcode.
                env={**environment, "NUMBA_CACHE_DIR": f"{cache}/{name}"},
                stdout=subprocess.PIPE,
                text=True,
            )
            for name in _FOLDERS
        }
        written = {name: process.communicate()[0] for name, process in processes.items()}
    if failed := [name for name, process in processes.items() if process.returncode]:
        sys.exit(f"could not build {', '.join(failed)}")
    manifest = {
        "sources": sources_digest(),
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "kernels": {name: json.loads(text) for name, text in written.items()},
    }
    text = json.dumps(manifest, indent=1) + "\n"
    (folder / MANIFEST.name).write_text(text, "utf-8", newline="\n")


def build_folder(name: str, folder: Path) -> dict[str, str]:
    """Write the bitcode of one folder's kernels; return the signature of each."""
    from llvmlite import binding as llvm

    module = llvm.parse_assembly("")
    names = {}
    signatures = {}
    for kernel in _kernels(name):
        [compiled] = kernel.overloads.values()
        part = llvm.parse_assembly(compiled.library.get_llvm_str())
        module.triple, module.data_layout = part.triple, part.data_layout
        module.link_in(part)
        _, symbol = place_of(kernel.py_func)
        names[compiled.fndesc.llvm_func_name] = symbol
        signatures[symbol] = kernel.signature
    defined = {value.name for value in module.functions if not value.is_declaration}
    if lost := [symbol for mangled, symbol in names.items() if mangled not in defined]:
        sys.exit(f"Numba gave no code for {', '.join(lost)}")
    module.name = name
    # What Python would call the functions through is used by none of them, and goes.
    for value in [*module.functions, *module.global_variables]:
        if not value.is_declaration:
            value.linkage = "external" if value.name in names else "internal"
            value.name = names.get(value.name, value.name)
    module.verify()
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.add_constant_merge_pass()
    machine = llvm.Target.from_default_triple().create_target_machine()
    tuning = llvm.create_pipeline_tuning_options(speed_level=0)
    passes.run(module, llvm.create_pass_builder(machine, tuning))
    declared = [*module.functions, *module.global_variables]
    called = {value.name for value in declared if value.is_declaration}
    if missing := {each for each in called - _FROM_C if not each.startswith("llvm.")}:
        sys.exit(f"the kernels of {name} need {', '.join(sorted(missing))}")
    (folder / f"{name}.bc.xz").write_bytes(lzma.compress(module.as_bitcode(), preset=9))
    return signatures


def _kernels(folder: str) -> list[Any]:
    """The compiled functions that stand in the modules of a folder."""
    from numba.core.dispatcher import Dispatcher

    package = importlib.import_module(
        kernels.__name__ if folder == "kernels" else f"{kernels.__name__}.{folder}"
    )
    found = pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
    names = sorted(module.name for module in found if ".gpu_" not in module.name)
    return [
        value
        for name in names
        for value in vars(importlib.import_module(name)).values()
        if isinstance(value, Dispatcher) and value.py_func.__module__ == name
    ]


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            build(MANIFEST.parent)
        case [target]:
            build(Path(target))
        case [name, target]:
            print(json.dumps(build_folder(name, Path(target))))
