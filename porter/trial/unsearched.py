"""Headers of a port that its own build does not find, though the port has them.

porter searches the folders that a unit's inclusions mean; a build searches those that it names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from porter.compile.read.unit import Unit
from porter.files.regular import LARGEST_SOURCE, read_regular
from porter.source import Severity
from porter.trial.complaint import Complaint

_INCLUDE = re.compile(rb'[ \t]*#[ \t]*include[ \t]*([<"])([^>"\r\n]+)[>"]')


def unsearched_headers(port: Path, units: Iterable[Unit]) -> Iterator[Complaint]:
    """Yield the first inclusion of each unit whose folder no build file gives it.

    They are warnings: what a build file computes may not have been followed.

    Args:
        port: the port.
        units: of the port.
    """
    for unit in units:
        if unit.origin == "default" or not unit.inferred:
            continue
        given = [folder for folder in unit.includes if folder not in unit.inferred]
        try:
            lines = read_regular(port / unit.source, LARGEST_SOURCE).splitlines()
        except OSError:
            continue
        for at, line in enumerate(lines, 1):
            match = _INCLUDE.match(line)
            if match is None:
                continue
            name = match[2].decode("utf-8", "surrogateescape")
            beside = [(port / unit.source).parent] if match[1] == b'"' else []
            if any((folder / name).is_file() for folder in (*beside, *given)):
                continue
            holder = next((folder for folder in unit.inferred if (folder / name).is_file()), None)
            if holder is not None:
                where = holder.relative_to(port).as_posix()
                what = f"{name} lies in {where}/, which the build does not search here"
                hint = "name the folder to the compiler: upstream needs it, too"
                yield Complaint(unit.source, at, what, hint, severity=Severity.WARNING)
                break
