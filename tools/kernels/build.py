"""Compile the kernels with Numba into the code that is shipped: ``make kernels``.

Numba only translates: each folder of kernels becomes one LLVM module in which every kernel stands
under the name ``module.function`` and nothing else has a name, since Numba's names count what was
compiled before. LLVM then optimises the module twice: for a processor without special instructions,
which is shipped as bitcode, and for browsers, as a WebAssembly module that Pyodide opens like any C
library. The two differ in the width of a pointer, and in that only a browser's kernels listen
(``kernels/listening.py``). Beside them lies what they were made from; a folder whose sources are
the same is not built again.
"""

from __future__ import annotations

import argparse
import hashlib
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
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from inarow import kernels
from inarow.kernels.compiling import FOLDERS, manifest_path, sources_digest
from inarow.kernels.native import PREBUILT, place_of

#: What compiled code may call: LLVM puts these where it sees a loop that does their work.
_FROM_C = {"memcpy", "memmove", "memset"}

#: For browsers.
_TRIPLE = "wasm32-unknown-emscripten"
#: What every browser of the last years can do.
_FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
#: What belongs to the processor that Numba compiled for.
_OF_THE_PROCESSOR = re.compile(r'"(?:target-cpu|target-features|tune-cpu)"="[^"]*" ?')

#: Names of functions, as comments in what LLVM has noted about code that was put into others.
_NAMES_IN_NOTES = re.compile(r'!"_ZN[^"]*"')
#: The address of an object of the Python that built it.
_ADDRESS = re.compile(r"inttoptr \(i64 \d+ to ptr\)")

#: What a kernel calls (``jit.LISTEN``). On a processor it is nothing.
_DEAF = "define void @inarow_listen(i64 %nodes) alwaysinline { ret void }"
#: A kernel in a browser calls back after so many nodes, which take a few milliseconds.
_PATIENCE = 8192
#: There a listener can be made known.
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


def changed() -> list[str]:
    """The folders whose shipped code was made from other sources, or by other tools."""
    return [name for name in FOLDERS if _shipped(name) != made_from(name)]


def _shipped(name: str) -> Any:
    try:
        return json.loads(manifest_path(name).read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return None


def made_from(name: str) -> dict[str, str]:
    """What a folder's code depends on: its sources, this file, and the versions of the tools."""
    import llvmlite
    import numba

    return {
        "sources": sources_digest(name),
        "builder": hashlib.sha256(Path(__file__).read_bytes()).hexdigest(),
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "linker": _linker_version(),
    }


def start(names: Sequence[str], into: Path) -> subprocess.Popen[bytes]:
    """Begin to build some folders' kernels in one process."""
    environment = {
        **os.environ, "INAROW_KERNELS": "numba", "INAROW_LISTEN": "1", "PYTHONHASHSEED": "0",
        # Numba only translates, for no processor in particular; code from a cache has no bitcode.
        "NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "",
        "NUMBA_CACHE_DIR": f"{os.devnull}/none",
    }  # fmt: skip
    command = [sys.executable, __file__, "--here", "--into", str(into), *names]
    return subprocess.Popen(command, env=environment)


def build(name: str, into: Path) -> None:
    """Write one folder's kernels as bitcode and as WebAssembly."""
    translated = _translated(name)
    (into / f"{name}.bc.xz").write_bytes(lzma.compress(_bitcode(translated), preset=9))
    _link_wasm(_wasm_object(translated), into / f"{name}.wasm")
    text = json.dumps(made_from(name), indent=1) + "\n"
    (into / manifest_path(name).name).write_text(text, "utf-8", newline="\n")


def _translated(name: str) -> str:
    """A folder's kernels as Numba translates them, with no names but those of the kernels."""
    from llvmlite import binding as llvm

    from inarow.kernels.jit import LISTEN

    # Numba loads what it has compiled, so each name needs an address, though nobody calls it here.
    llvm.add_symbol(LISTEN, 1)
    module = llvm.parse_assembly("")
    names = {}
    for kernel in _kernels(name):
        [compiled] = kernel.overloads.values()
        part = llvm.parse_assembly(compiled.library.get_llvm_str())
        module.triple, module.data_layout = part.triple, part.data_layout
        module.link_in(part)
        _, names[compiled.fndesc.llvm_func_name] = place_of(kernel.py_func)
    defined = {value.name for value in module.functions if not value.is_declaration}
    if lost := [symbol for mangled, symbol in names.items() if mangled not in defined]:
        sys.exit(f"Numba gave no code for {', '.join(lost)}")
    # What Python would call the functions through is used by none of them, and goes.
    for value in [*module.functions, *module.global_variables]:
        if not value.is_declaration:
            value.linkage = "external" if value.name in names else "internal"
            value.name = names.get(value.name, value.name)
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.add_constant_merge_pass()
    passes.add_strip_symbols_pass()
    tuning = llvm.create_pipeline_tuning_options(speed_level=0)
    passes.run(module, llvm.create_pass_builder(_processor(), tuning))
    module.name = name
    return _NAMES_IN_NOTES.sub('!""', str(module))


def _bitcode(translated: str) -> bytes:
    """Optimised for a processor; what loads it makes machine code of it."""
    from llvmlite import binding as llvm

    module = llvm.parse_assembly(translated)
    _optimise(module, _processor(), _DEAF)
    code: bytes = module.as_bitcode()
    return code


def _wasm_object(translated: str) -> bytes:
    """Optimised for browsers: an object to link."""
    from llvmlite import binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(_TRIPLE).create_target_machine(
        opt=3, features=_FEATURES, reloc="pic"
    )
    module = llvm.parse_assembly(_OF_THE_PROCESSOR.sub("", translated))
    module.triple, module.data_layout = _TRIPLE, str(machine.target_data)
    _optimise(module, machine, _LISTENING)
    code: bytes = machine.emit_object(module)
    return code


def _processor() -> Any:
    """A machine without special instructions."""
    from llvmlite import binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine()


def _optimise(module: Any, machine: Any, listening: str) -> None:
    """Link in what listening means there, and optimise the whole."""
    from llvmlite import binding as llvm

    from inarow.kernels.jit import LISTEN

    part = llvm.parse_assembly(listening)
    part.triple, part.data_layout = module.triple, module.data_layout
    module.link_in(part)
    module.get_function(LISTEN).linkage = "internal"
    for function in module.functions:
        if function.linkage is llvm.Linkage.external:
            function.visibility = "default"
    module.verify()
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    declared = [*module.functions, *module.global_variables]
    called = {value.name for value in declared if value.is_declaration}
    if missing := {each for each in called - _FROM_C if not each.startswith("llvm.")}:
        sys.exit(f"the kernels of {module.name} need {', '.join(sorted(missing))}")
    if _ADDRESS.search(str(module)):
        sys.exit(f"the kernels of {module.name} need an object of Python's")


def _link_wasm(code: bytes, path: Path) -> None:
    """Link an object into a module of its own."""
    with tempfile.TemporaryDirectory() as folder:
        linked = Path(folder, "kernels.o")
        linked.write_bytes(code)
        command = [
            *_linker(), "--experimental-pic", "-shared", "--export-dynamic", "--strip-all",
            "--allow-undefined", "--no-entry", "-o", str(path), str(linked),
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


def _main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="folders (default: the changed)")
    parser.add_argument("--into", type=Path, default=PREBUILT, help="where the code is written")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.here:
        for name in asked.names:
            build(name, asked.into)
        return
    names = asked.names or changed()
    asked.into.mkdir(parents=True, exist_ok=True)
    processes = {name: start([name], asked.into) for name in names}
    if failed := [name for name, process in processes.items() if process.wait()]:
        sys.exit(f"could not build {', '.join(failed)}")
    print(f"built {', '.join(names)}" if names else "every folder is as its sources are")


if __name__ == "__main__":
    _main()
