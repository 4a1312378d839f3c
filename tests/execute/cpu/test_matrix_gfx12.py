"""Matrix instructions of RDNA 4, whose halves of a wave share the depth of A and B."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from porter.execute.cpu import Module
from tests.execute.cpu.matrix_layouts import (
    OCP_E4M3,
    OCP_E5M2,
    SOURCE,
    Array,
    Sparse,
    aligned,
    bfloat16,
    integers,
    plain,
    split_inputs,
    split_outputs,
)

pytestmark = pytest.mark.toolchain


@pytest.fixture(scope="module")
def module() -> Module:
    return Module.load(SOURCE, arch="gfx1201")


@pytest.mark.parametrize(
    ("name", "left", "right", "out"),
    [
        ("f32_16x16x16_f16", plain(np.float16), plain(np.float16), plain(np.float32)),
        ("f32_16x16x16_bf16", bfloat16, bfloat16, plain(np.float32)),
        ("f16_16x16x16_f16", plain(np.float16), plain(np.float16), plain(np.float16)),
        ("bf16_16x16x16_bf16", bfloat16, bfloat16, bfloat16),
        ("i32_16x16x16_iu8", plain(np.int8), plain(np.int8), plain(np.int32)),
        ("f32_16x16x16_fp8_bf8", OCP_E4M3, OCP_E5M2, plain(np.float32)),
    ],
)
def test_dense(
    module: Module,
    name: str,
    left: Callable[[Array], Array],
    right: Callable[[Array], Array],
    out: Callable[[Array], Array],
) -> None:
    a, b, c = (integers(seed, 16, 16) // 2 for seed in (1, 2, 3))
    x, y = aligned(left(split_inputs(a))), aligned(right(split_inputs(b)))
    sums = aligned(out(split_outputs(c)))
    module.kernel(name)[1, 32](x, y, sums)
    assert (sums == out(split_outputs(a @ b.T + c))).all()


def nibbles(matrix: Array) -> Array:
    return ((matrix[:, ::2] & 15) | (matrix[:, 1::2] & 15) << 4).astype(np.uint8)


@pytest.mark.parametrize("depth", [16, 32])
def test_four_bits(module: Module, depth: int) -> None:
    a, b, c = integers(1, 16, depth), integers(2, 16, depth), integers(3, 16, 16)
    x, y = (aligned(nibbles(split_inputs(m))) for m in (a, b))
    sums = aligned(split_outputs(c).astype(np.int32))
    module.kernel(f"i32_16x16x{depth}_iu4")[1, 32](x, y, sums)
    assert (sums == split_outputs(a @ b.T + c)).all()


@pytest.mark.parametrize(
    ("name", "left", "right", "out"),
    [
        ("sparse_f32_f16", plain(np.float16), plain(np.float16), plain(np.float32)),
        ("sparse_bf16_bf16", bfloat16, bfloat16, bfloat16),
        ("sparse_i32_iu8", plain(np.int8), plain(np.int8), plain(np.int32)),
        ("sparse_f32_bf8_fp8", OCP_E5M2, OCP_E4M3, plain(np.float32)),
    ],
)
def test_sparse(
    module: Module,
    name: str,
    left: Callable[[Array], Array],
    right: Callable[[Array], Array],
    out: Callable[[Array], Array],
) -> None:
    a, b, c = Sparse.random(1, 16, 32), integers(2, 16, 32), integers(3, 16, 16)
    x, y = aligned(left(a.lanes(a.kept, 32))), aligned(right(split_inputs(b)))
    sums = aligned(out(split_outputs(c)))
    module.kernel(name)[1, 32](x, y, sums, a.index(32))
    assert (sums == out(split_outputs(a.dense @ b.T + c))).all()
