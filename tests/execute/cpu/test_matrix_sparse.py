"""CDNA's sparse matrix instructions: of every four elements in a row of A two are there."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from porter.execute.cpu import Module
from tests.execute.cpu.matrix_layouts import (
    E4M3,
    E5M2,
    SOURCE,
    Array,
    Mfma,
    Sparse,
    aligned,
    bfloat16,
    integers,
    mfma_inputs,
    mfma_outputs,
    plain,
)

pytestmark = pytest.mark.toolchain

CASES = [
    Mfma("f32_16x16x32_f16", 16, 32, 1, plain(np.float16), plain(np.float16)),
    Mfma("f32_32x32x16_f16", 32, 16, 1, plain(np.float16), plain(np.float16)),
    Mfma("f32_16x16x32_bf16", 16, 32, 1, bfloat16, bfloat16),
    Mfma("f32_32x32x16_bf16", 32, 16, 1, bfloat16, bfloat16),
    Mfma("i32_16x16x64_i8", 16, 64, 1, plain(np.int8), plain(np.int8), np.int32),
    Mfma("i32_32x32x32_i8", 32, 32, 1, plain(np.int8), plain(np.int8), np.int32),
    Mfma("f32_16x16x64_fp8_bf8", 16, 64, 1, E4M3, E5M2),
    Mfma("f32_32x32x32_bf8_fp8", 32, 32, 1, E5M2, E4M3),
]


def run(case: Mfma, kernel: str, index: Callable[[Sparse], Array]) -> None:
    """Run `kernel` with a random sparse A and compare."""
    a, b = Sparse.random(1, case.size, case.depth), integers(2, 1, case.size, case.depth)
    c = integers(3, 1, case.size, case.size)
    left, right = aligned(case.a(a.lanes(a.kept, 64))), aligned(case.b(mfma_inputs(b, 1)))
    out = aligned(mfma_outputs(c, case).astype(case.d))
    Module.load(SOURCE, arch="gfx942").kernel(kernel)[1, 64](left, right, out, index(a))
    assert (out == mfma_outputs(a.dense[None] @ b.transpose(0, 2, 1) + c, case)).all()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_products(case: Mfma) -> None:
    run(case, f"sparse_{case.name}", lambda a: a.index(64))


@pytest.mark.parametrize(
    ("case", "kernel", "first_bit"),
    [(CASES[0], "third_set_of_four", 16), (CASES[4], "second_set_of_two", 16),
     (CASES[0], "first_set_when_told", 0)],
)  # fmt: skip
def test_sets_of_indices(case: Mfma, kernel: str, first_bit: int) -> None:
    run(case, kernel, lambda a: a.index(64, first_bit))
