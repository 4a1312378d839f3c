"""`porter widen`, with compiler and executor: what is kept, what is not, and the sync after."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group

pytestmark = pytest.mark.toolchain

SOURCE = """\
#include <cuda_runtime.h>

constexpr int kThreads = 128;
constexpr int kWarps = kThreads / 32;

// Sums of blocks: the same whoever adds first, since the values are integers.
__global__ void block_sums(const int *input, int count, int *sums) {
  __shared__ int per_warp[kWarps];
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int value = i < count ? input[i] : 0;
  for (int distance = 1; distance < 32; distance *= 2) {
    const int below = __shfl_up_sync(0xffffffff, value, distance);
    if (lane >= distance) value += below;
  }
  if (lane == 31) per_warp[warp] = value;
  __syncthreads();
  if (threadIdx.x == 0) {
    int total = 0;
    for (int w = 0; w < kWarps; ++w) total += per_warp[w];
    sums[blockIdx.x] = total;
  }
}

// How many lanes of the warp are positive: each thread sees its warp's size.
__global__ void positive_neighbours(const int *input, int *output) {
  const unsigned positive = __ballot_sync(0xffffffff, input[threadIdx.x] > 0);
  output[threadIdx.x] = __popc(positive);
}

__global__ void first_of_row(const int *input, int *output) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  output[row] = __shfl_sync(0xffffffff, input[threadIdx.x], 0);
}

void launch(const int *input, int count, int *output) {
  block_sums<<<(count + kThreads - 1) / kThreads, kThreads>>>(input, count, output);
  positive_neighbours<<<1, 64>>>(input, output);
  first_of_row<<<1, 64>>>(input, output);
}
"""
SETTINGS = """\
[[project]]
upstream = "sums"
port = "ported"

[[project.verify.kernels]]
source = "sums.cu"
kernel = "block_sums"
grid = "(count + 127) / 128"
block = 128
each = { count = [1, 63, 64, 65, 300] }
arguments = [
    { name = "input", dtype = "int32", shape = "count", low = -9, high = 9 },
    { name = "count", dtype = "int32", value = "count" },
    { name = "sums", dtype = "int32", shape = "(count + 127) / 128", role = "out" },
]

[[project.verify.kernels]]
source = "sums.cu"
kernel = "positive_neighbours"
block = 64
arguments = [
    { name = "input", dtype = "int32", shape = 64, low = -9, high = 9 },
    { name = "output", dtype = "int32", shape = 64, role = "out" },
]
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "sums").mkdir()
    (tmp_path / "sums" / "sums.cu").write_text(SOURCE)
    (tmp_path / "porter.toml").write_text(SETTINGS)
    monkeypatch.chdir(tmp_path)
    assert porter("sync")[0] == 0
    return tmp_path


def porter(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(group, list(words))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout


WIDEN = ("widen", "--ref", "cuda:cpu", "--arch", "gfx942,gfx1100")


@pytest.mark.slow
def test_what_is_the_same_and_faster_is_kept_and_sync_keeps_it(place: Path) -> None:
    port = place / "ported" / "sums.cu"
    before = port.read_bytes()
    status, text = porter(*WIDEN, "sums", "--dry-run", "--json")
    assert status == 0
    found = {one["kernel"]: one for one in json.loads(text)}
    assert {name: one["answer"] for name, one in found.items()} == {
        "block_sums": "kept",
        "positive_neighbours": "differs",
        "first_of_row": "refused",
    }
    kept = found["block_sums"]
    assert kept["compared"] == 10  # five sizes, on a wavefront of 64 and on one of 32
    assert kept["now"]["gfx942"]["cycles"] < 0.8 * kept["before"]["gfx942"]["cycles"]
    assert kept["now"]["gfx942"]["lds"] < kept["before"]["gfx942"]["lds"]
    assert kept["now"]["gfx1100"]["lds"] == kept["before"]["gfx1100"]["lds"]
    assert "[gfx942]" in found["positive_neighbours"]["why"]
    assert "numbers the grid's warps of 32 threads" in found["first_of_row"]["why"]
    assert port.read_bytes() == before and not (place / "ported/porter_compat/wave.hpp").exists()

    status, text = porter(*WIDEN, "sums:block_sums")
    assert status == 0, text
    assert "sums.cu:9 block_sums: kept (same in 10 comparisons)" in text
    wide = port.read_text()
    assert "kWarps = kThreads / porter::wave::size" in wide
    assert "value = porter::wave::inclusive_sum(value);" in wide
    assert "porter::ballot_sync(0xffffffff, input[threadIdx.x] > 0)" in wide

    (place / "sums" / "sums.cu").write_text(SOURCE.replace("void launch", "void start"))
    assert porter("sync")[0] == 0
    assert "porter::wave::inclusive_sum(value)" in port.read_text()
    assert "void start(" in port.read_text()
    assert (place / "ported/porter_compat/wave.hpp").exists()
    assert porter("check")[0] == 0
    assert "porter::wave::inclusive_sum" in porter("edits", "sums")[1]
    assert porter("verify", "--ref", "cuda:cpu", "-k", "block_sums")[0] == 0


def test_a_named_kernel_that_is_not_kept_is_a_failure(place: Path) -> None:
    status, text = porter(*WIDEN, "sums:first_of_row")
    assert status == 1 and "first_of_row: refused" in text
    status, text = porter(*WIDEN, "sums:nothing")
    assert status == 1 and "no such kernel" in text


@pytest.mark.slow
def test_a_port_that_differs_is_not_widened(place: Path) -> None:
    port = place / "ported" / "sums.cu"
    port.write_text(port.read_text().replace("sums[blockIdx.x] = total", "sums[blockIdx.x] = 0"))
    status, text = porter(*WIDEN, "sums:block_sums")
    assert status == 1 and "the port as it is differs from CUDA's side" in text


@pytest.mark.slow
def test_a_port_that_cannot_be_compared_says_why(place: Path) -> None:
    port = place / "ported" / "sums.cu"
    port.write_text(port.read_text().replace("sums[blockIdx.x] = total", "sums[missing] = total"))
    status, text = porter(*WIDEN, "sums:block_sums")
    assert status == 1
    assert (
        "the port as it is could not be compared: sums.cu:block_sums[" in text
        and "differs" not in text
    )


def test_a_native_port_is_refused(place: Path) -> None:
    settings = SETTINGS.replace('port = "ported"\n', 'port = "ported"\nwarp = "native"\n')
    (place / "porter.toml").write_text(settings)
    assert porter(*WIDEN, "sums")[0] == 2


BY_LUCK = """\
#include <cuda_runtime.h>
#include <cstdio>
constexpr int kPlaces = 8;

// The number of warps stands as a constant of its own: 64 lanes write four of the places, and the
// others hold zeros, or what a kernel left there before.
__global__ void sum(const int *in, int *out) {
  __shared__ int sums[kPlaces];
  int v = in[blockIdx.x * 256 + threadIdx.x];
  for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
  if ((threadIdx.x & 31) == 0) sums[threadIdx.x >> 5] = v;
  __syncthreads();
  if (threadIdx.x == 0) {
    int s = 0;
    for (int w = 0; w < kPlaces; w++) s += sums[w];
    out[blockIdx.x] = s;
  }
}
int main() {
  int h[1024], *d, *e;
  for (int i = 0; i < 1024; i++) h[i] = i * 37 % 101 - 120;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&e, 16);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  sum<<<4, 256>>>(d, e);
  cudaMemcpy(h, e, 16, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 4; i++) printf("%d\\n", h[i]);
}
"""


@pytest.mark.slow
def test_what_is_right_by_luck_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sums").mkdir()
    (tmp_path / "sums" / "sums.cu").write_text(BY_LUCK)
    (tmp_path / "porter.toml").write_text('[[project]]\nupstream = "sums"\nport = "ported"\n')
    monkeypatch.chdir(tmp_path)
    assert porter("sync")[0] == 0
    before = (tmp_path / "ported" / "sums.cu").read_bytes()
    command = [sys.executable, "-P", "-m", "porter", *WIDEN, "sums", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=900)
    (found,) = json.loads(done.stdout)
    assert found["answer"] == "differs"
    assert found["why"].startswith("sums.cu:17: 4 bytes, never written")
    assert (tmp_path / "ported" / "sums.cu").read_bytes() == before
