"""Matrix instructions against plain products, with the lane layouts that AMD's manuals give."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from porter.execute.cpu import KernelFault, Module
from tests.execute.cpu.matrix_layouts import (
    E4M3,
    E5M2,
    SOURCE,
    Array,
    Mfma,
    aligned,
    bfloat16,
    integers,
    mfma_inputs,
    mfma_outputs,
    plain,
    wmma_outputs,
)

pytestmark = pytest.mark.toolchain

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
    Mfma("f64_4x4x4f64", 4, 4, 4, plain(np.float64), plain(np.float64), np.float64),
    Mfma("f32_16x16x8_xf32", 16, 8, 1, plain(np.float32), plain(np.float32)),
    Mfma("f32_32x32x4_xf32", 32, 4, 1, plain(np.float32), plain(np.float32)),
    Mfma("i32_32x32x16_i8", 32, 16, 1, plain(np.int8), plain(np.int8), np.int32),
    Mfma("i32_16x16x32_i8", 16, 32, 1, plain(np.int8), plain(np.int8), np.int32),
    Mfma("f32_16x16x32_fp8_fp8", 16, 32, 1, E4M3, E4M3),
    Mfma("f32_32x32x16_bf8_fp8", 32, 16, 1, E5M2, E4M3),
]


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


def test_reduced_precision_rounds_to_ten_bits() -> None:
    case = Mfma("f32_16x16x8_xf32", 16, 8, 1, plain(np.float32), plain(np.float32))
    a, b, c = np.zeros((1, 16, 8)), np.zeros((1, 16, 8)), np.zeros((1, 16, 16))
    a[0, :, 0] = 1 + np.arange(16) * 2.0**-12  # ties at 2^-11, to even
    b[0, :, 0] = 1
    left, right = (aligned(mfma_inputs(m, 1).astype(np.float32)) for m in (a, b))
    out = aligned(mfma_outputs(c, case).astype(np.float32))
    Module.load(SOURCE, arch="gfx942").kernel(case.name)[1, 64](left, right, out)
    rounded = np.rint(a[0, :, :1] * 1024) / 1024
    assert (out == mfma_outputs(np.broadcast_to(rounded, (1, 16, 16)), case)).all()


@pytest.mark.parametrize(
    ("name", "size", "blocks", "shared", "block", "group"),
    [
        ("broadcast_4x4", 4, 16, 4, 1, lambda lane: lane),
        ("broadcast_32x32", 32, 2, 2, 1, lambda lane: lane),
        ("rotated", 4, 16, 1, 0, lambda lane: (lane + 16) % 64),
        ("third_group", 4, 16, 1, 0, lambda lane: lane % 16 + 32),
        ("upper_half", 32, 2, 1, 0, lambda lane: lane % 32 + 32),
    ],
)
def test_blocks_and_lanes_that_are_broadcast(
    name: str, size: int, blocks: int, shared: int, block: int, group: Callable[[Array], Array]
) -> None:
    case = Mfma(name, size, 1, blocks, plain(np.float32), plain(np.float32))
    a, b, c = (integers(seed, blocks, size, width) for seed, width in ((1, 1), (2, 1), (3, size)))
    left = aligned(mfma_inputs(a, blocks).astype(np.float32))
    right = aligned(mfma_inputs(b, blocks).astype(np.float32))
    out = aligned(mfma_outputs(c, case).astype(np.float32))
    Module.load(SOURCE, arch="gfx942").kernel(name)[1, 64](left, right, out)
    used = a[np.arange(blocks) // shared * shared + block]
    taken = b.reshape(64, 1)[group(np.arange(64))].reshape(b.shape)
    assert (out == mfma_outputs(used @ taken.transpose(0, 2, 1) + c, case)).all()


def test_doubles_are_negated() -> None:
    case = Mfma("f64_negated", 16, 4, 1, plain(np.float64), plain(np.float64), np.float64)
    a, b, c = integers(1, 1, 16, 4), integers(2, 1, 16, 4), integers(3, 1, 16, 16)
    left, right = (aligned(mfma_inputs(m, 1).astype(np.float64)) for m in (a, b))
    out = aligned(mfma_outputs(c, case).astype(np.float64))
    Module.load(SOURCE, arch="gfx942").kernel(case.name)[1, 64](left, right, out)
    assert (out == mfma_outputs(-a @ b.transpose(0, 2, 1) - c, case)).all()


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
