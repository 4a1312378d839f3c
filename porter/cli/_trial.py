"""`porter convert --check-build`: what the port's own build would fail of is among the findings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from porter.compile.feedback.record import ConversionRecord
from porter.errors import PorterError
from porter.files.real_path import real_path
from porter.listing import number_of
from porter.trial.findings import add_findings
from porter.trial.port import build_file_complaints
from porter.trial.units import unit_complaints

if TYPE_CHECKING:
    from porter.port.tree_result import TreeResult

#: The architecture whose side of each unit is type-checked.
_ARCHITECTURE = "gfx942"


def check_build(result: TreeResult, jobs: int | None, progress: Callable[[int, int], None]) -> None:
    """Add to a conversion's findings what the port that it wrote would fail of.

    Args:
        result: what the run amounts to.
        jobs: compilers at a time; None for as many as there are processors.
        progress: called with the number of finished compilations and of all.
    """
    conversion, port = result.conversion, result.destination.folder
    assert port is not None
    port = real_path(port)
    count = 0
    try:
        count = add_findings(conversion, port, list(build_file_complaints(port)))
    except (OSError, ValueError) as error:  # names that no system takes
        conversion.notes.append(f"the port's build files were not followed: {error}")
    record = ConversionRecord.of(conversion)
    try:
        found = list(unit_complaints(port, record, _ARCHITECTURE, jobs, progress))
    except PorterError as error:
        conversion.notes.append(f"no unit of the port was type-checked: {error.message}")
    else:
        count += add_findings(conversion, port, found)
    conversion.about.append(f"the port's build checked: {number_of(count, 'finding')} more")
