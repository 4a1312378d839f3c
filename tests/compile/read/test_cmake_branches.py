"""Which units of CMake files a build is sure to make, by the branches around them."""

from __future__ import annotations

from pathlib import Path

from porter.compile.read.cmake import CMakeReader
from porter.compile.read.unit import Unit
from tests.compile.tree import names, write_tree


def read(root: Path) -> dict[str, Unit]:
    """Return the units of the tree's CMake files by their source, the first of each."""
    reader = CMakeReader(root)
    reader.read_scripts(names(root))
    found: dict[str, Unit] = {}
    for unit in reader.units():
        found.setdefault(unit.source, unit)
    return found


def test_nothing_is_read_behind_a_return_that_is_sure(tmp_path: Path) -> None:
    text = (
        "project(p CXX)\nfunction(f name)\n  if(UNIX)\n    return()\n  endif()\n"
        "  add_library(${name} never.cpp)\nendfunction()\nf(a)\nadd_library(b b.cpp)\n"
        "if(NOBODY_KNOWS)\n  return()\nendif()\nadd_library(c c.cpp)\nreturn()\n"
        "add_library(d never.cpp)\n"
    )
    write_tree(tmp_path, {"CMakeLists.txt": text, "b.cpp": "", "c.cpp": "", "never.cpp": ""})
    assert list(read(tmp_path)) == ["b.cpp", "c.cpp"]


def test_units_that_a_build_may_leave_out(tmp_path: Path) -> None:
    """A side for GPUs is chosen; of what else is not known nobody says that it is built."""
    text = (
        "project(p CXX)\nfunction(backend name)\n  string(TOUPPER WITH_${name} option)\n"
        "  if(${option})\n    add_library(${name} ${name}.cpp)\n  endif()\nendfunction()\n"
        "option(WITH_WEBGPU web OFF)\nbackend(cuda)\nbackend(hip)\nbackend(zen)\nbackend(webgpu)\n"
        "if(hip_FOUND)\n  add_library(a a.cpp both.cpp)\nelse()\n  add_library(stub stub.cpp)\n"
        "endif()\nif(NOT USE_CUDA)\n  add_library(cpu cpu.cpp)\nendif()\n"
        "if(NOBODYS)\n  add_subdirectory(sub)\n  add_library(b both.cpp)\nendif()\n"
    )
    stems = ("cuda", "hip", "zen", "a", "both", "stub", "cpu", "webgpu")
    tree = {f"{name}.cpp": "" for name in stems}
    scripts = {"CMakeLists.txt": text, "sub/CMakeLists.txt": "add_library(c c.cpp)\n"}
    write_tree(tmp_path, {**tree, **scripts, "sub/c.cpp": ""})
    found = read(tmp_path)
    assert {one for one, unit in found.items() if not unit.is_perhaps} == {
        "a.cpp", "both.cpp", "cuda.cpp", "hip.cpp"
    }  # fmt: skip
    perhaps = {one for one, unit in found.items() if unit.is_perhaps}
    assert perhaps == {"zen.cpp", "webgpu.cpp", "stub.cpp", "cpu.cpp", "sub/c.cpp"}
