"""`nvcuda::wmma` of every shape, type and layout."""

from __future__ import annotations

import numpy as np
import pytest

from tests.tensor_cores import formats
from tests.tensor_cores.fragments import FRAGMENTS, OTHERS, REST, Wmma, read, stored, word

pytestmark = pytest.mark.toolchain


def _stored(kind: str, matrices: np.ndarray, layout: str) -> np.ndarray:
    return stored(kind, matrices if layout == "row" else matrices.transpose(0, 2, 1))


def _run(module, case: Wmma, warps: int, *, odd: bool = False) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(5)
    m, n, k = case.shape
    factor, _, start = case.kinds
    a = formats.numbers(factor, rng, (warps, m, k)) // 2
    b = formats.numbers(factor, rng, (warps, k, n))
    c = formats.numbers("f16", rng, (warps, m, n))
    if case.saturates:
        c += rng.choice([-1, 1], c.shape) * (2.0**31 - 100)
    a_way, b_way, d_way = case.layouts
    memory = [_stored(factor, a, a_way), _stored(factor, b, b_way), _stored(start, c, d_way)]
    out = np.zeros(memory[2].shape, word(case.result))
    module.kernel(case.name)[1, 32 * warps](out, *memory, int(odd))
    got = read(case.result, out)
    return (got if d_way == "row" else got.transpose(0, 2, 1)), case.product(a, b, c)


@pytest.mark.parametrize("case", FRAGMENTS, ids=lambda case: case.name)
def test_product_of_several_warps(wmma_module, case: Wmma) -> None:
    got, wanted = _run(wmma_module, case, warps=3)  # the last wave of 64 lanes is half empty
    assert (got == wanted).all()


@pytest.mark.slow
@pytest.mark.parametrize("case", REST, ids=lambda case: case.name)
def test_product_of_every_other_layout(rest_module, case: Wmma) -> None:
    got, wanted = _run(rest_module, case, warps=3)
    assert (got == wanted).all()


@pytest.mark.parametrize("case", OTHERS, ids=lambda case: case.name)
def test_sums_that_stop_at_the_ends_or_change_their_type(wmma_module, case: Wmma) -> None:
    got, wanted = _run(wmma_module, case, warps=3)
    assert (got == wanted).all()
    if case.saturates:
        ends = {2.0**31 - 1, *([-(2.0**31)] if case.factor == "signed char" else [])}
        assert ends <= set(wanted.flat)


@pytest.mark.parametrize("case", FRAGMENTS[::5], ids=lambda case: case.name)
def test_only_every_other_warp_multiplies(wmma_module, case: Wmma) -> None:
    got, wanted = _run(wmma_module, case, warps=4, odd=True)
    assert (got[1::2] == wanted[1::2]).all()
    assert not got[::2].any()


@pytest.mark.slow
@pytest.mark.parametrize("case", FRAGMENTS, ids=lambda case: case.name)
def test_warps_that_always_go_together(whole_waves, case: Wmma) -> None:
    got, wanted = _run(whole_waves["wmma"], case, warps=4)
    assert (got == wanted).all()
