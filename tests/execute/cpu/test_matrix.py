"""Matrix instructions against plain products, with the lane layouts that AMD's manuals give."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from porter.execute.cpu import KernelFault, Module

pytestmark = pytest.mark.toolchain

SOURCE = Path(__file__).parent / "kernels" / "matrix.hip"
Array = np.ndarray


def bfloat16(values: Array) -> Array:
    return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)


def fnuz(mantissa: int, bias: int) -> Callable[[Array], Array]:
    """Encode small numbers exactly by looking them up among all codes of the format."""
    codes = np.arange(128)
    exponent, fraction = codes >> mantissa, codes & ((1 << mantissa) - 1)
    normal = np.ldexp(1 + fraction / (1 << mantissa), exponent - bias)
    table = np.where(exponent, normal, np.ldexp(fraction / (1 << mantissa), 1 - bias))

    def encode(values: Array) -> Array:
        place = np.searchsorted(table, np.abs(values))
        assert (table[place] == np.abs(values)).all()
        return (place | np.where(values < 0, 0x80, 0)).astype(np.uint8)

    return encode


def plain(dtype: type) -> Callable[[Array], Array]:
    return lambda values: values.astype(dtype)


E4M3, E5M2 = fnuz(3, 8), fnuz(2, 16)


@dataclass(frozen=True)
class Mfma:
    """D = A B + C on `blocks` blocks: rows and columns, depth, how A, B and D are stored."""

    name: str
    size: int
    depth: int
    blocks: int
    a: Callable[[Array], Array]
    b: Callable[[Array], Array]
    d: type = np.float32


CDNA = [
    Mfma("f32_32x32x8f16", 32, 8, 1, plain(np.float16), plain(np.float16)),
    Mfma("f32_16x16x16f16", 16, 16, 1, plain(np.float16), plain(np.float16)),
    Mfma("f32_32x32x4f16", 32, 4, 2, plain(np.float16), plain(np.float16)),
    Mfma("f32_16x16x4f16", 16, 4, 4, plain(np.float16), plain(np.float16)),
    Mfma("f32_4x4x4f16", 4, 4, 16, plain(np.float16), plain(np.float16)),
    Mfma("f32_32x32x8bf16_1k", 32, 8, 1, bfloat16, bfloat16),
    Mfma("f32_16x16x16bf16_1k", 16, 16, 1, bfloat16, bfloat16),
    Mfma("f32_32x32x1f32", 32, 1, 2, plain(np.float32), plain(np.float32)),
    Mfma("f32_32x32x2f32", 32, 2, 1, plain(np.float32), plain(np.float32)),
    Mfma("f32_16x16x4f32", 16, 4, 1, plain(np.float32), plain(np.float32)),
    Mfma("f32_4x4x1f32", 4, 1, 16, plain(np.float32), plain(np.float32)),
    Mfma("f64_16x16x4f64", 16, 4, 1, plain(np.float64), plain(np.float64), np.float64),
    Mfma("i32_32x32x16_i8", 32, 16, 1, plain(np.int8), plain(np.int8), np.int32),
    Mfma("i32_16x16x32_i8", 16, 32, 1, plain(np.int8), plain(np.int8), np.int32),
    Mfma("f32_16x16x32_fp8_fp8", 16, 32, 1, E4M3, E4M3),
    Mfma("f32_32x32x16_bf8_fp8", 32, 16, 1, E5M2, E4M3),
]


def aligned(values: Array) -> Array:
    """Copy to memory aligned as vectors of up to 128 bytes must be."""
    memory = np.empty(values.nbytes + 128, np.uint8)
    start = -memory.ctypes.data % 128
    copy = memory[start : start + values.nbytes].view(values.dtype).reshape(values.shape)
    copy[...] = values
    return copy


def integers(seed: int, *shape: int) -> Array:
    """Small integers: every format holds them, and their sums, exactly."""
    return np.random.default_rng(seed).integers(-4, 5, shape)


def mfma_inputs(matrix: Array, blocks: int) -> Array:
    """Lay out A as [block, row, depth], or B as [block, column, depth]: [lane, element]."""
    edge, depth = matrix.shape[1:]
    if blocks > 1:  # lane: block, then row
        return matrix.reshape(64, depth)
    each = edge * depth // 64  # lane: group of depths, then row
    return matrix[0].reshape(edge, depth // each, each).transpose(1, 0, 2).reshape(64, each)


def mfma_outputs(matrix: Array, case: Mfma) -> Array:
    """Lay out C or D, [block, row, column], as [lane, element]."""
    if case.size == 4:  # lane: block, then column
        return matrix.transpose(0, 2, 1).reshape(64, 4)
    groups = 64 // case.size
    if case.d is np.float64:  # rows: element, then group
        parts = matrix.reshape(case.blocks, -1, groups, 1, case.size)
    else:  # rows: element / 4, then group, then four
        parts = matrix.reshape(case.blocks, -1, groups, 4, case.size)
    return parts.transpose(2, 4, 0, 1, 3).reshape(64, -1)


@pytest.mark.parametrize("case", CDNA, ids=lambda case: case.name)
def test_cdna(case: Mfma) -> None:
    a = integers(1, case.blocks, case.size, case.depth)
    b = integers(2, case.blocks, case.size, case.depth)
    c = integers(3, case.blocks, case.size, case.size)
    left = aligned(case.a(mfma_inputs(a, case.blocks)))
    right = aligned(case.b(mfma_inputs(b, case.blocks)))
    out = aligned(mfma_outputs(c, case).astype(case.d))
    Module.load(SOURCE, arch="gfx942").kernel(case.name)[1, 64](left, right, out)
    expected = mfma_outputs(a @ b.transpose(0, 2, 1) + c, case)
    assert (out == expected).all()


def wmma_outputs(matrix: Array) -> Array:
    """[row, column] as [lane, element]: rows are element, then half of the wave."""
    return matrix.reshape(8, 2, 16).transpose(1, 2, 0).reshape(32, 8)


@pytest.mark.parametrize(
    ("name", "store"),
    [("f32_16x16x16_f16", plain(np.float16)), ("f32_16x16x16_bf16", bfloat16)],
)
def test_rdna_floats(name: str, store: Callable[[Array], Array]) -> None:
    a, b, c = (integers(seed, 16, 16) for seed in (1, 2, 3))
    left, right = (aligned(store(np.vstack([m, m]))) for m in (a, b))
    out = aligned(wmma_outputs(c).astype(np.float32))
    Module.load(SOURCE, arch="gfx1100").kernel(name)[1, 32](left, right, out)
    assert (out == wmma_outputs(a @ b.T + c)).all()


def test_rdna_halves_in_the_upper_halves_of_registers() -> None:
    a, b, c = (integers(seed, 16, 16) for seed in (1, 2, 3))
    left, right = (aligned(np.vstack([m, m]).astype(np.float16)) for m in (a, b))
    out = aligned(np.full((32, 16), 99, np.float16))
    out[:, 1::2] = wmma_outputs(c)
    Module.load(SOURCE, arch="gfx1100").kernel("f16_16x16x16_f16")[1, 32](left, right, out)
    assert (out[:, 1::2] == wmma_outputs(a @ b.T + c)).all()
    assert (out[:, ::2] == 99).all()


def test_rdna_integers() -> None:
    module = Module.load(SOURCE, arch="gfx1100")
    a = integers(1, 16, 16)
    b = np.random.default_rng(2).integers(0, 256, (16, 16))  # unsigned
    c = integers(3, 16, 16)
    left = aligned(np.vstack([a, a]).astype(np.int8))
    right = aligned(np.vstack([b, b]).astype(np.uint8))
    out = aligned(wmma_outputs(c).astype(np.int32))
    module.kernel("i32_16x16x16_iu8")[1, 32](left, right, out)
    assert (out == wmma_outputs(a @ b.T + c)).all()

    b = integers(4, 16, 16)
    left, right = (
        aligned(((m[:, ::2] & 15) | (m[:, 1::2] & 15) << 4).astype(np.uint8))
        for m in (np.vstack([a, a]), np.vstack([b, b]))
    )
    c[0, 0] = 2**31 - 1
    out = aligned(wmma_outputs(c).astype(np.int32))
    module.kernel("i32_16x16x16_iu4")[1, 32](left, right, out)
    assert (out == wmma_outputs(np.minimum(a @ b.T + c, 2**31 - 1))).all()


def test_a_wave_that_is_not_whole_is_a_fault() -> None:
    kernel = Module.load(SOURCE, arch="gfx942").kernel("half_a_wave")
    with pytest.raises(KernelFault, match="matrix instruction with lanes switched off"):
        kernel[1, 64](np.zeros(64, np.float32))
