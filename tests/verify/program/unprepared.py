"""A project that nobody prepared, compared on the executor by the three commands of its user."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from porter.cli import group


def verdict(
    folder: Path, monkeypatch: pytest.MonkeyPatch, files: Mapping[str, str], *options: str
) -> Any:
    """Return what verify says of the only program of a project.

    Args:
        folder: where the project and its port are made.
        monkeypatch: undoes the change of the current folder.
        files: path -> text of the project's files.
        options: further ones of `porter verify`.
    """
    (folder / "src").mkdir()
    for path, text in files.items():
        (folder / "src" / path).parent.mkdir(exist_ok=True)
        (folder / "src" / path).write_text(text)
    monkeypatch.chdir(folder)
    for words in (["new", "project", "src", "port"], ["sync"]):
        assert CliRunner().invoke(group, words).exit_code == 0
    words = ["verify", "--ref", "cuda:cpu", "--on", "hip:cpu:gfx942", "--json", *options]
    (found,) = json.loads(CliRunner().invoke(group, words).stdout)
    return found
