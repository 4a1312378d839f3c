"""Lanes of a wavefront in lockstep wait for each other where ways join."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from porter.execute.cpu import Module, build

pytestmark = pytest.mark.toolchain

#: A warp of 32 waits for a flag that the next one sets behind the place where they meet again.
AROUND = """
#include <hip/hip_runtime.h>
extern "C" __global__ void around(volatile int *flag, volatile int *here) {
  if (threadIdx.x < 32) while (flag[0] == 0) {}
  here[threadIdx.x] = 1;
  if (threadIdx.x == 32) flag[0] = 1;
}
int main() {
  int *words;
  (void)hipMallocManaged(&words, 4 * 128);
  around<<<1, 64>>>(words, words + 64);
  return hipDeviceSynchronize() != hipSuccess || words[64 + 63] != 1;
}
"""
#: One warp of 32 leaves the loop a turn before the other, and writes what that one reads.
UNEVEN = """
extern "C" __global__ void uneven(int *out) {
  __shared__ volatile int s[64];
  const int t = threadIdx.x, warp = t / 32;
  s[t] = t;
  int got = -1;
  for (int i = 0; i < 2 + warp; ++i) { __syncthreads(); got = s[t ^ 32]; }
  if (warp == 0) { s[t] = 100 + t; __syncthreads(); }
  out[t] = got;
}
"""
#: The first lane writes where the second has read, without a barrier: rocPRIM's block scans do.
BROADCAST = """
extern "C" __global__ void broadcast(int *out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = t + 1;
  __syncthreads();
  int before = 0;
  if (t > 0) before = s[t - 1];
  if (t == 0) s[0] = 1000;
  __syncthreads();
  out[t] = before + s[0];
}
"""
#: The same where a function reads, which stays one.
APART = """
__device__ __attribute__((noinline)) int before(const int *s, int t) {
  return t > 0 ? s[t - 1] : 0;
}
extern "C" __global__ void broadcast(int *out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = t + 1;
  __syncthreads();
  const int got = before(s, t);
  if (t == 0) s[0] = 1000;
  __syncthreads();
  out[t] = got + s[0];
}
"""
#: rocPRIM's scan of two wavefronts, whose prefix is written where the second item reads its own.
SCANNED = """
#include <hipcub/hipcub.hpp>
struct Pair { float scale, shift; };
struct Then {
  __device__ Pair operator()(const Pair &a, const Pair &b) const {
    return {b.scale * a.scale, b.scale * a.shift + b.shift};
  }
};
struct Start {
  Pair running;
  __device__ Pair operator()(Pair all) {
    const Pair before = running;
    running = Then()(running, all);
    return before;
  }
};
extern "C" __global__ void scanned(const float *in, float *out) {
  using Scan = hipcub::BlockScan<Pair, 64, hipcub::BLOCK_SCAN_RAKING>;
  __shared__ typename Scan::TempStorage held;
  Pair mine[2];
  for (int i = 0; i < 2; ++i) mine[i] = {0.5f, in[threadIdx.x * 2 + i]};
  Start start{{1.0f, 0.0f}};
  Scan(held).InclusiveScan(mine, mine, Then(), start);
  for (int i = 0; i < 2; ++i) out[threadIdx.x * 2 + i] = mine[i].shift;
}
"""
#: Two lanes add to what all have read: no other may come between a sum and its store.
ADDED = """
extern "C" __global__ void added(int *out) {
  __shared__ int sum;
  const int t = threadIdx.x;
  if (t == 0) sum = 0;
  __syncthreads();
  const int before = sum;
  if (t % 32 == 1) atomicAdd(&sum, t);
  __syncthreads();
  out[t] = sum;
  out[64 + t] = before;
}
"""
#: One turn of a loop of barriers for each number that all lanes share.
EVEN = """
extern "C" __global__ void even(int *out, int turns) {
  __shared__ int s[64];
  int sum = 0;
  for (int i = 0; i < turns; ++i) {
    s[threadIdx.x] = i + threadIdx.x;
    __syncthreads();
    sum += s[threadIdx.x ^ 33];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
"""


@pytest.mark.parametrize(("arch", "hangs"), [("gfx1100", False), ("gfx942", True)])
def test_lanes_that_go_around_a_loop_wait_where_the_ways_join(
    arch: str, hangs: bool, tmp_path: Path
) -> None:
    source = tmp_path / "around.hip"
    source.write_text(AROUND)
    done = build(source, arch=arch).run(env={**os.environ, "PORTER_CPU_SPIN_SECONDS": "1"})
    assert ("waited 1 s for memory" in done.stderr) == hangs
    assert (done.returncode != 0) == hangs


@pytest.mark.parametrize(("arch", "first"), [("sm_80", 100), ("gfx1100", 100), ("gfx942", 0)])
def test_a_wavefront_stays_in_a_loop_until_its_last_lane_has_left(arch: str, first: int) -> None:
    out = np.zeros(64, np.int32)
    Module.load(UNEVEN, arch=arch).kernel("uneven")[1, 64](out)
    assert out[32:].tolist() == list(range(first, first + 32))


@pytest.mark.parametrize("arch", ["gfx1100", "gfx942"])
@pytest.mark.parametrize("source", [BROADCAST, APART], ids=["inline", "apart"])
def test_a_lane_writes_when_the_others_have_read(arch: str, source: str) -> None:
    out = np.zeros(32, np.int32)
    Module.load(source, arch=arch).kernel("broadcast")[1, 32](out)
    assert out.tolist() == [1000 + t for t in range(32)]


@pytest.mark.parametrize("flags", [(), ("-fgpu-flush-denormals-to-zero",)], ids=["", "flushed"])
def test_scans_of_two_wavefronts_do_not_lose_the_first_prefix(flags: tuple[str, ...]) -> None:
    numbers = np.arange(1, 129, dtype=np.float32)
    out = np.zeros(128, np.float32)
    Module.load(SCANNED, arch="gfx1100", flags=flags).kernel("scanned")[1, 64](numbers, out)
    want = np.zeros(128)
    for place, number in enumerate(numbers):
        want[place] = (want[place - 1] if place else 0) / 2 + number
    np.testing.assert_allclose(out, want, rtol=1e-6)


@pytest.mark.parametrize("arch", ["gfx1100", "gfx942"])
def test_loops_of_barriers_that_all_leave_together(arch: str) -> None:
    out = np.zeros(64, np.int32)
    Module.load(EVEN, arch=arch).kernel("even")[1, 64](out, np.int32(3))
    assert out.tolist() == [3 + 3 * (t ^ 33) for t in range(64)]


@pytest.mark.parametrize("arch", ["gfx1100", "gfx942"])
def test_no_lane_comes_between_the_parts_of_an_atomic_update(arch: str) -> None:
    out = np.zeros(128, np.int32)
    Module.load(ADDED, arch=arch).kernel("added")[1, 64](out)
    assert out[:64].tolist() == [34] * 64
