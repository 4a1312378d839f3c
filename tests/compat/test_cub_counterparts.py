"""What hipCUB lacks of CUB: devices, and the inner dispatch of its algorithms."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute import cpu
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

pytestmark = pytest.mark.toolchain

PROGRAM = """
#include <cub/cub.cuh>
#include <cub/device/dispatch/dispatch_scan.cuh>
#include <cuda_runtime.h>
#include <thrust/system/cuda/error.h>
#include <thrust/system_error.h>
#include <cstdint>
#include <cstdio>

constexpr int n = 1000;
struct Add { __host__ __device__ int operator()(int a, int b) const { return a + b; } };
__global__ void nothing() {}

// A call for the size of the memory, and one with it.
template <typename Call>
void twice(Call call) {
  void *temporary = nullptr;
  std::size_t bytes = 0;
  call(temporary, bytes);
  cudaMalloc(&temporary, bytes);
  call(temporary, bytes);
  cudaDeviceSynchronize();
  cudaFree(temporary);
}

template <bool DESCENDING>
void sort(int *in, int *out) {
  cub::DoubleBuffer<int> keys(in, out);
  cub::DoubleBuffer<cub::NullType> values;
  twice([&](void *temporary, std::size_t &bytes) {
    cub::DispatchRadixSort<DESCENDING, int, cub::NullType, std::int64_t>::Dispatch(
        temporary, bytes, keys, values, n, 0, 32, false, 0);
  });
  std::printf("%d %d %d\\n", keys.Current()[0], keys.Current()[n - 1], keys.Current() == out);
}

int main() {
  int *in, *out, *places, *moved, *offsets;
  for (int **each : {&in, &out, &places, &moved, &offsets}) cudaMallocManaged(each, n * 4);
  for (int i = 0; i < n; ++i) in[i] = i * 7919 % 1009, places[i] = i;
  sort<false>(in, out);
  sort<true>(in, out);
  const int starts[] = {0, 100, 400, 401, 1000};
  for (int i = 0; i < 5; ++i) offsets[i] = starts[i];
  cub::DoubleBuffer<int> keys(in, out), values(places, moved);
  twice([&](void *temporary, std::size_t &bytes) {
    cub::DispatchSegmentedRadixSort<false, int, int, const int *, const int *, int>::Dispatch(
        temporary, bytes, keys, values, n, 4, offsets, offsets + 1, 0, 32, false, 0);
  });
  int wrong = keys.Current() != out;
  for (int i = 0; i < n; ++i) {
    const int part = i < 100 ? 0 : i < 400 ? 1 : i < 401 ? 2 : 3;
    const int from = values.Current()[i];
    wrong += in[from] != out[i] || from < starts[part] || from >= starts[part + 1];
    wrong += i + 1 < starts[part + 1] && out[i] > out[i + 1];
  }
  std::printf("%d\\n", wrong);
  twice([&](void *temporary, std::size_t &bytes) {
    cub::DispatchScan<int *, int *, Add, cub::NullType, std::uint64_t>::Dispatch(
        temporary, bytes, in, out, Add(), cub::NullType(), n, 0);
  });
  std::printf("%d %d\\n", out[1], out[n - 1]);
  twice([&](void *temporary, std::size_t &bytes) {
    cub::DispatchReduce<int *, int *, std::uint64_t, Add, int>::Dispatch(
        temporary, bytes, in, out, n, Add(), 5, 0);
  });
  int blocks = 0;
  CubDebug(cub::MaxSmOccupancy(blocks, nothing, 64));
  cub::SwitchDevice same(0);
  std::printf("%d %d %d %d\\n", out[0], cub::CurrentDevice(), cub::DeviceCount(), blocks > 0);
  try {
    throw thrust::system_error(cudaErrorInvalidValue, thrust::cuda_category());
  } catch (thrust::system_error const &error) {
    std::printf("%d\\n", error.code().value() == cudaErrorInvalidValue);
  }
}
"""


def test_scans_and_sorts_by_their_inner_dispatch(tmp_path: Path) -> None:
    upstream, port = tmp_path / "cuda", tmp_path / "hip"
    upstream.mkdir()
    (upstream / "sort.cu").write_text(PROGRAM)
    result = write_port([upstream], Options(), Destination(OutputMode.OUT, port))
    assert not any(one.finding.severity == "error" for _, one in result.findings)
    run = cpu.build(port / "sort.cu", arch="gfx942").run(timeout=60)
    first = [i * 7919 % 1009 for i in range(1000)]
    total = sum(first)
    expected = (
        f"0 {max(first)} 1\n{max(first)} 0 1\n0\n{sum(first[:2])} {total}\n{total + 5} 0 1 1\n1\n"
    )
    assert (run.returncode, run.stdout) == (0, expected), run.stderr
