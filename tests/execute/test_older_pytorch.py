"""Headers and macros of an older PyTorch, for CUDA's own sources."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from porter.execute import older_pytorch
from porter.tables.names import load


@pytest.mark.parametrize(
    "text",
    [
        "#include <THC/THCAtomics.cuh>\n",
        'void f(at::Tensor x) { AT_CHECK(x, "x"); }\n',
        'void f(at::Tensor x) { AT_DISPATCH_FLOATING_TYPES(x.type(), "f", run); }\n',
    ],
)
def test_a_tree_that_names_them_finds_them(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.cu").write_text(text)
    flags = older_pytorch.flags_for(tmp_path)
    assert flags[0] == "-isystem" and "-DAT_CHECK=TORCH_CHECK" in flags
    assert (Path(flags[1]) / "THC" / "THCAtomics.cuh").is_file()


def test_a_project_may_have_its_own_interpolation(tmp_path: Path) -> None:
    (tmp_path / "math.cuh").write_text("inline float lerp(float a, float b, float t) { return a; }")
    flag, header = older_pytorch.flags_for(tmp_path)
    assert flag == "-include"
    (tmp_path / "a.cpp").write_text('#include "math.cuh"\n#include <math.h>\nauto f = &lerp;\n')
    for std in ("c++17", "c++20"):
        command = ["c++", f"-std={std}", "-fsyntax-only", flag, header, "a.cpp"]
        assert subprocess.run(command, cwd=tmp_path, check=False).returncode == 0
    text = "float x = std::lerp(1.0f, 2.0f, 0.5f);\n"
    (tmp_path / "a.cpp").write_text(f"#include <cmath>\n{text}")
    assert subprocess.run(command, cwd=tmp_path, check=False).returncode == 0


def test_other_trees_do_not(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text("#include <torch/extension.h>\n")
    assert older_pytorch.flags_for(tmp_path) == []


def test_a_port_has_what_took_the_place_of_each() -> None:
    folder = Path(older_pytorch.__file__).parent
    headers = {path.relative_to(folder).as_posix().encode() for path in folder.rglob("THC*.*h")}
    assert headers == {name for name in load("torch").headers if name.startswith(b"THC/")}


def test_a_dispatch_of_a_projects_own_finds_its_attribute(tmp_path: Path) -> None:
    name = "C10_UNUSED_DISPATCH_CUDA_WORKAROUND"
    (tmp_path / "a.cu").write_text("#define CASE(T, x) case x: { using T " + name + " = int; }\n")
    assert older_pytorch.flags_for(tmp_path) == [f"-D{name}=[[maybe_unused]]"]
