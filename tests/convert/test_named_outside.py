"""Paths above the converted folder that its build files name."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import analyze, write_port

MAKEFILE = """SHARED = ../shared
NOTHING = ../not_there
# see ../said
CFLAGS = -I../common/ -L$(OTHER)/../said
x.o: x.cu ../common/h.h sub/../said
\tnvcc $(CFLAGS) -c $< -o $@
"""
CMAKE = 'include_directories("${CMAKE_CURRENT_SOURCE_DIR}/../../common" ../inside)\n'


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("part/sub", "part/inside", "common", "shared", "said"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "part" / "x.cu").write_text('#include "h.h"\n__global__ void k() {}\n')
    (tmp_path / "part" / "Makefile").write_text(MAKEFILE)
    (tmp_path / "part" / "sub" / "CMakeLists.txt").write_text(CMAKE)
    (tmp_path / "common" / "h.h").write_text("#define COMMON\n")
    (tmp_path / "shared" / "y.cu").write_text("__global__ void k() {}\n")
    return tmp_path


def notes(*sources: Path) -> list[str]:
    return [one for one in analyze(sources, Options()).notes if "named by the build" in one]


def test_what_lies_above_the_folder_is_told(tree: Path) -> None:
    rest = "and not among the files to convert: convert the folder that holds it, too"
    assert notes(tree / "part") == [
        f"../common is named by the build (Makefile, sub/CMakeLists.txt) {rest}",
        f"../common/h.h is named by the build (Makefile) {rest}",
        f"../shared is named by the build (Makefile) {rest}",
    ]


def test_nothing_is_told_where_all_is_converted(tree: Path) -> None:
    assert notes(tree) == []
    assert notes(tree / "part", tree / "common", tree / "shared") == []


def test_the_folder_by_its_own_name_is_within(tree: Path) -> None:
    (tree / "part" / "Makefile").write_text("F = -I../part/sub\nx.o: x.cu ../part/h.h ../shared\n")
    (tree / "part" / "h.h").write_text("#define OWN\n")
    port = tree / "port"
    write_port([tree / "part"], Options(), Destination(OutputMode.OUT, port))
    assert (port / "Makefile").read_text().endswith("F = -Isub\nx.o: x.cu h.h ../shared\n")
    assert notes(tree / "part") == [
        "../common is named by the build (sub/CMakeLists.txt) and not among the files to convert: "
        "convert the folder that holds it, too",
        "../shared is named by the build (Makefile) and not among the files to convert: convert "
        "the folder that holds it, too",
    ]
