"""gfx950 on a clang that does not know it: compiled as gfx942, with what differs between them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from porter.errors import PorterError
from porter.execute.cpu import Architecture, Module, build

KERNELS = """\
#include <hip/hip_fp8.h>
#include <hip/hip_runtime.h>
#if !defined(__gfx950__) || defined(__gfx942__)
#error "the macros are another architecture's"
#endif
extern "C" __global__ void lanes(int *x) { x[threadIdx.x] = __lane_id(); }
extern "C" __global__ void largest(float *x) { *x = float(__hip_fp8_e4m3(1000.0f)); }
extern "C" __global__ void product(const long *a, const long *b, float *sums) {
  using Sums = float __attribute__((ext_vector_type(4)));
  const int lane = threadIdx.x;
  const Sums sum = __builtin_amdgcn_mfma_f32_16x16x32_fp8_fp8(a[lane], b[lane], Sums{}, 0, 0, 0);
  for (int i = 0; i < 4; ++i) sums[4 * lane + i] = sum[i];
}
extern "C" __global__ void far_end(int *x) {
  extern __shared__ int shared[];
  shared[160 * 256 - 1] = 7;
  *x = shared[160 * 256 - 1];
}
"""

SUMS = r"""
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
struct Square { __device__ long operator()(int n) const { return long(n) * n; } };
struct Most { __device__ long operator()(long a, long b) const { return a > b ? a : b; } };
int main() {
  thrust::device_vector<int> all(1000), keys(4), sums(4);
  thrust::sequence(all.begin(), all.end());
  const int sum = thrust::reduce(all.begin(), all.end());
  const long most = thrust::transform_reduce(all.begin(), all.end(), Square(), 0L, Most());
  thrust::sort(all.begin(), all.end(), thrust::greater<int>());
  const int last = all.back();
  thrust::fill(all.begin(), all.begin() + 2, 7);
  const auto ends =
      thrust::reduce_by_key(all.begin(), all.begin() + 4, all.begin(), keys.begin(), sums.begin());
  std::printf("%d %d %ld %d\n", sum, last, most, int(ends.first - keys.begin()));
}
"""


@pytest.mark.parametrize(("clang", "flags"), [
    (
        19,
        "--offload-arch=gfx942 -Xarch_device -U__gfx942__ -Xarch_device -D__gfx950__=1 "
        "-Xarch_device -D__gfx9_4_generic__=1 -include",
    ),
    (20, "--offload-arch=gfx950"),
])  # fmt: skip
def test_clang_is_told_an_architecture_that_it_knows(clang: int, flags: str) -> None:
    given = Architecture("gfx950").compiler_flags(clang)
    declared = [given.pop()] if given[-1].endswith(".h") else []  # what gfx942 has not
    assert " ".join(given) == flags
    assert [Path(path).name for path in declared] == ["porter_gfx950.h"] * (clang < 20)
    assert Architecture("gfx942").compiler_flags(clang) == ["--offload-arch=gfx942"]


@pytest.mark.slow
@pytest.mark.toolchain
def test_float8_lanes_and_shared_memory_are_gfx950s(tmp_path: Path) -> None:
    source = tmp_path / "kernels.hip"
    source.write_text(KERNELS)
    module = Module.load(source, arch="gfx950")
    lanes = np.zeros(64, np.int32)
    module.kernel("lanes")[1, 64](lanes)
    assert (lanes == np.arange(64)).all()
    largest = np.zeros(1, np.float32)
    module.kernel("largest")[1, 1](largest)
    assert largest[0] == 448, "OCP's float8"
    ones = np.full(64, 0x3838383838383838, np.int64)  # 1.0 in OCP's, 0.5 in gfx942's
    sums = np.zeros(256, np.float32)
    module.kernel("product")[1, 64](ones, ones, sums)
    assert (sums == 32).all()
    found = np.zeros(1, np.int32)
    module.kernel("far_end")[1, 1, 160 * 1024](found)
    assert found[0] == 7


@pytest.mark.slow
@pytest.mark.parametrize("arch", ["gfx950", "gfx1201"])
def test_rocprim_knows_the_processor(tmp_path: Path, arch: str) -> None:
    source = tmp_path / "sums.hip"
    source.write_text(SUMS)
    run = build(source, arch=arch).run(timeout=60)
    assert (run.returncode, run.stdout) == (0, "499500 0 998001 3\n"), run.stderr


@pytest.mark.toolchain
def test_what_the_executor_has_not_is_refused_where_a_kernel_has_it() -> None:
    """Composable Kernel's headers name such instructions in functions that few kernels call."""
    unused = """
template <bool is_random> __device__ float converted(float x) {
  if (is_random) return __builtin_amdgcn_prng_b32(__float_as_uint(x));
  const auto pair = __builtin_amdgcn_cvt_scalef32_pk_f32_fp8(7u, x, false);
  return pair[0];
}
__device__ unsigned of_nobody(unsigned x) { return __builtin_amdgcn_prng_b32(x); }
"""
    plain = 'extern "C" __global__ void k(float *x) { *x = 5; }'
    found = np.zeros(1, np.float32)
    Module.load(unused + plain, arch="gfx950").kernel("k")[1, 1](found)
    assert found[0] == 5
    for value, name in (("true", "prng_b32"), ("false", "cvt_scalef32_pk_f32_fp8")):
        kernel = f'extern "C" __global__ void k(float *x) {{ *x = converted<{value}>(*x); }}'
        with pytest.raises(PorterError, match=name):
            Module.load(unused + kernel, arch="gfx950")
