"""The functions that the objects of units define, and those that they leave to others."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from porter.compile.commands import Commands
from porter.compile.read.unit import Unit
from porter.processes.cores import cores
from porter.toolchain.model import Toolchain

_SHORTEST, _LONGEST = 1.0, 60.0
_DEFINED = frozenset("TtWVDdBbRrCu")
_LIBRARIES = ("libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "libgomp.so.1")


@dataclass(frozen=True)
class HostSymbols:
    """What objects define and lack.

    Args:
        lacking: a symbol that no object defines -> the first unit that refers to it.
        compiled: the sources whose objects were made.
    """

    lacking: Mapping[str, str]
    compiled: frozenset[str]


def host_symbols(
    toolchain: Toolchain,
    root: Path,
    arch: str,
    units: Sequence[Unit],
    seconds: float,
    jobs: int | None,
) -> HostSymbols:
    """Compile the host code of units, while time lasts, and return what their objects lack.

    Args:
        toolchain: what to compile with.
        root: the port.
        arch: the architecture that HIP's units are compiled for.
        units: those that type-check.
        seconds: after which no other compiler is started.
        jobs: compilers at a time; None for as many as there are processors.
    """
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory(prefix="porter-symbols-") as name:
        commands = Commands(toolchain, root, Path(name), [arch], None)

        def compiled(numbered: tuple[int, Unit]) -> list[tuple[str, str]]:
            number, unit = numbered
            output = Path(name) / f"{number}.o"
            left = min(end - time.monotonic(), _LONGEST)
            if left < _SHORTEST:
                return []
            with suppress(OSError, subprocess.TimeoutExpired):
                words = commands.host_object(unit, output).command
                subprocess.run(words, capture_output=True, timeout=left, check=False)
            return _symbols(toolchain, output) if output.is_file() else []

        with ThreadPoolExecutor(jobs or cores()) as threads:
            found = list(threads.map(compiled, enumerate(units)))
    defined = {name for of in found for name, kind in of if kind in _DEFINED}
    lacking: dict[str, str] = {}
    for unit, of in zip(units, found, strict=True):
        for symbol, kind in of:
            if kind == "U" and symbol not in defined:
                lacking.setdefault(symbol, unit.source)
    made = frozenset(unit.source for unit, of in zip(units, found, strict=True) if of)
    return HostSymbols(lacking, made)


def _symbols(toolchain: Toolchain, path: Path) -> list[tuple[str, str]]:
    """Return the symbols of an object and their kinds, in nm's letters."""
    command = [str(toolchain.tool("llvm-nm")), "--format=posix", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    rows = (line.split() for line in done.stdout.splitlines())
    return [(row[0], row[1]) for row in rows if len(row) > 1]


def demangled(toolchain: Toolchain, symbols: Sequence[str]) -> list[str]:
    """Return the names that symbols have in C++; those of C stay.

    Args:
        toolchain: whose program is asked.
        symbols: the symbols.
    """
    done = subprocess.run(
        [str(toolchain.tool("llvm-cxxfilt")), "-n"],
        input="".join(f"{one}\n" for one in symbols),
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    return lines if len(lines) == len(symbols) else list(symbols)


def is_of_the_system(symbol: str) -> bool:
    """Tell whether the libraries that every program is linked with have a symbol.

    Args:
        symbol: the symbol.
    """
    return any(_has(library, symbol) for library in _opened())


@cache
def _opened() -> tuple[ctypes.CDLL, ...]:
    found = []
    for name in _LIBRARIES:
        with suppress(OSError):
            found.append(ctypes.CDLL(name))
    return tuple(found)


def _has(library: ctypes.CDLL, symbol: str) -> bool:
    try:
        library[symbol]
    except (AttributeError, ValueError):
        return False
    return True
