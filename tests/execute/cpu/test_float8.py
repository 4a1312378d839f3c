"""Eight-bit floating point: OCP's formats by types and by instructions, stochastic rounding."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from porter.execute.cpu import Module

pytestmark = pytest.mark.toolchain

SOURCE = Path(__file__).parent / "kernels" / "float8.hip"


def nearest(values: np.ndarray, mantissa_bits: int, least: int) -> np.ndarray:
    """Round to a format whose smallest exponent is `least`; ties to even."""
    exponent = np.maximum(np.frexp(np.abs(values))[1] - 1, least)
    step = np.ldexp(1.0, exponent - mantissa_bits)
    return np.rint(values / step) * step


@pytest.mark.parametrize(
    ("arch", "name"),
    [("gfx1100", "types"), ("gfx942", "instructions"), ("gfx1100", "instructions")],
)
def test_ocp(arch: str, name: str) -> None:
    random = np.random.default_rng(4)
    x = random.uniform(1, 2, 1024).astype(np.float32) * random.choice([-1, 1], 1024)
    x = np.ldexp(x, random.integers(-14, 8, 1024)).astype(np.float32)
    e4m3, e5m2 = np.zeros((2, 1024), np.float32)
    Module.load(SOURCE, arch=arch).kernel(name)[4, 256](x, e4m3, e5m2)
    assert (e4m3 == nearest(x, 3, -6)).all()
    assert (e5m2 == nearest(x, 2, -14)).all()


def test_what_ocp_cannot_hold() -> None:
    x = np.array([449, 465, 1e30, np.inf, np.nan, -0.0, 57344, 61440], np.float32)
    e4m3, e5m2 = np.zeros((2, 8), np.float32)
    Module.load(SOURCE).kernel("instructions")[1, 8](x, e4m3, e5m2)
    assert e4m3[0] == 448 and np.isnan(e4m3[[1, 2, 3, 4, 6, 7]]).all()
    assert np.isinf(e5m2[[2, 3, 7]]).all() and np.isnan(e5m2[4]) and e5m2[6] == 57344
    assert e4m3[5] == e5m2[5] == 0 and np.signbit(e4m3[5]) and np.signbit(e5m2[5])


def test_stochastic_rounding() -> None:
    count = 4096
    seeds = np.arange(count, dtype=np.uint32) << 20  # spread over all seeds
    x = np.full(count, 1.03125, np.float32)  # a quarter of fp8's step, an eighth of bf8's
    fp8, bf8 = np.zeros((2, count), np.uint32)
    Module.load(SOURCE).kernel("stochastic")[16, 256](x, seeds, fp8, bf8)
    assert set(fp8) == {0x11403344, 0x11413344}  # 1.0 and the next, in byte 2 of the old word
    assert set(bf8) == {0x11223340, 0x11223341}
    assert abs(np.mean(fp8 == 0x11413344) - 1 / 4) < 0.001
    assert abs(np.mean(bf8 == 0x11223341) - 1 / 8) < 0.001
