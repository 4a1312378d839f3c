"""`texture_sampling.hpp`: integers read as floats are the quotients by the largest one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from porter.execute.cpu import Module

pytestmark = pytest.mark.toolchain
COMPAT = Path(__file__).parents[2] / "porter" / "compat"
SOURCE = """\
#include "texture_sampling.hpp"
extern "C" __global__ void parts(int const* values, float largest, float reciprocal, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = porter::as_part_of_largest{largest, reciprocal}(values[i]);
}
"""


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint16])
def test_each_integer_is_the_nearest_float_to_its_part(kind: type, tmp_path: Path) -> None:
    path = tmp_path / "parts.hip"
    path.write_text(SOURCE)
    limits = np.iinfo(kind)
    values = np.arange(limits.min, limits.max + 1, dtype=np.int32)
    largest = np.float32(limits.max)
    found = np.zeros(values.size, np.float32)
    kernel = Module.load(path, arch="gfx942", include=[COMPAT]).kernel("parts")
    kernel[values.size // 256, 256](values, largest, np.float32(1) / largest, found)
    wanted = np.maximum(values.astype(np.float32) / largest, np.float32(-1))
    np.testing.assert_array_equal(found, wanted)
