"""What gfx950 alone has: blocks that share a scale, larger products, rows that change places."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from porter.execute.cpu import Module
from tests.execute.cpu.matrix_layouts import (
    Array,
    Mfma,
    aligned,
    integers,
    mfma_inputs,
    mfma_outputs,
    plain,
)

pytestmark = pytest.mark.toolchain

SOURCE = Path(__file__).parent / "kernels" / "gfx950.hip"
#: Bits of exponent and mantissa, and bias, by the number that the instruction has for the format.
FORMATS = [(4, 3, 7), (5, 2, 15), (2, 3, 1), (3, 2, 3), (2, 1, 1)]
BLOCK = 32


@pytest.fixture(scope="module")
def module() -> Module:
    return Module.load(SOURCE, arch="gfx950")


def numbers(codes: Array, kind: int) -> Array:
    """What codes of a format stand for."""
    exponent_bits, mantissa_bits, bias = FORMATS[kind]
    exponent = codes >> mantissa_bits & ((1 << exponent_bits) - 1)
    fraction = (codes & ((1 << mantissa_bits) - 1)) / (1 << mantissa_bits)
    magnitude = np.ldexp(fraction + (exponent > 0), np.maximum(exponent, 1) - bias)
    return np.where(codes >> (exponent_bits + mantissa_bits), -magnitude, magnitude)


def random_codes(random: np.random.Generator, kind: int, *shape: int) -> Array:
    """Any codes but NaN and infinity, which the formats of eight bits have."""
    exponent_bits, mantissa_bits, _ = FORMATS[kind]
    codes = random.integers(0, 1 << (1 + exponent_bits + mantissa_bits), shape)
    top = (1 << exponent_bits) - 1
    is_top = (codes >> mantissa_bits & top) == top
    return np.where(is_top & (kind < 2), codes & ~(1 << mantissa_bits), codes)


def lanes_of(codes: Array, kind: int) -> Array:
    """Rows of codes as 64 lanes hold them in 32 bytes, from the lowest bit on."""
    edge, depth = codes.shape
    groups = 64 // edge
    if kind < 2:  # two runs of 16, those of the other lanes between them
        held = codes.reshape(edge, 2, groups, 16).transpose(2, 0, 1, 3)
    else:
        held = codes.reshape(edge, groups, depth // groups).transpose(1, 0, 2)
    width = 1 + sum(FORMATS[kind][:2])
    bits = held.reshape(64, BLOCK, 1) >> np.arange(width) & 1
    packed = np.packbits(bits.reshape(64, -1).astype(np.uint8), axis=1, bitorder="little")
    return np.pad(packed, ((0, 0), (0, 32 - packed.shape[1])), constant_values=0xEE)


def scales_of(exponents: Array, byte: int) -> Array:
    """A block's exponent lies in the lane with its number; the word's other bytes are noise."""
    words = np.full(64, 0x5A5A5A5A, np.uint32) & ~np.uint32(255 << 8 * byte)
    placed = exponents.T.reshape(64).astype(np.uint32) << 8 * byte
    return aligned((words | placed).astype(np.uint32))


@pytest.mark.parametrize("kinds", list(product(range(5), repeat=2)), ids=str)
@pytest.mark.parametrize(("edge", "depth", "bytes_"), [(16, 128, (0, 0)), (32, 64, (3, 2))])
def test_blocks_of_32_share_a_scale(
    module: Module, edge: int, depth: int, bytes_: tuple[int, int], kinds: tuple[int, int]
) -> None:
    random = np.random.default_rng(edge)
    codes = [random_codes(random, kind, edge, depth) for kind in kinds]
    scales = [random.integers(110, 145, (edge, depth // BLOCK)) for _ in kinds]
    a, b = (
        numbers(code, kind) * np.exp2(scale - 127.0).repeat(BLOCK, 1)
        for code, kind, scale in zip(codes, kinds, scales, strict=True)
    )
    c = random.normal(size=(1, edge, edge)).astype(np.float32)
    case = Mfma("", edge, depth, 1, plain(np.uint8), plain(np.uint8))
    left, right = (aligned(lanes_of(code, kind)) for code, kind in zip(codes, kinds, strict=True))
    sums = aligned(mfma_outputs(c, case).astype(np.float32))
    kernel = module.kernel(f"scaled_{edge}_{kinds[0]}_{kinds[1]}")
    kernel[1, 64](left, right, sums, *map(scales_of, scales, bytes_))
    expected = mfma_outputs((a @ b.T)[None] + c, case)
    size = mfma_outputs((abs(a) @ abs(b).T)[None] + abs(c), case)
    assert (abs(sums - expected) <= 1e-6 * size).all()


def test_scales_may_be_left_out(module: Module) -> None:
    random = np.random.default_rng(1)
    codes = [random_codes(random, 4, 16, 128) for _ in range(2)]
    case = Mfma("", 16, 128, 1, plain(np.uint8), plain(np.uint8))
    out = aligned(np.zeros((64, 4), np.float32))
    module.kernel("without_scales")[1, 64](*(aligned(lanes_of(c, 4)) for c in codes), out)
    a, b = (numbers(code, 4) for code in codes)
    assert (out == mfma_outputs((a @ b.T)[None], case)).all()


def test_a_scale_that_is_no_number(module: Module) -> None:
    ones = aligned(lanes_of(np.full((16, 128), 2), 4))
    exponents = np.full((16, 4), 127)
    exponents[3, 2] = 255
    sums = aligned(np.zeros((64, 4), np.float32))
    module.kernel("scaled_16_4_4")[1, 64](
        ones, ones, sums, scales_of(exponents, 0), scales_of(np.full((16, 4), 127), 0)
    )
    case = Mfma("", 16, 128, 1, plain(np.uint8), plain(np.uint8))
    expected = np.full((1, 16, 16), 128.0)
    expected[0, 3] = np.nan
    np.testing.assert_array_equal(sums, mfma_outputs(expected, case))


@pytest.mark.parametrize("case", [
    Mfma("f32_16x16x32_f16", 16, 32, 1, plain(np.float16), plain(np.float16)),
    Mfma("i32_32x32x32_i8", 32, 32, 1, plain(np.int8), plain(np.int8), np.int32),
], ids=lambda case: case.name)  # fmt: skip
def test_twice_the_depth_of_gfx942(module: Module, case: Mfma) -> None:
    a, b = (integers(seed, 1, case.size, case.depth) for seed in (1, 2))
    c = integers(3, 1, case.size, case.size)
    left, right = aligned(case.a(mfma_inputs(a, 1))), aligned(case.b(mfma_inputs(b, 1)))
    out = aligned(mfma_outputs(c, case).astype(case.d))
    module.kernel(case.name)[1, 64](left, right, out)
    assert (out == mfma_outputs(a @ b.transpose(0, 2, 1) + c, case)).all()


@pytest.mark.parametrize("distance", [16, 32])
def test_rows_change_places(module: Module, distance: int) -> None:
    first, second = np.arange(64, dtype=np.uint32), np.arange(100, 164, dtype=np.uint32)
    lanes = np.arange(64)
    is_upper = (lanes & distance) > 0
    swapped = np.where(is_upper, second[lanes ^ distance], first)
    kept = np.where(is_upper, second, first[lanes ^ distance])
    module.kernel("swapped")[1, 64](first, second, np.int32(distance))
    assert (first == swapped).all()
    assert (second == kept).all()
