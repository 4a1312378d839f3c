"""What GCC says of the C++ of a port that its own build compiles with it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from porter.compile.errors import CompileError
from porter.compile.gcc import gcc, gcc_errors
from porter.compile.read.unit import Language, Unit
from porter.compile.units import find_units
from porter.processes.cores import cores
from porter.source import Severity
from porter.toolchain.discovery import find
from porter.toolchain.stand_in_headers import stand_in_headers
from porter.trial.complaint import COMPILER, Complaint


def host_complaints(port: Path, refused: Collection[str], jobs: int | None) -> Iterator[Complaint]:
    """Yield the first error of each C++ unit that GCC refuses.

    Args:
        port: the port.
        refused: units that clang refuses already.
        jobs: compilers at a time; None for as many as there are processors.

    Raises:
        PorterError: there is no toolchain, whose headers they include.
    """
    compiler = gcc()
    units = [one for one in find_units(port) if _is_gccs(one) and one.source not in refused]
    if compiler is None or not units:
        return
    toolchain = find()
    headers = (*stand_in_headers(toolchain), *toolchain.include_dirs)

    def asked(unit: Unit) -> list[CompileError]:
        return gcc_errors(compiler, unit, port, headers, ["__HIP_PLATFORM_AMD__"])

    with ThreadPoolExecutor(jobs or cores()) as threads:
        for found in threads.map(asked, units):
            for error in found[:1]:
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
