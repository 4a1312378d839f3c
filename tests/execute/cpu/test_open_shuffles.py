"""Long shuffles that leave elements open keep those that are asked for."""

from __future__ import annotations

import numpy as np
import pytest

from porter.execute.cpu import Module

pytestmark = pytest.mark.toolchain
_LANES, _LENGTH, _FROM = 64, 32, 16


def _source(first: int, count: int) -> str:
    """Return a kernel that puts `count` of 16 bytes into places of 32, and leaves the rest open."""
    wanted = range(first, first + count)
    mask = ", ".join(str(one) if one in wanted else "-1" for one in range(_LENGTH))
    return f"""
#include <hip/hip_runtime.h>
typedef unsigned Words __attribute__((ext_vector_type(4)));
typedef unsigned char Half __attribute__((ext_vector_type({_FROM})));
typedef unsigned char Whole __attribute__((ext_vector_type({_LENGTH})));
extern "C" __global__ void widen(const volatile unsigned *words, Whole *out) {{
  unsigned lane = threadIdx.x;
  Words all = {{words[lane], words[64 + lane], words[128 + lane], words[192 + lane]}};
  Half bytes = __builtin_bit_cast(Half, all);
  out[lane] = __builtin_shufflevector(bytes, bytes, {mask});
}}
"""


@pytest.mark.parametrize(("first", "count"), [(13, 3), (4, 4), (9, 3), (0, 16)])
def test_a_few_bytes_in_their_places(first: int, count: int) -> None:
    words = np.random.default_rng(1).integers(0, 1 << 32, (4, _LANES), np.uint32)
    out = np.zeros((_LANES, _LENGTH), np.uint8)
    Module.load(_source(first, count), arch="gfx942").kernel("widen")[1, _LANES](words, out)
    given = np.ascontiguousarray(words.T).view(np.uint8)
    asked = slice(first, first + count)
    np.testing.assert_array_equal(out[:, asked], given[:, asked])
