"""Sparse products, beside those of an NVIDIA GPU."""

from __future__ import annotations

import numpy as np
import pytest

from tests.tensor_cores.record import RECORDING, inputs, outputs, recorded
from tests.tensor_cores.sparse import SPARSE, SparseMma

pytestmark = [
    pytest.mark.slow,
    pytest.mark.toolchain,
    pytest.mark.skipif(not RECORDING.is_file(), reason="nothing is recorded"),
]

#: What a sum of some tens of products of small numbers may be off. Tensor cores keep 13 bits of
#: fraction of products of 8-bit floats.
_ERROR = {"f16": 2.0**-9, "f32": 2.0**-19}
_ERROR_FLOAT8 = 2.0**-11


@pytest.mark.parametrize("case", SPARSE, ids=lambda case: case.name)
def test_products_are_those_of_the_gpu(sparse_module, case: SparseMma) -> None:
    out = outputs(case)
    sparse_module.kernel(case.name)[1, 32 * len(out)](out, *inputs(case))
    wanted = recorded()[case.name]
    if case.kinds[0] == "s32":
        assert (out == wanted).all()
        return
    error = _ERROR_FLOAT8 if case.kinds[1] in ("e4m3", "e5m2") else _ERROR[case.kinds[0]]
    got, wanted = case.gathered(0, out), case.gathered(0, wanted)
    assert (np.abs(got - wanted) <= error * np.abs(wanted).max()).all()
