"""Products beside those of an NVIDIA GPU: integers bit for bit, floats but for their sums."""

from __future__ import annotations

import numpy as np
import pytest

from tests.tensor_cores.fragments import FRAGMENTS, OTHERS, Wmma, read
from tests.tensor_cores.instructions import DENSE, FEW, Mma
from tests.tensor_cores.record import RECORDING, inputs, outputs, recorded
from tests.tensor_cores.rows import MOVES, Move

pytestmark = [
    pytest.mark.toolchain,
    pytest.mark.skipif(not RECORDING.is_file(), reason="nothing is recorded"),
]

#: What a sum may be off, as a share of the sum of its terms' magnitudes. Tensor cores cut terms to
#: the greatest one's exponent before they add; those of 8-bit floats keep 13 bits of fraction.
_ERROR = {"f16": 2.0**-10, "f32": 2.0**-20, "f64": 2.0**-50}


def _error(case: Mma) -> float:
    is_float8 = case.kinds[1] in ("e4m3", "e5m2")
    return max(_ERROR[case.kinds[0]], 2.0**-11 if is_float8 else 0.0)


@pytest.mark.parametrize("case", FEW, ids=lambda case: case.opcode)
def test_some_products_are_those_of_the_gpu(few_module, case: Mma) -> None:
    _same(few_module, case)


@pytest.mark.parametrize("case", DENSE, ids=lambda case: case.opcode)
def test_products_are_those_of_the_gpu(module, case: Mma) -> None:
    _same(module, case)


def _same(module, case: Mma) -> None:
    given = inputs(case)
    out = outputs(case)
    module.kernel(case.name)[1, 32 * len(out)](out, *given, 0)
    wanted = recorded()[case.name]
    if case.kinds[0] == "s32":
        assert (out == wanted).all()
        return
    a, b, c = (np.abs(case.gathered(1 + i, registers)) for i, registers in enumerate(given))
    difference = np.abs(case.gathered(0, out) - case.gathered(0, wanted))
    assert (difference <= _error(case) * (a @ b + c)).all()


def _matrices(case: Wmma, memory: list[np.ndarray]) -> list[np.ndarray]:
    """Return A, B and C of each warp as rows and columns."""
    return _by_rows(case, case.kinds, memory)


def _by_rows(case: Wmma, kinds: list[str], memory: list[np.ndarray]) -> list[np.ndarray]:
    numbers = (read(kind, each) for kind, each in zip(kinds, memory, strict=True))
    return [
        matrix if way == "row" else matrix.transpose(0, 2, 1)
        for way, matrix in zip(case.layouts, numbers, strict=True)
    ]


@pytest.mark.parametrize("case", MOVES, ids=lambda case: case.name)
def test_moves_are_those_of_the_gpu(rows_module, case: Move) -> None:
    given = inputs(case)[0]
    out = outputs(case)
    size = [] if case.size is None else [case.size]
    rows_module.kernel(case.kernel)[1, 32 * len(given)](given, out, *size)
    assert (out == recorded()[case.name]).all()


@pytest.mark.parametrize("case", [*FRAGMENTS, *OTHERS], ids=lambda case: case.name)
def test_wmma_gives_what_the_gpu_gives(wmma_module, case: Wmma) -> None:
    given = inputs(case)
    out = outputs(case)
    wmma_module.kernel(case.name)[1, 32 * len(out)](out, *given, 0)
    wanted = recorded()[case.name]
    if case.sum == "int":
        assert (out == wanted).all()
        return
    a, b, c = _matrices(case, given)
    kinds = [*case.kinds[:2], case.result]
    got, expected = (_by_rows(case, kinds, [*given[:2], each])[2] for each in (out, wanted))
    terms = case.product(np.abs(a), np.abs(b), np.abs(c))
    assert (np.abs(got - expected) <= _ERROR[case.result] * terms).all()
