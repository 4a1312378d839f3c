"""Builds that make nothing of CUDA's before a variable says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.own_build.systems import System
from porter.verify.program.cuda_switches import cuda_switches
from tests.verify.program.unprepared import verdict

MAKEFILE = """\
USE_CUDA ?= 0
USE_CUDA_GRAPHS ?= 0
ifeq ($(USE_CUDA),1)
app: app.cu
\tnvcc -x cu $< -o $@
else
app: app.cu
\tg++ -x c++ $< -o $@
endif
"""
SOURCE = """\
#include <cstdio>
#ifdef __CUDACC__
__global__ void twice(int *x) { *x *= 2; }
#endif
int main() {
  int x = 21;
#ifdef __CUDACC__
  int *d; cudaMallocManaged(&d, sizeof(int)); *d = x;
  twice<<<1, 1>>>(d); cudaDeviceSynchronize(); x = *d;
#endif
  std::printf("%d\\n", x);
}
"""


@pytest.mark.parametrize(
    ("system", "files", "expected"),
    [
        (System.MAKE, {"Makefile": MAKEFILE}, ["USE_CUDA=1 (Makefile)"]),
        (System.MAKE, {"Makefile": "cuda = no\nGPU_ARCH = 0\n"}, ["cuda=yes (Makefile)"]),
        (System.MAKE, {"Makefile": "CUDA = 1\nCUDA_PATH ?= /usr/local/cuda\n"}, []),
        (
            System.MAKE,
            {"Makefile": MAKEFILE, "README.md": "Then `make USE_CUDA=1 -j` builds it.\n"},
            ["USE_CUDA=1 (README.md)"],
        ),
        (System.MAKE, {"Makefile": "a:\n", "README.md": "    make CUDA_HOME=/opt/cuda V=1\n"}, []),
        (
            System.CMAKE,
            {
                "CMakeLists.txt": 'option(APP_CUDA "run on a GPU" OFF)\noption(GPU "b" ON)\n',
                "README.md": "    cmake -B out -DBACKEND:STRING=CUDA -DCMAKE_CUDA_COMPILER=nvcc\n",
            },
            ["BACKEND=CUDA (README.md)", "APP_CUDA=ON (CMakeLists.txt)"],
        ),
        (System.CMAKE, {"CMakeLists.txt": 'option(WITH_GPU "run on a GPU")\n'},
         ["WITH_GPU=ON (CMakeLists.txt)"]),
    ],
)  # fmt: skip
def test_documents_and_build_files_say_what_turns_cuda_on(
    tmp_path: Path, system: System, files: dict[str, str], expected: list[str]
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    assert [str(one) for one in cuda_switches(tmp_path, ".", system)] == expected


@pytest.mark.toolchain
def test_a_program_is_built_on_both_sides_with_what_turns_cuda_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = verdict(tmp_path, monkeypatch, {"Makefile": MAKEFILE, "app.cu": SOURCE})
    assert found["passed"] and found["numbers"] == 1
    assert "built with USE_CUDA=1 (Makefile)" in found["remarks"]
    assert found["kernels"]["launched"] == ["twice(int*)"]
