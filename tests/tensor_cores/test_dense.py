"""`mma.sync` of every shape and type, with the lane layouts that the PTX ISA documents."""

from __future__ import annotations

import numpy as np
import pytest

from tests.tensor_cores import formats
from tests.tensor_cores.instructions import DENSE, Mma

pytestmark = pytest.mark.toolchain


def _matrices(case: Mma, warps: int) -> list[np.ndarray]:
    rng = np.random.default_rng(len(case.opcode))
    _, a, b, c = case.fragments()
    left, right = (
        formats.numbers(kind, rng, (warps, case.blocks, *size)) for kind, _, size in (a, b)
    )
    total = formats.numbers("f16", rng, (warps, case.blocks, *c[2]))
    if c[0] == "s32":
        total *= 2**29 - 1
    return [left, right, total]


def _run(module, case: Mma, matrices: list[np.ndarray], *, odd: bool = False) -> np.ndarray:
    fragments = [case.spread(1 + i, matrix) for i, matrix in enumerate(matrices)]
    warps = len(matrices[0])
    kind = case.kinds[0]
    words = np.uint64 if kind == "f64" else np.uint32
    out = np.zeros((warps, 32, case.registers()[0]), words)
    module.kernel(case.name)[1, 32 * warps](out, *fragments, int(odd))
    return out


@pytest.mark.parametrize("case", DENSE, ids=lambda case: case.opcode)
def test_product_of_several_warps(module, case: Mma) -> None:
    matrices = _matrices(case, warps=3)  # the last wave of 64 lanes is half empty
    got = case.gathered(0, _run(module, case, matrices))
    assert (got == case.product(*matrices)).all()


@pytest.mark.parametrize("case", DENSE[::7], ids=lambda case: case.opcode)
def test_only_every_other_warp_multiplies(module, case: Mma) -> None:
    matrices = _matrices(case, warps=4)
    out = _run(module, case, matrices, odd=True)
    got = case.gathered(0, out)
    assert (got[1::2] == case.product(*matrices)[1::2]).all()
    assert not out[::2].any()


@pytest.mark.slow
@pytest.mark.parametrize("case", DENSE, ids=lambda case: case.opcode)
def test_warps_that_always_go_together(whole_waves, case: Mma) -> None:
    matrices = _matrices(case, warps=4)
    got = case.gathered(0, _run(whole_waves["mma"], case, matrices))
    assert (got == case.product(*matrices)).all()
