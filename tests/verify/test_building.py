"""Runs are bounded in time, and what is built for them is told, not counted."""

from __future__ import annotations

import threading
from types import SimpleNamespace

import pytest

from porter.verify import building as module
from porter.verify.building import RunTime, building, built_for


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A clock that goes on when it is told to."""
    now = SimpleNamespace(seconds=100.0)
    monkeypatch.setattr(module.time, "monotonic", lambda: now.seconds)
    return now


def test_building_takes_nothing_from_the_time_of_runs(clock: SimpleNamespace) -> None:
    time = RunTime(within=10)
    with building():
        clock.seconds += 300
        assert not time.is_over
    clock.seconds += 9
    assert not time.is_over
    assert time.building == 300
    clock.seconds += 1
    assert time.is_over


def test_what_was_built_before_is_not_told(clock: SimpleNamespace) -> None:
    with building():
        clock.seconds += 5
    time = RunTime(within=0)
    assert time.is_over
    assert time.building == 0


def test_builds_inside_of_builds_and_beside_them_count_once(clock: SimpleNamespace) -> None:
    before = built_for()

    def beside() -> None:
        with building():
            clock.seconds += 3

    with building():
        with building():
            clock.seconds += 4
        other = threading.Thread(target=beside)
        other.start()
        other.join()
    assert built_for() - before == 7


def test_a_build_that_fails_counts(clock: SimpleNamespace) -> None:
    before = built_for()
    with pytest.raises(ValueError, match="no"), building():
        clock.seconds += 2
        raise ValueError("no")
    assert built_for() - before == 2
