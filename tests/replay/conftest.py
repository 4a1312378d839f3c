from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def a_moment_back_is_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    # The time of change of a file cannot be set.
    monkeypatch.setattr("porter.files.signatures._RACE_NS", 0)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of porter's own for this test."""
    monkeypatch.setenv("PORTER_HOME", str(tmp_path / "home"))
    return tmp_path / "home"
