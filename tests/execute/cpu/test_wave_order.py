"""Waves in both orders: a race that one of them hides shows in the other."""

from __future__ import annotations

import os

import numpy as np
import pytest

from porter.execute.cpu import Module
from porter.execute.cpu.wave_order import environment, wave_order

#: The second use of `kept` overwrites what the first one's reader needs: a barrier is missing.
RACE = """
extern "C" __global__ void race(int *out) {
    __shared__ int kept[4];
    int wave = threadIdx.x / warpSize;
    if (threadIdx.x % warpSize == 0) kept[wave] = 1;
    __syncthreads();
    if (threadIdx.x == 0) *out = kept[0] + kept[1];
    if (threadIdx.x % warpSize == 0) kept[wave] = 10;
    __syncthreads();
}
"""


def test_the_variable_is_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PORTER_CPU_WAVES", raising=False)
    with wave_order(backward=True):
        assert dict(os.environ).items() >= environment(backward=True).items()
        with wave_order(backward=False):
            assert os.environ["PORTER_CPU_WAVES"] == "forward"
        assert os.environ["PORTER_CPU_WAVES"] == "backward"
    assert "PORTER_CPU_WAVES" not in os.environ
    assert environment(backward=False) == {}


@pytest.mark.toolchain
def test_a_race_shows_in_one_order(arch: str) -> None:
    module = Module.load(RACE, arch=arch)
    found: list[int] = []
    for backward in (False, True):
        out = np.zeros(1, np.int32)
        with wave_order(backward=backward):
            module.kernel("race")[1, 2 * module.wave_size](out)
        found += out.tolist()
    assert found == [2, 11]
