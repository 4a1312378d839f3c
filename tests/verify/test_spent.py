"""What the time of runs went to: nothing counts twice, and building is not told."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from porter.verify import spent as module
from porter.verify.building import RunTime, building
from porter.verify.spent import On, so_far, spent, told


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A clock that goes on when it is told to."""
    now = SimpleNamespace(seconds=100.0)
    monkeypatch.setattr(module.time, "monotonic", lambda: now.seconds)
    return now


def test_what_is_begun_inside_is_taken_off(clock: SimpleNamespace) -> None:
    time = RunTime(within=1000)
    for _ in range(2):
        with spent(On.PORT):
            clock.seconds += 2
            with building():
                clock.seconds += 300
            with spent(On.STARTING):
                clock.seconds += 7
    with spent(On.COMPARING):
        clock.seconds += 3
        with spent(On.CUDA_AGAIN):
            clock.seconds += 0.5
    assert time.went_to == (
        "14 s to starting Python and what extensions import (2 times), 4 s to the port's runs, "
        "3 s to comparing"
    )


def test_what_was_spent_before_is_not_told(clock: SimpleNamespace) -> None:
    with spent(On.PORT):
        clock.seconds += 5
    assert RunTime(within=0).went_to == "" == told(so_far(), so_far())


def test_what_fails_took_time(clock: SimpleNamespace) -> None:
    time = RunTime(within=1000)
    with pytest.raises(ValueError, match="no"), spent(On.CUDA):
        clock.seconds += 4
        raise ValueError("no")
    assert time.went_to == "4 s to the reference's runs"
