"""What pre-commit calls neither hangs nor fails on what stands in the place of porter.toml."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.hook import may_concern
from tests.files.hostile_json import TEXTS
from tests.files.no_files import KINDS, put
from tests.time_limit import time_limit


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_is_left_to_the_command(folder: Path, kind: str) -> None:
    put(kind, folder / "porter.toml")
    with time_limit(10):
        assert may_concern("sync", ["a.cu"])


@pytest.mark.parametrize(
    "data",
    [*TEXTS, b"project = 3", b"project = [3]", b"[project]\nupstream = 3", b"x = " + b"[" * 9999],
)
def test_what_says_nothing_is_left_to_the_command(folder: Path, data: bytes) -> None:
    (folder / "porter.toml").write_bytes(data)
    with time_limit(10):
        assert may_concern("sync", ["a.cu"])
