"""Every test syncs with caches of its own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.sync.trees import Repository


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    if shutil.which("git") is None:
        pytest.skip("git is not installed, and sync merges with it")
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("PORTER_HOME", str(folder))
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "A Person")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "person@example.org")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    return folder


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")
