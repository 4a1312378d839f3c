"""Policies of CUDA's L2 cache: made, and named by accesses, which are as they are without."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute import cpu

PROGRAM = """\
#include <cstdio>
__global__ void through(const float4 *from, float4 *to) {
  __shared__ float4 kept[32];
  const unsigned place = __cvta_generic_to_shared(&kept[threadIdx.x]);
  asm volatile("{ .reg .b64 p; createpolicy.fractional.L2::evict_first.b64 p, 1.0;"
               "  cp.async.cg.shared.global.L2::cache_hint [%0], [%1], %2, p; }"
               :: "r"(place), "l"(from + threadIdx.x), "n"(16));
  asm volatile("cp.async.wait_all;" ::: "memory");
  unsigned long long policy; float more;
  asm("createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %0, 0.5;" : "=l"(policy));
  asm volatile("ld.global.L2::cache_hint.f32 %0, [%1], %2;"
               : "=f"(more) : "l"(&from[threadIdx.x].y), "l"(policy));
  float4 x = kept[threadIdx.x];
  x.x += more;
  to[threadIdx.x] = x;
}
int main() {
  float4 *x;
  cudaMallocManaged(&x, 64 * sizeof(float4));
  for (int i = 0; i < 32; ++i) x[i] = {i + 0.0f, 10.0f * i, 2, 3};
  through<<<1, 32>>>(x, x + 32);
  cudaDeviceSynchronize();
  std::printf("%g %g\\n", x[32 + 7].x, x[32 + 31].w);
}
"""


@pytest.mark.toolchain
def test_policies_change_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(PROGRAM)
    run = cpu.build(tmp_path / "a.cu", arch="sm_80").run(timeout=60)
    assert run.stdout == "77 3\n"
