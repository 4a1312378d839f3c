"""Makes the folders that a port's Makefiles write to and nobody makes.

Git keeps no empty folder, so a clone of upstream lacks `obj/`, and its build stops there as the
port's would.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from porter.source import Severity
from porter.source.build_files.globs import is_inside
from porter.trial.complaint import Complaint


def make_output_folders(port: Path, complaints: Iterable[Complaint]) -> Iterator[Complaint]:
    """Yield complaints about a port; those of folders become notes that these were made.

    Args:
        port: its folder.
        complaints: about its build files.
    """
    for one in complaints:
        place = port / one.folder
        if not one.folder or not is_inside(place, port):  # no link leads out of the port
            yield one
            continue
        place.mkdir(parents=True, exist_ok=True)
        yield one._replace(
            message=f"{one.folder}/ is written to, and nobody makes it: the port has it, empty",
            hint="Git keeps no empty folder: add a file to it for those who clone the port",
            severity=Severity.NOTE,
        )
