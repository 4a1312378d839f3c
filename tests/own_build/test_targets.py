"""Which folders of a port are built by themselves, and by what."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.own_build.systems import System, Target, targets


@pytest.mark.parametrize(
    "text",
    ["project(a)\n", "Cmake_Minimum_Required(VERSION 3.5)\nadd_executable(a a.cpp)\n"],
)
def test_a_folder_is_cmakes(tmp_path: Path, text: str) -> None:
    (tmp_path / "CMakeLists.txt").write_text(text)
    assert targets(tmp_path) == [Target(tmp_path, System.CMAKE)]


def test_a_part_of_another_folder_is_not(tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text("add_library(a a.cpp)\n")
    with pytest.raises(PorterError, match="no build file"):
        targets(tmp_path)
