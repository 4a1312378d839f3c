"""`fp8_bits.hpp`: the same 8 bits by instructions for them, by AMD's own formats and by bits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from porter.execute.cpu import Module

pytestmark = pytest.mark.toolchain
COMPAT = Path(__file__).parents[2] / "porter" / "compat"
#: AMD's formats, none, OCP's by clang 19 and by a newer one.
ARCHS = ("gfx942", "gfx1100", "gfx950", "gfx1201")
SOURCE = """\
#include "fp8_bits.hpp"
extern "C" __global__ void narrow_each(float const* x, unsigned char* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[2 * i] = porter::ocp_fp8<3>::narrow(x[i]);
  out[2 * i + 1] = porter::ocp_fp8<2>::narrow(x[i]);
}
extern "C" __global__ void narrow_pairs(float2 const* x, unsigned short* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[2 * i] = porter::ocp_fp8<3>::narrow(x[i].x, x[i].y);
  out[2 * i + 1] = porter::ocp_fp8<2>::narrow(x[i].x, x[i].y);
}
extern "C" __global__ void narrow_unbounded(float const* x, unsigned char* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[2 * i] = porter::ocp_fp8<3>::narrow_unbounded(x[i]);
  out[2 * i + 1] = porter::ocp_fp8<2>::narrow_unbounded(x[i]);
}
extern "C" __global__ void widen_pairs(float2* out) {
  const int i = threadIdx.x;
  out[2 * i] = porter::ocp_fp8<3>::widen_pair(i << 8 | (255 - i));
  out[2 * i + 1] = porter::ocp_fp8<2>::widen_pair(i << 8 | (255 - i));
}
extern "C" __global__ void widen_each(float* floats, unsigned short* halves) {
  const int i = threadIdx.x;
  floats[2 * i] = porter::ocp_fp8<3>::widen(i);
  floats[2 * i + 1] = porter::ocp_fp8<2>::widen(i);
  halves[2 * i] = porter::ocp_fp8<3>::half_bits(i);
  halves[2 * i + 1] = porter::ocp_fp8<2>::half_bits(i);
}
"""
BIASES = {3: 7, 2: 15}
LARGEST = {3: 0x7E, 2: 0x7B}


@pytest.fixture(scope="module", params=ARCHS)
def module(request, tmp_path_factory) -> Module:
    path = tmp_path_factory.mktemp("fp8") / "kernels.hip"
    path.write_text(SOURCE)
    return Module.load(path, arch=request.param, include=[COMPAT])


def sizes(fraction_bits: int) -> np.ndarray:
    """Return the numbers of the codes 0 to 0x7F, were all of them finite."""
    codes = np.arange(0x80)
    exponents, fractions = codes >> fraction_bits, codes & ((1 << fraction_bits) - 1)
    steps = np.where(exponents > 0, fractions + (1 << fraction_bits), fractions)
    return np.ldexp(steps, np.maximum(exponents, 1) - BIASES[fraction_bits] - fraction_bits)


@pytest.fixture(scope="module")
def numbers() -> np.ndarray:
    """Return numbers, the middles between them, their neighbours and odd ones, of both signs."""
    found = [np.float32([0.0, np.inf, np.nan, 1e30, 1e-30, 1e-45, 3.4e38])]
    for fraction_bits in BIASES:
        values = sizes(fraction_bits)
        both = np.concatenate([values, (values[1:] + values[:-1]) / 2]).astype(np.float32)
        found += [both, np.nextafter(both, np.float32(0)), np.nextafter(both, np.float32(np.inf))]
    every = np.concatenate(found)
    every = np.concatenate([every, -every])
    return np.resize(every, -(-every.size // 512) * 512).astype(np.float32)


def nearest(x: np.ndarray, fraction_bits: int) -> np.ndarray:
    """Return the nearest number's code, the even one of two, the largest where it is too large."""
    values = sizes(fraction_bits)[: LARGEST[fraction_bits] + 1]
    size = np.minimum(np.abs(x.astype(np.float64)), values[-1])
    size[np.isnan(x)] = 0
    upper = np.clip(np.searchsorted(values, size), 1, len(values) - 1)
    below, above = size - values[upper - 1], values[upper] - size
    is_down = (below < above) | ((below == above) & (upper % 2 == 1))
    code = np.where(is_down, upper - 1, upper) | np.where(np.signbit(x), 0x80, 0)
    return np.where(np.isnan(x), 0x7F, code)


def test_each_number_becomes_the_nearest(module: Module, numbers: np.ndarray) -> None:
    out = np.zeros((numbers.size, 2), np.uint8)
    module.kernel("narrow_each")[numbers.size // 256, 256](numbers, out)
    for column, fraction_bits in enumerate((3, 2)):
        differs = out[:, column] != nearest(numbers, fraction_bits)
        assert numbers[differs].tolist() == []


def test_two_numbers_become_a_pair(module: Module, numbers: np.ndarray) -> None:
    pairs = np.stack([numbers, numbers[::-1]], axis=1)
    out = np.zeros((numbers.size, 2), np.uint16)
    module.kernel("narrow_pairs")[numbers.size // 256, 256](pairs, out)
    for column, fraction_bits in enumerate((3, 2)):
        low, high = (nearest(pairs[:, side].copy(), fraction_bits) for side in (0, 1))
        differs = out[:, column] != (low | high << 8)
        assert pairs[differs].tolist() == []


def test_what_is_too_large_is_infinity_or_nan(module: Module, numbers: np.ndarray) -> None:
    out = np.zeros((numbers.size, 2), np.uint8)
    module.kernel("narrow_unbounded")[numbers.size // 256, 256](numbers, out)
    for column, (fraction_bits, over) in enumerate(((3, 0x7F), (2, 0x7C))):
        values, largest = sizes(fraction_bits), LARGEST[fraction_bits]
        middle = (values[largest] + values[largest + 1]) / 2
        size = np.abs(numbers.astype(np.float64))
        is_over = size > middle if largest % 2 == 0 else size >= middle
        wanted = nearest(numbers, fraction_bits)
        wanted = np.where(is_over, np.where(np.signbit(numbers), 0x80, 0) | over, wanted)
        differs = out[:, column] != wanted
        assert numbers[differs].tolist() == []


def test_two_codes_become_two_numbers(module: Module) -> None:
    floats, halves = np.zeros((256, 2), np.float32), np.zeros((256, 2), np.uint16)
    pairs = np.zeros((256, 2, 2), np.float32)
    module.kernel("widen_each")[1, 256](floats, halves)
    module.kernel("widen_pairs")[1, 256](pairs)
    np.testing.assert_array_equal(pairs[:, :, 1], floats)
    np.testing.assert_array_equal(pairs[:, :, 0], floats[::-1])


def test_each_code_becomes_its_number(module: Module) -> None:
    floats, halves = np.zeros((256, 2), np.float32), np.zeros((256, 2), np.uint16)
    module.kernel("widen_each")[1, 256](floats, halves)
    for column, fraction_bits in enumerate((3, 2)):
        values = sizes(fraction_bits)
        values[LARGEST[fraction_bits] + 1 :] = np.nan
        if fraction_bits == 2:
            values[0x7C] = np.inf
        wanted = np.concatenate([values, -values]).astype(np.float32)
        np.testing.assert_array_equal(floats[:, column], wanted)
        assert (np.signbit(floats[:, column]) == np.signbit(wanted))[~np.isnan(wanted)].all()
        as_halves = halves[:, column].view(np.float16)
        np.testing.assert_array_equal(as_halves, wanted.astype(np.float16))
        assert set(halves[np.isnan(wanted), column].tolist()) == {0x7FFF}
