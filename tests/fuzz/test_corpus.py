"""What fuzzing has found once is tried in every run of the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.target import CORPUS, Target, kept, outcome
from tests.fuzz.targets import targets

TARGETS = targets()
CASES = [
    pytest.param(target, path, id=f"{name}-{path.name}")
    for name, target in TARGETS.items()
    for path in target.corpus
]


@pytest.mark.parametrize(("target", "path"), CASES)
def test_a_case_that_failed_once_holds(target: Target, path: Path) -> None:
    found = outcome(target, kept(path))
    assert (found.kind, found.what) == ("", "")


def test_every_kept_case_belongs_to_a_target() -> None:
    assert {path.name for path in CORPUS.iterdir()} <= set(TARGETS)
    assert len(CASES) == sum(1 for path in CORPUS.rglob("*") if path.is_file())
    assert CASES


@pytest.mark.parametrize("name", TARGETS)
def test_every_target_has_seeds_that_hold(name: str) -> None:
    seeds = TARGETS[name].seeds()
    assert seeds
    for case in seeds[:: max(1, len(seeds) // 20)]:
        assert outcome(TARGETS[name], case).kind == "", case
