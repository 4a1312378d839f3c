"""Launches that nvcc takes and clang does not: as Visual Studio formats them, and with braces."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute import cpu

PROGRAM = """\
#include <cstdio>
__global__ void add(int *sum, int n) { atomicAdd(sum, n << 1 >> 1); }
int main() {
  int *sum;
  cudaMallocManaged(&sum, 4);
  *sum = 0;
  add << <1, 32 >> > (sum, 1);
  add<<<1, dim3(2) >> >(sum, 100);
  add<< <1, 1>>>(sum, 1000);
  cudaDeviceSynchronize();
  std::printf("%d\\n", *sum);
}
"""


@pytest.mark.toolchain
def test_blanks_in_launches_are_taken_as_nvcc_takes_them(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text(PROGRAM)
    assert cpu.build(source, arch="sm_80").run(timeout=60).stdout == "1232\n"


@pytest.mark.toolchain
def test_grids_and_blocks_in_braces_are_taken_as_nvcc_takes_them(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text(
        PROGRAM.replace("<1, 32 >> > (sum, 1)", "<{1, n}, {32, 1, 1}>> >(sum, 1)").replace(
            "int *sum;", "int *sum, n = 2;"
        )
    )
    assert cpu.build(source, arch="sm_80").run(timeout=60).stdout == "1264\n"


@pytest.mark.toolchain
def test_other_expressions_that_lack_something_are_refused_as_before(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text("int f(int a) { return a >> > 2; }\nint main() {}\n")
    with pytest.raises(Exception, match="expected expression"):
        cpu.build(source, arch="sm_80")
