"""Compile the kernels with Numba into the bitcode that is shipped: ``make kernels``.

Each engine's folder becomes one LLVM module, optimised for a processor without special
instructions, in which every kernel stands under the name ``module.function``; what the engines
share is a fifth. All of them once more, compiled so that they listen (``kernels/listening.py``),
become one WebAssembly module that Pyodide opens like any C library: only the width of a pointer
changes. The manifest says what all was made from. ``build.py FOLDER`` writes all of it into another
folder.
"""

from __future__ import annotations

import importlib
import json
import lzma
import os
import pkgutil
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from inarow import kernels
from inarow.kernels.compiling import MANIFEST, sources_digest
from inarow.kernels.native import place_of

_FOLDERS = ("kernels", "tree", "exact", "gomoku", "people")

#: What compiled code may call: LLVM puts these where it sees a loop that does their work.
_FROM_C = {"memcpy", "memmove", "memset"}

#: The module for browsers.
_WASM = "kernels.wasm"
_TRIPLE = "wasm32-unknown-emscripten"
#: What every browser of the last years can do.
_FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
#: What belongs to the processor that Numba compiled for.
_OF_THE_PROCESSOR = re.compile(r'"(?:target-cpu|target-features|tune-cpu)"="[^"]*" ?')

#: A kernel calls back after so many nodes, which take a few milliseconds.
_PATIENCE = 8192
#: What a kernel calls (``jit.LISTEN``), and how the one who wants to be called is made known.
_LISTENING = f"""
@left = internal global i64 {_PATIENCE}
@listener = internal global ptr null

define void @inarow_listen(i64 %nodes) alwaysinline {{
  %before = load i64, ptr @left
  %after = sub i64 %before, %nodes
  store i64 %after, ptr @left
  %patient = icmp sgt i64 %after, 0
  br i1 %patient, label %go_on, label %call
call:
  call void @inarow_call_listener()
  br label %go_on
go_on:
  ret void
}}

define internal void @inarow_call_listener() noinline {{
  store i64 {_PATIENCE}, ptr @left
  %listener = load ptr, ptr @listener
  %nobody = icmp eq ptr %listener, null
  br i1 %nobody, label %done, label %call
call:
  call void %listener()
  br label %done
done:
  ret void
}}

define void @set_listener(ptr %listener) {{
  store ptr %listener, ptr @listener
  ret void
}}
"""


def build(folder: Path) -> None:
    """Build every folder, for processors and for browsers."""
    import llvmlite
    import numba

    folder.mkdir(parents=True, exist_ok=True)
    signatures = _build_folders(folder, "bitcode", {})
    with tempfile.TemporaryDirectory() as objects:
        _build_folders(Path(objects), "wasm", {"INAROW_LISTEN": "1"})
        _link_wasm([Path(objects, f"{name}.o") for name in _FOLDERS], folder / _WASM)
    manifest = {
        "sources": sources_digest(),
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "linker": _linker_version(),
        "kernels": signatures,
    }
    text = json.dumps(manifest, indent=1) + "\n"
    (folder / MANIFEST.name).write_text(text, "utf-8", newline="\n")


def _build_folders(folder: Path, form: str, settings: dict[str, str]) -> dict[str, dict[str, str]]:
    """Build every folder's kernels, each in a process of its own; return the signatures."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {
            **os.environ, "INAROW_KERNELS": "numba", "NUMBA_CPU_NAME": "generic",
            "NUMBA_CPU_FEATURES": "", "PYTHONHASHSEED": "0", **settings,
        }  # fmt: skip
        command = [sys.executable, __file__]
        processes = {
            name: subprocess.Popen(
                [*command, name, form, str(folder)],
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
    return {name: json.loads(text) for name, text in written.items()}


def build_folder(name: str, form: str, folder: Path) -> dict[str, str]:
    """Write one folder's kernels as bitcode or as a WebAssembly object; return the signatures."""
    from llvmlite import binding as llvm

    from inarow.kernels.jit import LISTEN

    # Numba loads what it has compiled, so each name needs an address, though nobody calls it here.
    llvm.add_symbol(LISTEN, 1)
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
    if missing := {each for each in called - _FROM_C if not each.startswith(("llvm.", LISTEN))}:
        sys.exit(f"the kernels of {name} need {', '.join(sorted(missing))}")
    if form == "bitcode":
        (folder / f"{name}.bc.xz").write_bytes(lzma.compress(module.as_bitcode(), preset=9))
    else:
        (folder / f"{name}.o").write_bytes(_wasm_object(name, module, signatures))
    return signatures


def _wasm_object(name: str, module: Any, kernels: Any) -> bytes:
    """A folder's kernels as an object to link; each function ``f`` is called ``folder.f``."""
    from llvmlite import binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(_TRIPLE).create_target_machine(
        opt=3, features=_FEATURES, reloc="pic"
    )
    module.triple, module.data_layout = _TRIPLE, str(machine.target_data)
    whole = llvm.parse_assembly(_OF_THE_PROCESSOR.sub("", str(module)))
    listening = llvm.parse_assembly(_LISTENING)
    listening.triple, listening.data_layout = whole.triple, whole.data_layout
    whole.link_in(listening)
    for value in [*whole.functions, *whole.global_variables]:
        if value.is_declaration:
            continue
        if value.name in kernels or value.name == "set_listener":
            value.linkage, value.name = "external", f"{name}.{value.name}"
            value.visibility = "default"
        else:
            value.linkage = "internal"
    whole.verify()
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(whole, builder)
    code: bytes = machine.emit_object(whole)
    return code


def _link_wasm(objects: list[Path], path: Path) -> None:
    """Link the folders' objects into one module."""
    command = [
        *_linker(), "--experimental-pic", "-shared", "--export-dynamic", "--strip-all",
        "--allow-undefined", "--no-entry", "-o", str(path), *map(str, objects),
    ]  # fmt: skip
    subprocess.run(command, check=True)
    path.chmod(0o644)


def _linker() -> list[str]:
    """LLVM's linker for WebAssembly: Debian's ``lld``, or PyPI's ``ziglang``."""
    if found := shutil.which("wasm-ld"):
        return [found]
    if find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    sys.exit("the kernels for browsers need wasm-ld: apt install lld, or pip install ziglang")


def _linker_version() -> str:
    command = [*_linker(), "--version"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


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
        case [name, form, target]:
            print(json.dumps(build_folder(name, form, Path(target))))
