"""Hints for a GPU's caches change nothing on the executor."""

from __future__ import annotations

import numpy as np
import pytest

from porter.execute.cpu import Module

pytestmark = pytest.mark.toolchain

#: LLVM cannot select x86's instructions for a half that is loaded so and becomes a float.
PASSED_BY = """
extern "C" __global__ void scaled(const _Float16 *x, float *out, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    const float one = __builtin_nontemporal_load(x + threadIdx.x);
    for (int k = 0; k < i; ++k) sum += one * i;
    __syncthreads();
  }
  __builtin_nontemporal_store(sum, out + threadIdx.x);
}
"""


def test_halves_that_pass_by_the_caches(arch: str) -> None:
    x, out = np.arange(64, dtype=np.float16), np.zeros(64, np.float32)
    Module.load(PASSED_BY, arch=arch).kernel("scaled")[1, 64](x, out, np.int32(3))
    np.testing.assert_array_equal(out, x.astype(np.float32) * 5)
