"""What GCC says of the C++ of a port that its own build compiles with it.

Clang takes what GCC refuses: `auto int`, a missing header that LLVM's library brings.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from porter.compile.errors import CompileError, errors
from porter.compile.read.flags import grouped
from porter.compile.read.unit import Language, Unit
from porter.compile.units import find_units
from porter.processes.cores import cores
from porter.source import Severity
from porter.toolchain.discovery import find
from porter.toolchain.model import Toolchain
from porter.toolchain.stand_in_headers import stand_in_headers
from porter.trial.complaint import COMPILER, Complaint

#: Options that change what a source means; GCC has others than clang for the rest.
_MEANS = ("-D", "-U", "-include", "-imacros", "-fopenmp", "-pthread", "-m")
_SECONDS = 120


def host_complaints(port: Path, refused: Collection[str], jobs: int | None) -> Iterator[Complaint]:
    """Yield the first error of each C++ unit that GCC refuses.

    Args:
        port: the port.
        refused: units that clang refuses already.
        jobs: compilers at a time; None for as many as there are processors.

    Raises:
        PorterError: there is no toolchain, whose headers they include.
    """
    compiler = shutil.which("g++")
    if compiler is None:
        return
    units = [one for one in find_units(port) if _is_gccs(one) and one.source not in refused]
    if not units:
        return
    first = partial(_first_error, compiler, find(), port)
    with ThreadPoolExecutor(jobs or cores()) as threads:
        for error in filter(None, threads.map(first, units)):
            yield Complaint(
                error.file,
                error.line,
                f"g++ refuses the port: {error.message}",
                "see the line: upstream's own build gives it to this compiler, too",
                COMPILER,
                Severity.WARNING if "No such file" in error.message else Severity.ERROR,
            )


def _is_gccs(unit: Unit) -> bool:
    """Tell whether a build file has a unit compiled as C++ alone, without PyTorch's headers."""
    is_named = unit.origin != "default" and not unit.uses_torch
    return unit.language is Language.CXX and is_named


def _first_error(
    compiler: str, toolchain: Toolchain, port: Path, unit: Unit
) -> CompileError | None:
    words = _command(compiler, toolchain, port, unit)
    try:
        done = subprocess.run(
            words,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_SECONDS,
            check=False,
            env={**os.environ, "LC_ALL": "C"},
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return next((one for one in errors(done.stderr, port) if one.line and not one.header), None)


def _command(compiler: str, toolchain: Toolchain, port: Path, unit: Unit) -> Sequence[str]:
    words = [compiler, "-fsyntax-only", "-w", "-x", "c++", str(port / unit.source)]
    words += [f"-std={unit.std or 'gnu++17'}", "-D__HIP_PLATFORM_AMD__"]
    words += [f"-I{folder}" for folder in unit.includes]
    for folder in (*stand_in_headers(toolchain), *toolchain.include_dirs):
        words += ["-isystem", str(folder)]
    for option in grouped(unit.flags):
        if option[0].startswith(_MEANS):
            words += option
    return words
