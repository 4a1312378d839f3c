"""BLD03: the package of HIP's runtime, where no script of the project asks for CUDA's."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group

LINKS = "project(p LANGUAGES CXX CUDA)\nadd_subdirectory(lib)\n{}"
LINK = "if(GPU)\n  target_link_libraries(app ${CUDART_LIBRARY})\nendif()\n"


@pytest.mark.parametrize("asked", ["", "find_package(CUDAToolkit)\n"])
def test_what_nobody_asks_for_is_found_where_it_is_linked(tmp_path: Path, asked: str) -> None:
    (tmp_path / "src" / "lib").mkdir(parents=True)
    (tmp_path / "src" / "CMakeLists.txt").write_text(LINKS.format(LINK))
    (tmp_path / "src" / "lib" / "CMakeLists.txt").write_text(f"{asked}add_library(cudal a.cu)\n")
    words = ["convert", str(tmp_path / "src"), "--out", str(tmp_path / "out")]
    assert CliRunner().invoke(group, words).exit_code == 0
    made = (tmp_path / "out" / "CMakeLists.txt").read_text()
    assert "hip::host" in made
    assert ("find_package(hip" in made) is not bool(asked)
