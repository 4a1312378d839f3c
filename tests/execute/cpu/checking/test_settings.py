"""What is looked for is said by the environment, and only while that is wanted."""

from __future__ import annotations

import os

import pytest

from porter.execute.cpu.checking.settings import Watch

NAMES = ("PORTER_CPU_CHECK", "PORTER_CPU_REPORT", "PORTER_CPU_ORDER", "PORTER_CPU_INSTRUMENT")


def settings() -> dict[str, str]:
    return {name: os.environ[name] for name in NAMES if name in os.environ}


def test_programs_are_told_what_to_look_for_and_where_to_write_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    with Watch(("memory", "races"), seed=7).watching() as folder:
        assert settings() == {
            "PORTER_CPU_CHECK": "memory,races",
            "PORTER_CPU_REPORT": str(folder),
            "PORTER_CPU_ORDER": "7",
            "PORTER_CPU_INSTRUMENT": "accesses",
        }
        assert folder.is_dir()
    assert settings() == {}


def test_nothing_changes_where_nothing_is_asked_for() -> None:
    before = settings()
    with Watch().watching():
        assert settings() == before


def test_an_order_alone_leaves_nothing_to_read() -> None:
    assert not Watch(seed=0).reports
    assert Watch(profile=True).reports
