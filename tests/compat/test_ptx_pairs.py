"""Sinks, constants among registers, pairs of floats, mixed precision, ordered vectors in PTX."""

from __future__ import annotations

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain
LANES = np.arange(32)


def test_half_of_the_matrices_is_loaded(load_side, side) -> None:
    matrices = np.random.default_rng(1).integers(0, 2**16, (2, 4, 8, 8)).astype(np.uint16)
    out = np.zeros((2, 32, 4), np.uint32)
    load_side("ptx_sinks.cu", side).kernel("rows")[1, 64](matrices, out)
    for number in range(4):
        one = matrices[:, number] if number in (0, 2) else matrices[:, number].transpose(0, 2, 1)
        low = one[:, LANES // 4, LANES % 4 * 2].astype(np.uint32)
        high = one[:, LANES // 4, LANES % 4 * 2 + 1].astype(np.uint32)
        assert (out[:, :, number] == (low | high << 16)).all()


def test_one_column_of_a_product(load_side, side) -> None:
    fragments = np.random.default_rng(2).integers(-8, 8, (64, 4, 2)).astype(np.float16)
    out = np.zeros((2, 32, 2), np.float32)
    load_side("ptx_sinks.cu", side).kernel("sums")[1, 64](fragments, out)
    of_lane = fragments.astype(np.float32).reshape(2, 8, 4, 4, 2)
    # Registers 0 and 2 hold row lane / 4, 1 and 3 the row eight below; four lanes share a row.
    above = of_lane[:, :, :, [0, 2]].sum(axis=(2, 3, 4))
    below = of_lane[:, :, :, [1, 3]].sum(axis=(2, 3, 4))
    assert (out[:, :, 0] == np.repeat(above, 4, axis=1) + 1).all()
    assert (out[:, :, 1] == np.repeat(below, 4, axis=1) + 2).all()


def test_two_floats_in_a_register(load, arch) -> None:
    values = np.random.default_rng(3).normal(size=(32, 3, 2)).astype(np.float32)
    out = np.zeros((32, 4, 2), np.float32)
    load("ptx_pairs.cu", arch).kernel("pairs")[1, 32](values, out)
    a, b, c = values[:, 0], values[:, 1], values[:, 2]
    assert (out[:, 0] == a + b).all()
    assert (out[:, 1] == a - b).all()
    assert (out[:, 2] == a * b).all()
    fused = (a.astype(np.longdouble) * b + c).astype(np.float32)
    assert (out[:, 3] == fused).all()


def test_floats_and_halves_together(load, arch) -> None:
    random = np.random.default_rng(4)
    floats = random.normal(size=32).astype(np.float32)
    bits = random.normal(size=32).astype(np.float16).view(np.uint16)
    out = np.zeros((32, 4), np.float32)
    load("ptx_pairs.cu", arch).kernel("mixed")[1, 32](bits, floats, out)
    brain = (bits.astype(np.uint32) << 16).view(np.float32)
    assert (out[:, 0] == brain + floats).all()
    exact = bits.view(np.float16).astype(np.float64) - floats
    nearest = exact.astype(np.float32)
    away = np.abs(nearest.astype(np.float64)) > np.abs(exact)
    assert (out[:, 1] == np.where(away, np.nextafter(nearest, np.float32(0)), nearest)).all()
    assert (out[:, 2] == (brain.astype(np.longdouble) * brain + floats).astype(np.float32)).all()
    assert (out[:, 3] == 1).all()


def test_what_is_seen_behind_an_ordered_vector(load, arch) -> None:
    cell, out = np.zeros(4, np.uint32), np.zeros((128, 4), np.uint32)
    load("ptx_pairs.cu", arch).kernel("ordered")[1, 128](cell, out)
    assert (out == [1, 2, 3, 4]).all()
