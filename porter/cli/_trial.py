"""What the port's own build would fail of is among the findings of `porter convert`.

Its build files are followed whenever they are written, which runs no compiler over units; what
hangs on this machine, and what a compiler says of each unit, is asked for with `--check-build`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from porter.errors import PorterError
from porter.files.real_path import real_path
from porter.listing import number_of
from porter.source.text.languages import Language

if TYPE_CHECKING:
    from porter.port.tree_result import TreeResult

_FOLLOWED = (Language.CMAKE, Language.MAKE)
#: The architecture whose side of each unit is type-checked.
_ARCHITECTURE = "gfx942"


def can_be_followed(result: TreeResult) -> bool:
    """Tell whether a port is a whole of its own with build files that are followed.

    Args:
        result: what the run amounts to.
    """
    conversion = result.conversion
    is_whole = not (result.has_failed or conversion.project.is_part or conversion.options.dual)
    return is_whole and any(
        one.language in _FOLLOWED or one.path.rpartition("/")[2] == "setup.py"
        for one in conversion.project.entries
    )


def follow_build_files(result: TreeResult, *, is_everywhere: bool) -> int:
    """Add what the build files of a port ask for in vain; return how many findings these are.

    Args:
        result: what the run amounts to.
        is_everywhere: what only this machine lacks is left out.
    """
    from porter.trial.findings import add_findings
    from porter.trial.output_folders import make_output_folders
    from porter.trial.port import build_file_complaints

    conversion, port = result.conversion, result.destination.folder
    assert port is not None
    port = real_path(port)
    try:
        told = make_output_folders(port, build_file_complaints(port, asks=not is_everywhere))
        found = [one for one in told if not (is_everywhere and one.is_local)]
        return add_findings(conversion, port, found)
    except (OSError, ValueError) as error:  # names that no system takes
        conversion.notes.append(f"the port's build files were not followed: {error}")
        return 0


def check_build(result: TreeResult, jobs: int | None, progress: Callable[[int, int], None]) -> None:
    """Add all that the port would fail of, by a compiler's words, too.

    Args:
        result: what the run amounts to.
        jobs: compilers at a time; None for as many as there are processors.
        progress: called with the number of finished compilations and of all.
    """
    from porter.compile.feedback.record import ConversionRecord
    from porter.trial.findings import add_findings
    from porter.trial.units import unit_complaints

    conversion, port = result.conversion, result.destination.folder
    assert port is not None
    port = real_path(port)
    count = follow_build_files(result, is_everywhere=False)
    record = ConversionRecord.of(conversion)
    try:
        note = conversion.notes.append
        found = list(unit_complaints(port, record, _ARCHITECTURE, jobs, progress, note))
    except PorterError as error:
        conversion.notes.append(f"no unit of the port was type-checked: {error.message}")
    else:
        conversion.is_type_checked = True
        count += add_findings(conversion, port, found)
    conversion.about.append(f"the port's build checked: {number_of(count, 'finding')} more")
