"""Finds functions of the executor's libraries that no test calls.

    python -m tests.execute.cpu.libraries.untested [-m "not slow"]    # runs this folder's tests

Prints a name a line, and ends with 1 where there are any.
"""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from porter.execute.cpu.libraries.build import built
from porter.execute.cpu.libraries.catalogue import vendor_libraries
from porter.execute.cpu.native_build import native
from porter.toolchain.discovery import find

#: The folder in which each process of the tests writes down what it called.
VARIABLE = "PORTER_TESTS_CALLED"
_called: set[str] = set()


class Watched(ctypes.CDLL):
    """A library that remembers which of its functions were called."""

    def __init__(self, name: str) -> None:
        super().__init__(name)

        class Function(self._FuncPtr):  # type: ignore[misc, name-defined]
            _flags_, _restype_ = self._func_flags_, self._func_restype_

            def __call__(self, *arguments: Any) -> Any:
                _called.add(self.__name__)
                return super().__call__(*arguments)

        self._FuncPtr = Function


def write_down() -> None:
    """Write the names of what was called, where somebody asked for them."""
    if folder := os.environ.get(VARIABLE):
        Path(folder, str(os.getpid())).write_text("\n".join(sorted(_called)))


def offered() -> set[str]:
    """Return the functions that the libraries define for programs."""
    toolchain, names = find(), set()
    parts = native(toolchain)
    for library in vendor_libraries():
        path = str(built(library, toolchain, parts))
        command = [str(toolchain.tool("llvm-nm")), "--dynamic", "--defined-only", "-j", path]
        listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        names |= {name for name in listed.split() if re.fullmatch(library.symbols, name)}
    return names


def main(options: Sequence[str]) -> int:
    """Run the tests; print what none called."""
    with tempfile.TemporaryDirectory() as folder:
        tests = [sys.executable, "-m", "pytest", "-q", "-n", "0", str(Path(__file__).parent)]
        subprocess.run([*tests, *options], env={**os.environ, VARIABLE: folder}, check=False)
        called = {name for file in Path(folder).iterdir() for name in file.read_text().split()}
    untested = sorted(offered() - called)
    print(*untested, sep="\n")
    return int(bool(untested))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
