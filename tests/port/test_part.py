"""`porter convert --target`: one target or folder with what it needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.port.tree_result import TreeResult

CMAKE = {
    "CMakeLists.txt": """\
cmake_minimum_required(VERSION 3.21)
project(p LANGUAGES CXX CUDA)
add_subdirectory(common)
add_executable(foo src/foo.cu)
target_link_libraries(foo PRIVATE p::common)
add_executable(bar
  src/bar.cu  # the other one
)
target_link_libraries(bar PRIVATE common)
set_target_properties(foo bar PROPERTIES CXX_STANDARD 17)
install(TARGETS bar DESTINATION bin)
add_test(NAME bar COMMAND bar)
""",
    "common/CMakeLists.txt": """\
add_library(common common.cu)
add_library(p::common ALIAS common)
target_include_directories(common PUBLIC include)
""",
    "common/common.cu": '#include <common.h>\nvoid f() { cudaDeviceSynchronize(); }\n',
    "common/include/common.h": '#pragma once\n#include "deep.cuh"\nvoid f();\n',
    "common/include/deep.cuh": "#pragma once\n",
    "common/include/unused.h": "#pragma once\n",
    "src/foo.cu": "#include <common.h>\nint main() { f(); cudaDeviceReset(); }\n",
    "src/bar.cu": '#include "bar.h"\nint main() {}\n',
    "src/bar.h": "#pragma once\n",
    "data.bin": "1",
}  # fmt: skip


def made(folder: Path, files: dict[str, str], name: str) -> tuple[set[str], TreeResult]:
    """Convert one target and return the files of the port, and the result."""
    for path, text in files.items():
        target = folder / "up" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    out = folder / "out"
    result = write_port([folder / "up"], Options(), Destination(OutputMode.OUT, out), part=name)
    found = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    return {path for path in found if not path.startswith(".porter/")}, result


def test_a_target_of_cmake(tmp_path: Path) -> None:
    files, result = made(tmp_path, CMAKE, "foo")
    assert files == {
        "CMakeLists.txt",
        "common/CMakeLists.txt",
        "common/common.cu",
        "common/include/common.h",
        "common/include/deep.cuh",
        "src/foo.cu",
        "data.bin",
    }
    assert "hipDeviceReset" in (tmp_path / "out/src/foo.cu").read_text()
    listfile = (tmp_path / "out/CMakeLists.txt").read_text()
    assert "bar" not in listfile
    assert "set_target_properties(foo PROPERTIES CXX_STANDARD 17)" in listfile
    assert "foo of CMakeLists.txt: 4 of 7 sources and headers" in result.conversion.about
    assert result.project.excluded["src/bar.cu"] == "no part of foo"


def test_a_folder_of_other_targets_alone_is_left_out(tmp_path: Path) -> None:
    top = "add_subdirectory(foo)\nadd_subdirectory(bar)\nadd_subdirectory(set)\n"
    tree = {
        "CMakeLists.txt": top,
        "foo/CMakeLists.txt": "add_executable(foo foo.cu)\n",
        "foo/foo.cu": "\n",
        "bar/CMakeLists.txt": "add_executable(bar bar.cu)\n",
        "bar/bar.cu": "\n",
        "set/CMakeLists.txt": "set(A 1 PARENT_SCOPE)\nadd_executable(set a.cu)\n",
        "set/a.cu": "\n",
    }
    files, _ = made(tmp_path, tree, "foo")
    assert files == {"CMakeLists.txt", "foo/CMakeLists.txt", "foo/foo.cu", "set/CMakeLists.txt"}
    assert (tmp_path / "out/CMakeLists.txt").read_text() == (
        "add_subdirectory(foo)\nadd_subdirectory(set)\n"
    )


def test_a_folder_brings_what_its_targets_link(tmp_path: Path) -> None:
    files, _ = made(tmp_path, CMAKE, "src/")
    assert {"src/foo.cu", "src/bar.cu", "src/bar.h", "common/common.cu"} <= files
    assert "common/include/unused.h" not in files
    assert "add_executable(bar" in (tmp_path / "out/CMakeLists.txt").read_text()


def test_a_folder_without_targets_brings_what_it_includes(tmp_path: Path) -> None:
    tree = {"a/a.cu": '#include "../b/b.cuh"\n', "b/b.cuh": "\n", "b/c.cuh": "\n"}
    assert made(tmp_path, tree, "a")[0] == {"a/a.cu", "b/b.cuh"}


MAKE = {
    "Makefile": """\
NVCC = nvcc
OBJS = $(patsubst %.cu,%.o,foo.cu sub/part.cu)
all: foo bar
foo: $(OBJS)
\t$(NVCC) $^ -o $@
%.o: %.cu
\t$(NVCC) -c $< -o $@
bar:
\t$(NVCC) bar.cu -o bar
""",
    "foo.cu": '#include "foo.h"\nint main() {}\n',
    "foo.h": "\n",
    "sub/part.cu": "\n",
    "bar.cu": "int main() {}\n",
}


@pytest.mark.parametrize(
    ("name", "files"),
    [("foo", {"foo.cu", "foo.h", "sub/part.cu"}), ("bar", {"bar.cu"})],
)
def test_a_target_of_make(tmp_path: Path, name: str, files: set[str]) -> None:
    assert made(tmp_path, MAKE, name)[0] == files | {"Makefile"}


SETUP = """\
from setuptools import setup
from torch.utils.cpp_extension import CUDAExtension
setup(ext_modules=[
    CUDAExtension("pkg.one", ["csrc/one.cu"]),
    CUDAExtension("pkg.two", ["csrc/two.cu"]),
])
"""


@pytest.mark.parametrize("name", ["pkg.one", "one"])
def test_an_extension(tmp_path: Path, name: str) -> None:
    tree = {"setup.py": SETUP, "csrc/one.cu": "int a;\n", "csrc/two.cu": "int b;\n"}
    files, result = made(tmp_path, tree, name)
    assert "csrc/one.cu" in files
    assert "csrc/two.cu" not in files
    assert any("other extensions" in note for note in result.notes)


def test_a_name_that_nothing_has_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(PorterError, match="is called nope") as caught:
        made(tmp_path, CMAKE, "nope")
    assert "bar, common, foo" in caught.value.hint
    assert not (tmp_path / "out" / "src").exists()


def test_a_target_whose_sources_are_computed_is_refused(tmp_path: Path) -> None:
    tree = {"CMakeLists.txt": "add_executable(foo ${SOURCES_OF_FOO})\n", "a.cu": "\n"}
    with pytest.raises(PorterError, match="cannot be told without running"):
        made(tmp_path, tree, "foo")


def test_an_inclusion_that_a_macro_names_is_reported(tmp_path: Path) -> None:
    tree = {"a/a.cu": "#include HEADER\nint x;\n", "b.h": "\n"}
    _, result = made(tmp_path, tree, "a")
    assert any("a/a.cu: what HEADER includes cannot be told" in one for one in result.notes)


def test_a_source_that_the_build_makes_is_reported(tmp_path: Path) -> None:
    tree = {"CMakeLists.txt": "add_executable(foo a.cu made.cu)\n", "a.cu": "\n"}
    _, result = made(tmp_path, tree, "foo")
    assert any("made.cu" in one for one in result.notes)


@pytest.mark.parametrize("name", ["..", "../up", "/", "."])
def test_a_folder_outside_of_the_tree_is_nobodys_target(tmp_path: Path, name: str) -> None:
    tree = {"a.cu": "int a;\n"}
    with pytest.raises(PorterError):
        made(tmp_path, tree, name)


def test_in_place_the_rest_stays_in_cuda(tmp_path: Path) -> None:
    for path, text in CMAKE.items():
        target = tmp_path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    result = write_port([tmp_path], Options(), Destination(OutputMode.IN_PLACE), part="foo")
    assert "hipDeviceReset" in (tmp_path / "src/foo.cu").read_text()
    assert (tmp_path / "src/bar.cu").read_text() == CMAKE["src/bar.cu"]
    script = (tmp_path / "CMakeLists.txt").read_text()
    assert "add_executable(bar\n" in script
    assert "LANGUAGES CXX HIP" in script
    assert any("stays CUDA's" in note for note in result.conversion.notes)
