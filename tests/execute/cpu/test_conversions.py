"""Numbers that do not fit the integer they are converted to, as each vendor's GPUs convert them."""

from __future__ import annotations

import numpy as np
import pytest

from porter.execute.cpu import Module

pytestmark = pytest.mark.toolchain

SOURCE = """
extern "C" __global__ void k(unsigned long long *out, float f, double d) {
  out[0] = (unsigned char)f;
  out[1] = (unsigned short)f;
  out[2] = (signed char)f;
  out[3] = (unsigned char)d;
  out[4] = (unsigned)f;
  out[5] = (long long)f;
  out[6] = (unsigned long long)f;
  out[7] = (long long)d;
  out[8] = (unsigned long long)d;
  out[9] = (int)d;
}
"""
LEAST, MOST = 0x80000000, 0x7FFFFFFF
WIDE_LEAST, WIDE_MOST = LEAST << 32, (1 << 63) - 1
ALL = (1 << 64) - 1
NEGATIVE, FAR, NAN = -5.0, 1e20, float("nan")
HIGH, REST = 0xFFFFFFFF << 32, 10**20 % (1 << 32)
#: What PTX ISA says of "cvt", by the number that is converted.
NVIDIA = {
    NEGATIVE: [0, 0, ALL - 4, 0, 0, ALL - 4, 0, ALL - 4, 0, ALL - 4],
    FAR: [255, 65535, ALL, 255, 0xFFFFFFFF, WIDE_MOST, ALL, WIDE_MOST, ALL, MOST],
    NAN: [0, 0, 0, 0, 0, WIDE_LEAST, WIDE_LEAST, WIDE_LEAST, WIDE_LEAST, ALL - MOST],
}
#: What the instructions of gfx942 and gfx1100 give that LLVM writes for each.
AMD = {
    NEGATIVE: [251, 0, ALL - 4, 251, 0, ALL - 4, 0xFFFFFFFF, ALL - 4, 0xFFFFFFFB, ALL - 4],
    FAR: [255, 65535, ALL, 255, 0xFFFFFFFF, HIGH, HIGH, MOST << 32 | REST, HIGH | REST, MOST],
    NAN: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
}


@pytest.mark.parametrize("number", [NEGATIVE, FAR, NAN])
@pytest.mark.parametrize("arch", ["sm_80", "gfx942", "gfx1100"])
def test_what_does_not_fit_is_converted_as_on_the_gpu(arch: str, number: float) -> None:
    out = np.zeros(10, np.uint64)
    Module.load(SOURCE, arch=arch).kernel("k")[1, 1](out, np.float32(number), number)
    expected = (NVIDIA if arch == "sm_80" else AMD)[number]
    assert [hex(one) for one in out.tolist()] == [hex(one) for one in expected]


INTEGERS = """
extern "C" __global__ void k(float *single, double *wide, long long i, unsigned long long u) {
  single[0] = __ll2float_rd(i);
  single[1] = __ll2float_ru(i);
  single[2] = __ll2float_rz(i);
  single[3] = __ull2float_ru(u);
  wide[0] = __ll2double_rd(i);
  wide[1] = __ll2double_ru(i);
  wide[2] = __ll2double_rz(i);
  wide[3] = __ull2double_rd(u);
}
"""


def test_integers_of_64_bits_are_rounded_as_asked() -> None:
    single, wide = np.zeros(4, np.float32), np.zeros(4)
    kernel = Module.load(INTEGERS, arch="sm_80").kernel("k")
    kernel[1, 1](single, wide, np.int64(-(2**62) - 1), np.uint64(2**64 - 1))
    below, least = -np.float32(2**62), -np.float64(2**62)
    assert single.tolist() == [np.nextafter(below, -np.inf), below, below, np.float32(2**64)]
    assert wide.tolist() == [np.nextafter(least, -np.inf), least, least, 2.0**64 - 2**11]
