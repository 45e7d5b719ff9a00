"""What a native library of the kernels would do to the first start, beside the shipped bitcode.

Run it in the checkout's environment: .venv/bin/python benchmarks/native_library.py. It needs a C
compiler to link with. Times are processor seconds of a start with an empty cache, the best of
several.
"""

from __future__ import annotations

import lzma
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from llvmlite import binding as llvm

from inarow.kernels.native import PREBUILT

#: What every x86-64 of the last fifteen years can do: a library has to run on all of them.
_OLDEST = "x86-64-v2" if os.uname().machine == "x86_64" else "generic"
_COMMANDS = (
    ["solve", "4444"], ["hint", "44"], ["hint", "--game", "gomoku", "h8 h9 i8"],
)  # fmt: skip
_TIMES = 5

#: Takes the code of each folder from a library, if it is told where they are.
_PROGRAM = """
import ctypes, sys
from inarow.kernels import native

class Library:
    def __init__(self, path):
        self._code = ctypes.CDLL(path)

    def get_function_address(self, symbol):
        return ctypes.cast(self._code[symbol], ctypes.c_void_p).value

folder = sys.argv.pop(1)
if folder:
    native._library = lambda name, _: Library(f"{folder}/{name}.so")
from inarow.apps.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def _link(folder: Path) -> int:
    """Make a library of each folder of kernels; return their bytes."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(
        cpu=_OLDEST, opt=3, reloc="pic"
    )
    for bitcode in PREBUILT.glob("*.bc.xz"):
        module = llvm.parse_bitcode(lzma.decompress(bitcode.read_bytes()))
        module.triple, module.data_layout = llvm.get_process_triple(), str(machine.target_data)
        name = bitcode.name.removesuffix(".bc.xz")
        (folder / f"{name}.o").write_bytes(machine.emit_object(module))
        command = ["cc", "-shared", "-s", "-o", f"{name}.so", f"{name}.o", "-lm"]
        subprocess.run(command, cwd=folder, check=True)
    return sum(path.stat().st_size for path in folder.glob("*.so"))


def _seconds(command: list[str], libraries: str) -> float:
    """The processor time of a first start."""
    best = float("inf")
    for _ in range(_TIMES):
        with tempfile.TemporaryDirectory() as cache:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(
                [sys.executable, "-c", _PROGRAM, libraries, *command],
                env={**os.environ, "INAROW_CACHE_DIR": cache}, check=True, capture_output=True,
            )  # fmt: skip
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def main() -> None:
    """Print the sizes and the times."""
    with tempfile.TemporaryDirectory() as folder:
        size = _link(Path(folder))
        shipped = sum(path.stat().st_size for path in PREBUILT.glob("*.bc.xz"))
        print(f"bitcode {shipped:,} bytes; libraries for one kind of machine {size:,}")
        for command in _COMMANDS:
            bitcode, library = _seconds(command, ""), _seconds(command, folder)
            print(f"{' '.join(command)}: bitcode {bitcode:.2f} s, library {library:.2f} s")


if __name__ == "__main__":
    main()
