"""The result of `porter check` as SARIF."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from porter.convert.result import LocatedAccepted, LocatedFinding
from porter.project.settings.settings import ProjectSettings, Settings
from porter.project.work_tree import work_tree
from porter.report.sarif import log
from porter.sync.check import Discrepancy
from porter.sync.edits.unresolved import open_findings
from porter.sync.plan.status import section_if_any
from porter.sync.upstream.rules import Rules


def check_log(
    settings: Settings, found: Sequence[tuple[ProjectSettings, Sequence[Discrepancy]]]
) -> dict[str, Any]:
    """Return the findings of ports that no hand edit has resolved, and the complaints, as SARIF.

    Accepted findings are there as suppressed ones.

    Paths are relative to the root of the git work tree, or to the folder of porter.toml.

    Args:
        settings: porter.toml.
        found: each port that was checked, with what is wrong.

    Raises:
        PorterError: upstream cannot be converted, or there is no git.
    """
    folder = settings.path.parent
    root = work_tree(folder) or folder
    findings: list[tuple[str, LocatedFinding]] = []
    accepted: list[tuple[str, LocatedAccepted]] = []
    faults = []
    for project, complaints in found:
        results = Rules(project, settings.severities).results(project.upstream)
        section = section_if_any(settings, project)
        findings += [
            (_path(root, project.upstream / path), one)
            for path, one in open_findings(results, project, section)
        ]
        accepted += [
            (_path(root, project.upstream / path), one)
            for path, result in sorted(results.items())
            for one in result.accepted
        ]
        for one in complaints:
            place = settings.path if not one.path else project.port / one.path
            if not os.path.lexists(place):
                place = project.upstream / one.path
            faults.append(
                (_path(root, place), one.kind, f"{one.path or project.name} {one.message}")
            )
    return log(root, findings, faults=faults, accepted=accepted)


def _path(root: Path, place: Path) -> str:
    return Path(os.path.relpath(place.absolute(), root)).as_posix()
