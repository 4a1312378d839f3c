"""CUDA's warp functions wait for the lanes that their mask names, whichever way those came."""

from __future__ import annotations

import numpy as np
import pytest

from porter.execute.cpu import Module

pytestmark = pytest.mark.toolchain

SOURCE = """
extern "C" __global__ void after_a_part(unsigned *out) {
  const unsigned lane = threadIdx.x, mask = __ballot_sync(~0u, lane & 1);
  if (lane & 1) out[lane] = __shfl_sync(mask, lane, 5);
  __shfl_sync(~0u, lane, 5);  // nobody reads what it gives
  out[32 + lane] = __shfl_sync(~0u, 10 * lane, 5);
}

extern "C" __global__ void turns_of_two_loops(unsigned *out, int turns) {
  const unsigned lane = threadIdx.x;
  unsigned sum = 0;
  if (lane & 1) {
    for (int i = 0; i < turns; i++) if (i % 4 != 3) sum += __shfl_xor_sync(~0u, lane, 1);
  } else {
    for (int i = 0; i < turns; i++) if (i % 4 != 3) sum += 100 * __shfl_xor_sync(~0u, lane, 1);
  }
  out[lane] = sum;
}
"""


@pytest.fixture(scope="module")
def module() -> Module:
    return Module.load(SOURCE, arch="sm_80")


def test_a_mask_holds_for_answers_that_nobody_reads(module: Module) -> None:
    out = np.zeros((2, 32), np.uint32)
    module.kernel("after_a_part")[1, 32](out)
    assert out[0].tolist() == [0, 5] * 16
    assert out[1].tolist() == [50] * 32


def test_lanes_meet_in_each_turn_of_loops_on_both_ways(module: Module) -> None:
    out = np.zeros(32, np.uint32)
    module.kernel("turns_of_two_loops")[1, 32](out, np.int32(7))
    lane = np.arange(32)
    assert (out == 6 * (lane ^ 1) * np.where(lane & 1, 1, 100)).all()
