"""Integer divisions that C++ leaves undefined: no GPU stops at them, nor does the executor."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from porter.execute.cpu import Module

pytestmark = pytest.mark.toolchain

KERNELS = """
template <class T> __device__ void divide(const T *x, const T *d, T *q, T *r) {
  unsigned i = threadIdx.x;
  q[i] = x[i] / d[i];
  r[i] = x[i] % d[i];
}
#define DIVIDE(name, type) extern "C" __global__ void name(const type *x, const type *d, type *q, type *r) { divide(x, d, q, r); }
DIVIDE(int8, signed char)
DIVIDE(uint8, unsigned char)
DIVIDE(int16, short)
DIVIDE(uint16, unsigned short)
DIVIDE(int32, int)
DIVIDE(uint32, unsigned)
DIVIDE(int64, long long)
DIVIDE(uint64, unsigned long long)
"""  # noqa: E501
TYPES = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")


def divided(
    folder: Path, arch: str, type_: str, pairs: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return quotients and remainders as an architecture gives them."""
    is_cuda = arch.startswith("sm_")
    source = folder / ("divisions.cu" if is_cuda else "divisions.hip")
    source.write_text(KERNELS if is_cuda else "#include <hip/hip_runtime.h>\n" + KERNELS)
    x, d = (np.array(column, np.dtype(type_)) for column in zip(*pairs, strict=True))
    q, r = np.zeros_like(x), np.zeros_like(x)
    Module.load(source, arch=arch).kernel(type_)[1, len(pairs)](x, d, q, r)
    return list(zip(q.tolist(), r.tolist(), strict=True))


def values(type_: str) -> list[int]:
    """Return dividends: few of the small, and the ends of the type."""
    of = np.iinfo(type_)
    return [*(v for v in (0, 1, 2, 7, -1, -7) if v >= of.min), of.min, of.max, of.max - 1]


@pytest.mark.parametrize("type_", TYPES)
def test_by_zero_nvidias_gpus_give_ones(type_: str, tmp_path: Path) -> None:
    """As an H100 does; 64 bits whose upper half is 0 are divided as 32."""
    bits = np.iinfo(type_).bits
    wanted = [
        0xFFFFFFFF if bits == 64 and v >> 32 == 0 else -1 if type_[0] == "i" else (1 << bits) - 1
        for v in values(type_)
    ]
    found = divided(tmp_path, "sm_90", type_, [(v, 0) for v in values(type_)])
    assert found == [(one, one) for one in wanted]


def by_reciprocal(x: int, bits: int) -> int:
    """Return what LLVM's code for AMD's GPUs makes of x / 0, x at least 0."""
    if bits < 32:  # as floats: the infinity becomes the greatest integer
        return 0 if x == 0 else -1
    if bits == 64 and x >> 32:
        return (x * 0xFFFFFFFF00000000 >> 64) + 2
    return (x * 0xFFFFFFFF >> 32) + 2 & 0xFFFFFFFF


@pytest.mark.parametrize("arch", ["gfx942", "gfx1100"])
@pytest.mark.parametrize("type_", TYPES)
def test_by_zero_amds_gpus_leave_the_dividend(type_: str, arch: str, tmp_path: Path) -> None:
    bits = np.iinfo(type_).bits

    def quotient(x: int) -> int:
        if x >= 0:
            return by_reciprocal(x, bits)
        return 0 if bits < 32 else -by_reciprocal(-x, bits)

    found = divided(tmp_path, arch, type_, [(v, 0) for v in values(type_)])
    whole = np.dtype(type_)
    wanted = [(int(np.array(quotient(v)).astype(whole)), v) for v in values(type_)]
    assert found == wanted


@pytest.mark.parametrize("arch", ["sm_90", "gfx942", "gfx1100"])
@pytest.mark.parametrize("type_", ["int8", "int16", "int32", "int64"])
def test_the_least_number_by_minus_one_wraps_around(type_: str, arch: str, tmp_path: Path) -> None:
    least = int(np.iinfo(type_).min)
    found = divided(tmp_path, arch, type_, [(least, -1), (least + 1, -1), (7, -2), (-7, 2)])
    assert found == [(least, 0), (-least - 1, 0), (-3, 1), (-3, -1)]
