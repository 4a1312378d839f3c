"""Waves in both orders: a race that one of them hides shows in the other."""

from __future__ import annotations

import os

import numpy as np
import pytest

from porter.execute.cpu import Module
from porter.execute.cpu.wave_order import LANES_BACKWARD, environment, wave_order

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


#: Each lane reads what its neighbour left, as in lockstep, and writes there without waiting.
STEPS = """
extern "C" __global__ void steps(int *out) {
    __shared__ int kept[32];
    int t = threadIdx.x;
    kept[t] = t;
    __syncthreads();
    kept[t] = kept[(t + 1) % 32];
    __syncthreads();
    out[t] = kept[t];
}
"""


@pytest.mark.toolchain
def test_code_that_counts_on_lockstep_shows_in_one_order_of_lanes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = Module.load(STEPS, arch="sm_80")
    found: list[list[int]] = []
    for order in ("forward", "backward"):
        monkeypatch.setenv(LANES_BACKWARD[0][0], order)
        out = np.zeros(32, np.int32)
        module.kernel("steps")[1, 32](out)
        found.append(out.tolist())
    assert found[0] == [*range(1, 32), 1]
    assert found[1] == [0] * 32
