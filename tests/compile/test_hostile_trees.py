"""Build files that point out of the port, at what is no file, or at what cannot be written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from porter.compile.driver import build
from porter.compile.units import find_units
from porter.errors import PorterError
from porter.source.build_files.globs import matching
from tests.files.no_files import put
from tests.time_limit import time_limit

from .tree import write_tree

SOURCE = "#include <hip/hip_runtime.h>\nint value() { return 1; }\n"


@pytest.mark.parametrize(
    "text",
    [
        "all: $(wildcard **x.cu)\n\thipcc -c $<\n",
        "all: $(wildcard /*/*.cu)\n\thipcc -c $<\n",
        "all: $(wildcard ../*.cu)\n\thipcc -c $<\n",
        "/%.o: /%.cu\n\thipcc -c $<\n",
        "%.o: ../../../../../%.cu\n\thipcc -c $<\n",
        "include /dev/zero\ninclude ../secret.mk pipe.mk out.mk\n",
    ],
)
def test_makefiles_are_followed_inside_the_port_only(tmp_path: Path, text: str) -> None:
    root = write_tree(tmp_path / "port", {"Makefile": text, "own.cu": SOURCE})
    secret = "own.o: own.cu\n\thipcc -DSECRET -c own.cu\n"
    write_tree(tmp_path, {"other.cu": SOURCE, "secret.mk": secret})
    os.mkfifo(root / "pipe.mk")
    (root / "out.mk").symlink_to(tmp_path / "secret.mk")
    (unit,) = find_units(root)
    assert (unit.source, unit.flags) == ("own.cu", ())


def test_globs_of_cmake_stay_in_the_port(tmp_path: Path) -> None:
    cmake = "file(GLOB_RECURSE A /*.cu ../*.cu **x)\nadd_library(m ${A} own.cu)\n"
    root = write_tree(tmp_path / "port", {"CMakeLists.txt": cmake, "own.cu": SOURCE})
    write_tree(tmp_path, {"other.cu": SOURCE})
    assert [unit.source for unit in find_units(root)] == ["own.cu"]


def test_patterns_find_files_below_and_above(tmp_path: Path) -> None:
    write_tree(tmp_path, dict.fromkeys(("a.cu", "s/b.cu", "s/t/c.cu", "s/[x].cu"), ""))
    folder = tmp_path / "s"
    assert matching(tmp_path, folder, "../*.cu") == [tmp_path / "a.cu"]
    assert matching(tmp_path, folder, "b.cu") == [folder / "b.cu"]
    assert matching(tmp_path, folder, "*.cu", recursive=True) == sorted(
        [folder / "b.cu", folder / "[x].cu", folder / "t" / "c.cu"]
    )
    assert matching(folder, folder, "../*.cu") == []


@pytest.mark.parametrize("name", ["../../escaped", "/tmp/escaped", "a b", "x;y", "a\nb"])
def test_an_extension_is_linked_where_it_belongs(tmp_path: Path, name: str) -> None:
    setup = (
        "from setuptools import setup\n"
        "from torch.utils.cpp_extension import CUDAExtension\n"
        f"setup(ext_modules=[CUDAExtension({name!r}, ['a.cu'])])\n"
    )
    root = write_tree(tmp_path / "port", {"setup.py": setup, "a.cu": SOURCE})
    (unit,) = find_units(root)
    assert unit.torch_extension is not None
    assert unit.torch_extension.isidentifier()


def test_configured_headers_come_from_files_of_the_port(tmp_path: Path) -> None:
    cmake = "".join(
        f"configure_file({template} {output})\n"
        for template, output in {
            "pipe.in": "pipe.h", "out.in": "out.h", "/dev/zero": "zero.h",
            "own.in": f"{'n' * 300}.h", "own2.in": "own.h",
        }.items()
    )  # fmt: skip
    includes = "".join(f'#include "{n}.h"\n' for n in ("pipe", "out", "zero", "n" * 300, "own"))
    files = {"CMakeLists.txt": cmake, "own.in": "", "own2.in": "int own;\n", "a.cu": includes}
    root = write_tree(tmp_path / "port", files)
    os.mkfifo(root / "pipe.in")
    (tmp_path / "secret").write_text("int secret;\n")
    (root / "out.in").symlink_to(tmp_path / "secret")
    (unit,) = find_units(root, configured=tmp_path / "made")
    assert [path.name for path in (tmp_path / "made").iterdir()] == ["own.h"]
    assert any("cannot be written: File name too long" in note for note in unit.notes)


def test_objects_go_into_no_folder_of_the_port_that_has_links(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "port", {"a.cu": SOURCE, "out/x": ""})
    (root / "out" / "build.ninja").symlink_to(tmp_path / "victim")
    with pytest.raises(PorterError, match="a link, in a folder that objects"):
        build(root, ["gfx942"], syntax_only=True, folder=root / "out")
    assert not (tmp_path / "victim").exists()


@pytest.mark.parametrize("kind", ["pipe", "socket"])
def test_objects_go_into_no_folder_of_the_port_that_has_pipes(tmp_path: Path, kind: str) -> None:
    root = write_tree(tmp_path / "port", {"a.cu": SOURCE, "out/x": ""})
    put(kind, root / "out" / "build.ninja")
    with (
        time_limit(60),
        pytest.raises(PorterError, match="is not a file, in a folder that objects"),
    ):
        build(root, ["gfx942"], syntax_only=True, folder=root / "out")


def test_an_include_of_any_length_is_no_traceback(tmp_path: Path) -> None:
    include = f'#include "{"long/" * 2000}x.h"\n'
    root = write_tree(tmp_path / "port", {"a.cu": include + SOURCE})
    assert [unit.source for unit in find_units(root, provided=[tmp_path])] == ["a.cu"]
