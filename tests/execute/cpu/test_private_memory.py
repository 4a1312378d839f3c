"""A work-item's own arrays may be read as vectors, whatever alignment the vectors claim."""

from __future__ import annotations

import numpy as np
import pytest

from porter.execute.cpu import Module

pytestmark = pytest.mark.toolchain

KERNEL = r"""
typedef float Sixteen __attribute__((ext_vector_type(16)));
extern "C" __global__ void sums(const short *in, float *out, int step) {
  struct { short before, values[32]; } own;
  for (int i = 0; i < 32; ++i)
    own.values[i * step % 32] = in[32 * threadIdx.x + i];
  Sixteen all = *reinterpret_cast<Sixteen *>(own.values);
  all += 1;
  *reinterpret_cast<Sixteen *>(own.values) = all;
  float sum = 0;
  for (int i = 0; i < 16; ++i)
    sum += reinterpret_cast<Sixteen *>(own.values)[0][i * step % 16];
  out[threadIdx.x] = sum;
}
"""


def test_an_array_of_shorts_is_read_as_one_vector(arch: str) -> None:
    values = np.arange(8 * 16, dtype=np.float32).reshape(8, 16)
    out = np.zeros(8, np.float32)
    module = Module.load(KERNEL, arch=arch)
    module.kernel("sums")[1, 8](values.view(np.int16), out, np.int32(1))
    np.testing.assert_array_equal(out, values.sum(1) + 16)
