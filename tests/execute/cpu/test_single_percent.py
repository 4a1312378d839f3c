"""Inline PTX that names registers with one percent sign, as nvcc takes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.execute import cpu
from porter.execute.cpu.single_percent import doubled

PROGRAM = """\
#include <cstdio>
#include "lane.h"
__global__ void lanes(unsigned *out) {
  unsigned lane, below, both;
  LANE(lane);
  asm("mov.u32 %0, "
      "%lanemask_lt;" : "=r"(below));
  asm("{ .reg .u32 %rd1; mov.u32 %rd1, %%tid.x; add.u32 %0, %rd1, %1; }"
      : "=r"(both) : "r"(100 %lane_count));
  out[threadIdx.x] = lane + 1000 * __popc(below) + both + named();
}
int main() {
  unsigned *out;
  cudaMallocManaged(&out, 64 * 4);
  lanes<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  std::printf("%u %d\\n", out[33], __LINE__);
}
"""
HEADER = """\
#define LANE(x) asm volatile("mov.u32 %0, %laneid;" : "=r"(x))
const int lane_count = 32;
__device__ unsigned named() { unsigned y; asm("mov.u32 %0, %ntid.y;" : "=r"(y)); return y; }
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('asm("mov.u32 %0, %laneid;" : "=r"(x));', 'asm("mov.u32 %0, %%laneid;" : "=r"(x));'),
        ('asm("%tid.x %%tid.x %0" :: "r"(x));', 'asm("%%tid.x %%tid.x %0" :: "r"(x));'),
        ('asm("%0" : "=r"(x) : "r"(a %laneid));', 'asm("%0" : "=r"(x) : "r"(a %laneid));'),
        ('asm("mov.u32 %r1, %laneid;");', 'asm("mov.u32 %r1, %laneid;");'),
        ('printf("%lane"); asm("%h1" :: "r"(x));', 'printf("%lane"); asm("%h1" :: "r"(x));'),
    ],
)
def test_what_clang_would_refuse_is_doubled_and_nothing_else(before: str, after: str) -> None:
    assert doubled(Path("a.cu"), before.encode()) == after.encode()


@pytest.mark.toolchain
def test_registers_may_have_one_percent_sign(tmp_path: Path) -> None:
    (tmp_path / "lane.h").write_text(HEADER)
    (tmp_path / "a.cu").write_text(PROGRAM)
    run = cpu.build(tmp_path / "a.cu", arch="sm_80").run(timeout=60)
    assert run.stdout == f"{1 + 1000 * 1 + (33 + 4) + 1} 17\n"
    assert (tmp_path / "lane.h").read_text() == HEADER


@pytest.mark.slow
@pytest.mark.toolchain
def test_a_change_of_a_header_with_one_percent_sign_is_seen(tmp_path: Path) -> None:
    (tmp_path / "lane.h").write_text(HEADER)
    (tmp_path / "a.cu").write_text(PROGRAM)
    cpu.build(tmp_path / "a.cu", arch="sm_80")
    (tmp_path / "lane.h").write_text(HEADER.replace("return y;", "return y + 4;"))
    run = cpu.build(tmp_path / "a.cu", arch="sm_80").run(timeout=60)
    assert run.stdout.split()[0] == str(1 + 1000 * 1 + (33 + 4) + 5)


@pytest.mark.toolchain
def test_other_errors_stay(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text('__global__ void k(int *x) { asm("mov.u32 %0, %&;" : "=r"(*x)); }\n')
    with pytest.raises(PorterError, match="invalid % escape"):
        cpu.build(source, arch="sm_80")
