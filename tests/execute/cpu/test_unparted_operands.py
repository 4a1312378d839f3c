"""Operands of inline PTX without a comma between them, as nvcc takes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute import cpu
from porter.execute.cpu.unparted_operands import parted

PROGRAM = """\
#include <cstdio>
__global__ void sum(unsigned *x) {
  unsigned y;
  asm("{ .reg .u32 t; add.u32 t, %1, %2; add.u32 %0, t, %3; }"
      : "=r"(y)
      : "r"(x[0]) "r"(x[1]), "r"(x[2]));
  x[3] = y;
}
int main() {
  unsigned *x;
  cudaMallocManaged(&x, 16);
  x[0] = 1, x[1] = 20, x[2] = 300;
  sum<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  std::printf("%u\\n", x[3]);
}
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('asm("x" : "=r"(a) : "r"(b) "r"(c));', 'asm("x" : "=r"(a) : "r"(b), "r"(c));'),
        ('asm("x" :: "r"(b)\n"r"(c), "l"(d));', 'asm("x" :: "r"(b),\n"r"(c), "l"(d));'),
        ('asm("x" "y" :: "r"(b), "r"(c)); f("z")', 'asm("x" "y" :: "r"(b), "r"(c)); f("z")'),
    ],
)
def test_commas_stand_between_operands(before: str, after: str) -> None:
    assert parted(Path("a.cu"), before.encode()) == after.encode()


@pytest.mark.toolchain
def test_operands_need_no_comma(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(PROGRAM)
    assert cpu.build(tmp_path / "a.cu", arch="sm_80").run(timeout=60).stdout == "321\n"
