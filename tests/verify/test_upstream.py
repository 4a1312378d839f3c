"""CUDA's tree is read once in a run, and anew outside of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.project.settings.settings import ProjectSettings
from porter.verify.upstream import once, reading_once, tree_of


def test_a_tree_is_walked_once_within_a_run(tmp_path: Path) -> None:
    project = ProjectSettings(tmp_path / "src", tmp_path / "port", exclude=("left.cu",))
    project.upstream.mkdir()
    (project.upstream / "a.cu").write_text("")
    (project.upstream / "left.cu").write_text("")
    with reading_once():
        first = tree_of(project)
        assert [one.path for one in first.entries] == ["a.cu"]
        with reading_once():
            assert tree_of(project) is first
        assert tree_of(project) is first
    (project.upstream / "b.cu").write_text("")
    assert [one.path for one in tree_of(project).entries] == ["a.cu", "b.cu"]


def test_what_fails_is_not_remembered(tmp_path: Path) -> None:
    project = ProjectSettings(tmp_path / "src", tmp_path / "port")
    with reading_once():
        with pytest.raises(PorterError):
            tree_of(project)
        project.upstream.mkdir()
        assert tree_of(project).entries == []


def test_each_reader_has_its_own() -> None:
    first, other = once(lambda x: [x]), once(lambda x: [x, x])
    with reading_once():
        assert first(1) is first(1) and first(1) != other(1)
    assert first(1) is not first(1)
