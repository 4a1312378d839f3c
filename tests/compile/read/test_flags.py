"""Which flags stay, which are nvcc's, which the build decides itself."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from porter.compile.read.flags import sort_flags


@pytest.mark.parametrize(
    ("words", "kept", "left_out"),
    [
        ("-O2 -DA=1 -UB -Wall -fopenmp", "-O2 -DA=1 -UB -Wall -fopenmp", []),
        ("-gencode arch=compute_80,code=sm_80 -O3", "-O3", ["-gencode arch=compute_80,code=sm_80"]),
        ("-gencode=arch=compute_80,code=sm_80", "", ["-gencode=arch=compute_80,code=sm_80"]),
        ("--expt-relaxed-constexpr -lineinfo", "-gline-tables-only", ["--expt-relaxed-constexpr"]),
        ("--use_fast_math --threads 4", "", ["--use_fast_math", "--threads 4"]),
        ("-ftz=true -fmad=false", "-fgpu-flush-denormals-to-zero -ffp-contract=off", []),
        ("-ftz=false", "", ["-ftz=false"]),
        ("-Xcompiler -fPIC,-Wextra", "-fPIC -Wextra", []),
        ("--compiler-options='-Wall -O1'", "-Wall -O1", []),
        ("-Xptxas -v --ptxas-options=-v", "", ["-Xptxas -v", "--ptxas-options=-v"]),
        ("-rdc=true --maxrregcount=64", "", ["-rdc=true", "--maxrregcount=64"]),
        ("-Werror -Werror=return-type", "-Werror -Werror=return-type", []),
        ("-L/lib -lcublas -Wl,-rpath,/x -shared -dlto", "", ["-dlto"]),
        ("-c -o out.o -x cuda -MMD -MF d --offload-arch=gfx90a", "", []),
    ],
)
def test_sorting(words: str, kept: str, left_out: list[str]) -> None:
    flags = sort_flags(shlex.split(words), Path("/p"))
    assert " ".join(flags.kept) == kept
    assert flags.left_out == left_out


def test_directories_are_made_absolute() -> None:
    words = ["-Iinclude", "-I", "../up", "-isystem", "/abs", "-isystem/joined"]
    found = sort_flags(words, Path("/p/src")).includes
    assert found == [
        Path("/p/src/include"), Path("/p/src/../up"), Path("/abs"), Path("/joined"),
    ]  # fmt: skip


@pytest.mark.parametrize("words", [["-std=c++20"], ["--std=c++20"], ["-std", "c++20"]])
def test_standard(words: list[str]) -> None:
    assert sort_flags(words, Path("/p")).std == "c++20"


def test_cudas_own_headers_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "cuda_runtime.h").touch()
    flags = sort_flags([f"-I{tmp_path}"], Path("/p"))
    assert flags.includes == []
    assert flags.left_out == [f"-I {tmp_path}"]
