"""What a sync of one port would change, and why; nothing is written."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from porter.errors import PorterError
from porter.project.settings.settings import ProjectSettings, Settings
from porter.sync.lock.lines import PortLock
from porter.sync.lock.states import State
from porter.sync.plan.causes import causes
from porter.sync.plan.merge_bases import stored_bases
from porter.sync.plan.plan import make_plan
from porter.sync.plan.renamed_rules import changed_in_ids_alone
from porter.sync.plan.superseded import superseded_edits
from porter.sync.upstream.current import convert

if TYPE_CHECKING:
    from porter.convert.steps import Steps


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a sync would do.

    Attributes:
        causes: path -> what makes its conversion change.
        superseded: path -> lines of hand edits that the conversion makes itself.
        conflicts: path -> why a person would have to look.
        notes: what could not be told.
    """

    causes: dict[str, list[str]]
    superseded: dict[str, list[int]]
    conflicts: dict[str, str]
    notes: list[str]


def forecast(
    settings: Settings,
    project: ProjectSettings,
    section: PortLock,
    found: Mapping[str, State],
    steps: Steps,
) -> Forecast | None:
    """Return what a sync would do; None where bases are missing, which every sync begins with.

    Args:
        settings: porter.toml.
        project: the port.
        section: the port's section of the lock.
        found: upstream's files.
        steps: shows progress.

    Raises:
        PorterError: upstream cannot be converted.
    """
    scratch = Path(tempfile.mkdtemp(prefix="porter-check-"))
    try:
        into = scratch / "pure"
        into.mkdir()
        pure = convert(project, settings.severities, project.upstream, into, found, steps)
        try:
            bases = stored_bases(project.port, section, pure)
        except PorterError:
            return None
        plan = make_plan(project.port, bases, pure, found)
        found_causes = causes(settings, project, section, pure, found, plan, scratch, steps)
        conflicts = {path: plan.changes[path].conflict for path in plan.conflicts}
        mine = superseded_edits(project.port, bases, pure, plan)
        same = changed_in_ids_alone(project.port, section, pure, plan.changes, plan.moved)
        files = {path: causes for path, causes in found_causes.files.items() if path not in same}
        return Forecast(files, mine, conflicts, found_causes.notes)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
