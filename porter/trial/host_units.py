"""What GCC says of the C and C++ of a port that its own build compiles with it."""

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

_NAMES = {Language.CXX: "g++", Language.C: "gcc"}


def host_complaints(port: Path, refused: Collection[str], jobs: int | None) -> Iterator[Complaint]:
    """Yield the first error of each unit of C or C++ that GCC refuses.

    Args:
        port: the port.
        refused: units that clang refuses already.
        jobs: compilers at a time; None for as many as there are processors.

    Raises:
        PorterError: there is no toolchain, whose headers they include.
    """
    units = [one for one in find_units(port) if is_gccs(one) and one.source not in refused]
    if not units:
        return
    toolchain = find()
    headers = (*stand_in_headers(toolchain), *toolchain.include_dirs)

    def asked(unit: Unit) -> list[CompileError]:
        compiler = gcc(unit.language) or ""
        return gcc_errors(compiler, unit, port, headers, ["__HIP_PLATFORM_AMD__"])

    with ThreadPoolExecutor(jobs or cores()) as threads:
        for unit, found in zip(units, threads.map(asked, units), strict=True):
            for error in found[:1]:
                yield Complaint(
                    error.file,
                    error.line,
                    f"{_NAMES[unit.language]} refuses the port: {error.message}",
                    "see the line: upstream's own build gives it to this compiler, too",
                    COMPILER,
                    Severity.WARNING
                    if unit.is_perhaps or "No such file" in error.message
                    else Severity.ERROR,
                )


def is_gccs(unit: Unit) -> bool:
    """Tell whether a build file has GCC, which is there, compile a unit without PyTorch's headers.

    Args:
        unit: of the port.
    """
    is_named = unit.origin != "default" and not unit.uses_torch
    return is_named and gcc(unit.language) is not None
