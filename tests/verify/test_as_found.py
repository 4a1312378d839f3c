"""Programs are run as soon as they are found, and what was found in the time counts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from porter.errors import PorterError
from porter.project.settings.settings import ProjectSettings
from porter.report.as_they_come import AsTheyCome
from porter.report.progress import progress_bar
from porter.verify import as_found
from porter.verify.as_found import Way, names_no_cases, run_as_found
from porter.verify.building import RunTime
from porter.verify.options import Options
from porter.verify.place import Amd
from porter.verify.verdict import Label, Verdict

PROJECT = ProjectSettings(Path("src"), Path("port"))


def check(name: str, said: list[str], kind: str = "program") -> Any:
    label = Label("p", kind, name, "gfx942", "")

    def run(_: Options) -> Verdict:
        said.append(f"ran {name}")
        return Verdict("p", kind, name, "gfx942", True, "", numbers=1)

    return SimpleNamespace(name=f"{kind} {name}", label=label, place=Amd(), run=run)


def ran(monkeypatch: pytest.MonkeyPatch, found: Iterator[Any], within: float = 99) -> list[Verdict]:
    monkeypatch.setattr(as_found, "checks", lambda *_: found)
    way = Way((), Options(), "", RunTime(within))
    verdicts, has_any = run_as_found([PROJECT], way, progress_bar, AsTheyCome(may_grow=True))
    assert has_any
    return verdicts


def test_a_program_runs_before_the_next_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    def found() -> Iterator[Any]:
        for name in ("scan", "sort"):
            said.append(f"built {name}")
            yield check(name, said)
        yield check("case", said, "extension")
        said.append("read all")

    assert [one.case for one in ran(monkeypatch, found())] == ["scan", "sort", "case"]
    assert said == ["built scan", "ran scan", "built sort", "ran sort", "read all", "ran case"]


def test_no_further_part_is_built_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    def found() -> Iterator[Any]:
        for name in ("scan", "sort"):
            said.append(f"built {name}")
            yield check(name, said)

    verdicts = ran(monkeypatch, found(), within=0)
    assert [(one.case, one.is_compared) for one in verdicts] == [
        ("scan", False), ("what was not built yet", False),
    ]  # fmt: skip
    assert said == ["built scan"] and "were over" in verdicts[1].problem


def test_what_was_found_before_a_mistake_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    def found() -> Iterator[Any]:
        yield check("scan", [])
        raise PorterError("there is no such folder")

    scan, broken = ran(monkeypatch, found())
    assert scan.passed and "no such folder" in broken.problem


def test_projects_that_name_cases_are_known_beforehand() -> None:
    assert names_no_cases(PROJECT)
    assert not names_no_cases(ProjectSettings(Path("src"), Path("port"), cases=Path("cases.py")))
