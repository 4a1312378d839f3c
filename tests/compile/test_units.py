"""Which files of a port are units, in which order of authority."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile import units as units_module
from porter.compile.header_search import HeaderSearch
from porter.compile.read.unit import Language
from porter.compile.units import find_units
from porter.errors import PorterError

from .tree import names, write_tree

HIP = "#include <hip/hip_runtime.h>\n"


def test_defaults_without_any_build_file(tmp_path: Path) -> None:
    root = write_tree(
        tmp_path,
        {
            "k.cu": HIP,
            "k2.hip": "",
            "makefile.hip": "CC = hipcc\n",
            "host.cpp": "#include <hip/hip_runtime_api.h>\n",
            "kernel.cpp": HIP + "__global__ void k() {}\n",
            "through.cc": '#include "mine.h"\n',
            "mine.h": "#include <hipblas/hipblas.h>\n",
            "plain.cpp": "#include <vector>\n// #include <hip/hip_runtime.h>\n",
            "third_party/other.cu": HIP,
            "notes.txt": "",
        },
    )
    units = {unit.source: unit.language for unit in find_units(root)}
    assert units == {
        "host.cpp": Language.CXX,
        "k.cu": Language.HIP,
        "k2.hip": Language.HIP,
        "kernel.cpp": Language.HIP,
        "through.cc": Language.CXX,
    }


def test_what_no_build_file_names_is_compiled_as_a_script_or_a_readme_does(tmp_path: Path) -> None:
    script = "SRC=one.cu\nhipcc --offload-arch=gfx942 -I../ -DSHMOO -DN=$1 -o one $SRC\n"
    root = write_tree(
        tmp_path,
        {
            "cuda/run.sh": script,
            "cuda/one.cu": HIP,
            "cuda/all.sh": "for f in t*.cu; do hipcc -DALL $f -o ${f%.cu}; done\n",
            "cuda/two.cu": "// hipcc -std=c++20 two.cu\n" + HIP,
            "cuda/three.cu": HIP,
            "README.md": "    hipcc -DFOUR='{n}' -fplugin=x.so cuda/four.cu -o four\n",
            "cuda/four.cu": HIP,
        },
    )
    found = {one.source: one for one in find_units(root)}
    assert found["cuda/one.cu"].flags == ("-DSHMOO",)
    assert [one.resolve() for one in found["cuda/one.cu"].includes] == [root.resolve()]
    assert found["cuda/one.cu"].origin == "cuda/run.sh"
    assert found["cuda/two.cu"].std == "c++20"
    assert found["cuda/three.cu"].flags == ("-DALL",)
    assert found["cuda/four.cu"].flags == () and found["cuda/four.cu"].refused


def test_the_database_beats_setup_py_beats_the_default(tmp_path: Path) -> None:
    setup = (
        "from torch.utils.cpp_extension import CUDAExtension\n"
        "CUDAExtension('m', ['a.cu', 'b.cu'], extra_compile_args=['-DSETUP'])\n"
    )
    database = '[{"directory": ".", "file": "a.cu", "command": "hipcc -DDATABASE -c a.cu"}]'
    root = write_tree(
        tmp_path,
        {"setup.py": setup, "compile_commands.json": database, "a.cu": "", "b.cu": "", "c.cu": ""},
    )
    found = {unit.source: (unit.origin, unit.flags) for unit in find_units(root)}
    assert found == {
        "a.cu": ("compile_commands.json", ("-DDATABASE",)),
        "b.cu": ("setup.py:2", ("-DSETUP",)),
        "c.cu": ("default", ()),
    }


def test_folders_that_the_includes_need_are_searched_and_named(tmp_path: Path) -> None:
    root = write_tree(
        tmp_path,
        {
            "src/a.cu": '#include "lib/op.h"\n#include <lib/other.h>\n#include "near.h"\n',
            "src/near.h": "",
            "include/lib/op.h": '#include "detail.h"\n',
            "include/lib/detail.h": "",
            "include/lib/other.h": "#include <torch/extension.h>\n",
        },
    )
    (unit,) = find_units(root)
    assert unit.includes == (root / "include",)
    assert unit.notes == ("searched too: include",)
    assert (unit.uses_torch, unit.torch_extension) == (True, "a")


def test_the_nearest_of_several_headers_is_meant(tmp_path: Path) -> None:
    root = write_tree(
        tmp_path,
        {"one/src/a.cu": '#include "c/x.h"\n', "one/inc/c/x.h": "", "two/inc/c/x.h": ""},
    )
    graph = HeaderSearch(root, names(root))
    assert graph.uses("one/src/a.cu").directories == ("one/inc",)


def test_a_header_of_a_library_is_not_looked_for_in_the_port(tmp_path: Path) -> None:
    write_tree(tmp_path / "rocm", {"hipcub/hipcub.hpp": ""})
    root = write_tree(
        tmp_path / "port", {"a.cu": "#include <hipcub/hipcub.hpp>\n", "old/hipcub/hipcub.hpp": ""}
    )
    graph = HeaderSearch(root, names(root), [tmp_path / "rocm"])
    uses = graph.uses("a.cu")
    assert uses.directories == ()
    assert uses.hip


def test_cyclic_includes_end(tmp_path: Path) -> None:
    root = write_tree(
        tmp_path, {"a.cu": '#include "b.h"\n', "b.h": '#include "c.h"\n', "c.h": '#include "b.h"\n'}
    )
    assert find_units(root)[0].notes == ()


def test_nothing_to_compile_is_said(tmp_path: Path) -> None:
    write_tree(tmp_path, {"plain.cpp": "int main() {}\n"})
    with pytest.raises(PorterError, match="nothing to compile"):
        find_units(tmp_path)


def test_python_s_headers_are_found_where_they_are_included(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(units_module, "python_headers", lambda: [tmp_path / "python"])
    setup = (
        "from setuptools import Extension, setup\n"
        'setup(ext_modules=[Extension("own", ["own.cpp", "other.cpp"])])\n'
    )
    files = {"setup.py": setup, "own.cpp": '#include "own.h"\n', "own.h": "#include <Python.h>\n"}
    root = write_tree(tmp_path / "port", {**files, "other.cpp": ""})
    units = {unit.source: unit for unit in find_units(root)}
    assert units["own.cpp"].includes == (tmp_path / "python",)
    assert units["other.cpp"].includes == ()

    def missing() -> list[Path]:
        raise PorterError("no headers", hint="install them")

    monkeypatch.setattr(units_module, "python_headers", missing)
    (unit,) = (unit for unit in find_units(root) if unit.source == "own.cpp")
    assert unit.notes == ("no headers: install them",)


def test_a_source_that_another_one_includes_is_no_unit(tmp_path: Path) -> None:
    files = {
        "a.hip": '#include "part.hip"\n#include "lib/other.hip"\n',
        "part.hip": "int part;\n",
        "src/lib/other.hip": "int other;\n",
        "alone.hip": '// #include "gone.hip"\n',
    }
    assert [unit.source for unit in find_units(write_tree(tmp_path, files))] == [
        "a.hip",
        "alone.hip",
    ]


def test_a_test_of_an_option_that_is_off_is_compiled_as_if_it_were_on(tmp_path: Path) -> None:
    """What the folder names beside, which is no device code, is no unit of the port."""
    text = (
        "project(thing LANGUAGES CXX HIP)\noption(TESTS tests OFF)\n"
        "add_library(core a.hip)\ntarget_compile_definitions(core PUBLIC CORE)\n"
        "if(TESTS)\n  add_executable(all)\n  target_link_libraries(all PRIVATE core)\n"
        "  add_subdirectory(tests)\nendif()\n"
    )
    inner = (
        "add_definitions(-DFOLDER)\ntarget_sources(all PRIVATE t.hip other.cpp)\n"
        "target_compile_definitions(core PRIVATE NOT)\nadd_executable(own own.hip)\n"
    )
    files = {"CMakeLists.txt": text, "a.hip": "", "tests/CMakeLists.txt": inner}
    sources = {f"tests/{name}": "" for name in ("t.hip", "own.hip", "other.cpp")}
    found = {unit.source: unit for unit in find_units(write_tree(tmp_path, {**files, **sources}))}
    assert {name: unit.flags for name, unit in found.items()} == {
        "a.hip": ("-DCORE",),
        "tests/own.hip": ("-DFOLDER",),
        "tests/t.hip": ("-DCORE",),
    }
    assert found["tests/own.hip"].is_perhaps
