"""`ptx_float.hpp`: rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 (PTX ISA 9.7.3)."""

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain
RANDOM = np.random.default_rng(1)
NUMBERS = np.concatenate([
    np.ldexp(RANDOM.uniform(1, 2, 50), RANDOM.integers(-900, 900, 50)),
    [1.0, 2.0, 4.0, 0.0, -0.0, np.inf, -np.inf, np.nan, 1e-310, -1e-310, -3.0, 1e308, 0.25, 9.0],
])  # fmt: skip


def test_upper_halves_of_reciprocals_and_roots(load, arch) -> None:
    out = np.zeros((64, 2))
    load("double_approximations.cu", arch).kernel("approximate")[1, 64](NUMBERS, out)
    with np.errstate(all="ignore"):
        flushed = np.where(np.abs(NUMBERS) < 2.0**-1022, np.copysign(0.0, NUMBERS), NUMBERS)
        exact = np.stack([1 / flushed, 1 / np.sqrt(flushed)], axis=1)
    exact[np.abs(exact) < 2.0**-1022] *= 0
    assert np.array_equal(np.isnan(out), np.isnan(exact))
    np.testing.assert_allclose(out, exact, rtol=2.0**-19)
    assert np.array_equal(np.signbit(out[~np.isnan(out)]), np.signbit(exact[~np.isnan(out)]))
    assert not (out[np.isfinite(out)].view(np.uint64) & 0xFFFFFFFF).any()
