"""Flags of the stand-ins that make nothing, or change what is an error."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.stand_ins import stand_in


def checked(compiler: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Have a stand-in look for errors alone."""
    command = [str(compiler), "-fsyntax-only", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.toolchain
@pytest.mark.parametrize("name", ["porter-hipcc", "porter-nvcc"])
def test_a_check_of_syntax_makes_nothing(tmp_path: Path, name: str) -> None:
    api = "cuda_runtime.h" if name == "porter-nvcc" else "hip/hip_runtime.h"
    right = f"#include <{api}>\n__global__ void f(int *x) {{ *x = 1; }}\n"
    (tmp_path / "a.cu").write_text(right)
    (tmp_path / "b.cu").write_text(right + "__device__ int g() { return absent(); }\n")
    (tmp_path / "c.c").write_text("int class = 1;\n")
    compiler = stand_in(tmp_path / "bin", name)
    before = {*tmp_path.iterdir()}
    assert checked(compiler, tmp_path, "-c", "a.cu", "c.c").returncode == 0
    done = checked(compiler, tmp_path, "b.cu")
    assert done.returncode == 1 and "absent" in done.stderr
    assert {*tmp_path.iterdir()} == before


NARROWING = """\
#include <hip/hip_runtime.h>
struct pair { long at; };
__global__ void f(pair *p, size_t n) { p[0] = pair{n + VALUE}; }
"""


@pytest.mark.toolchain
@pytest.mark.parametrize("is_appended", [True, False])
def test_an_error_may_be_made_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_appended: bool
) -> None:
    (tmp_path / "a.hip").write_text(NARROWING)
    flags = ["-Wno-error=c++11-narrowing", "-DVALUE=1"]
    if is_appended:
        monkeypatch.setenv("HIPCC_COMPILE_FLAGS_APPEND", " ".join(flags))
    compiler = stand_in(tmp_path / "bin", "porter-hipcc")
    done = checked(compiler, tmp_path, *([] if is_appended else flags), "a.hip")
    assert done.returncode == 0, done.stderr


NSIGHT = ("-O3", "-gencode", "arch=compute_61,code=sm_61", "-odir", "out")


@pytest.mark.toolchain
@pytest.mark.parametrize("source", ["a.cu", "b.cpp"])
def test_makefiles_of_nvidias_editor(tmp_path: Path, source: str) -> None:
    """They ask for dependencies by a command of its own, and link by `-link`."""
    (tmp_path / "own.h").write_text("#define VALUE 3\n")
    (tmp_path / source).write_text('#include "own.h"\nint main() { return VALUE; }\n')
    (tmp_path / "out").mkdir()
    compiler = str(stand_in(tmp_path / "bin", "porter-nvcc"))
    for words in (
        [*NSIGHT, "-M", "-o", "out/x.d", source],
        [*NSIGHT, "--compile", source],
        ["--cudart", "static", *NSIGHT[1:3], "-link", "-o", "app", f"out/{source[0]}.o"],
    ):
        subprocess.run([compiler, *words], cwd=tmp_path, check=True)
    assert "own.h" in (tmp_path / "out" / "x.d").read_text()
    assert subprocess.run([tmp_path / "app"], check=False).returncode == 3


@pytest.mark.toolchain
def test_pytorchs_library_brings_hipblas_along(tmp_path: Path) -> None:
    (tmp_path / "libtorch_hip.so").write_text("INPUT()\n")
    source = "int f(hipblasHandle_t *h) { return hipblasCreate(h); }\n"
    (tmp_path / "a.cpp").write_text(f"#include <hipblas/hipblas.h>\n{source}")
    command = [str(stand_in(tmp_path / "bin", "porter-hipcc")), "-shared", "-fPIC", "a.cpp"]
    command += ["-L.", "-ltorch_hip", "-o", "a.so"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.toolchain
def test_the_folders_that_are_searched_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.cpp").write_text("int a;\n")
    command = [str(stand_in(tmp_path / "bin", "porter-clang++")), "-v", "-c", "a.cpp", "-o", "a.o"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and (tmp_path / "a.o").is_file()
    assert "#include <...> search starts here:" in done.stderr
