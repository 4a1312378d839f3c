"""A port compiles as CUDA by the headers made for it, and computes what it did."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute import cpu
from porter.execute.nvidia.headers import write_headers
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

PROGRAM = """\
#include <cstdio>
#include <cuda_fp16.h>
#include <cub/block/block_reduce.cuh>

__constant__ float factor[1];

__global__ void sums(const float* in, float* out, unsigned* votes) {
  using Reduce = cub::BlockReduce<float, 64>;
  __shared__ typename Reduce::TempStorage storage;
  const float mine = __half2float(__float2half(in[threadIdx.x])) * factor[0];
  const float of_warp = __shfl_xor_sync(0xffffffffu, mine, 1);
  const unsigned ballot = __ballot_sync(0xffffffffu, mine > of_warp);
  const float total = Reduce(storage).Sum(mine);
  if (threadIdx.x == 0) {
    *out = total;
    *votes = ballot;
  }
}

int main() {
  float host[64], *in, *out, sum = 0, two = 2;
  unsigned *votes, seen = 0;
  for (int i = 0; i < 64; ++i) host[i] = i;
  float* pinned;
  if (cudaMallocHost(&pinned, sizeof(host)) != cudaSuccess) return 2;
  cudaMalloc(&in, sizeof(host));
  cudaMalloc(&out, sizeof(sum));
  cudaMalloc(&votes, sizeof(seen));
  cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(factor, &two, sizeof(two));
  sums<<<1, 64>>>(in, out, votes);
  cudaMemcpy(&sum, out, sizeof(sum), cudaMemcpyDeviceToHost);
  if (cudaMemcpy(&seen, votes, sizeof(seen), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  std::printf("%g %08x\\n", sum, seen);
}
"""


def _port(tmp_path: Path) -> Path:
    (tmp_path / "up").mkdir()
    (tmp_path / "up" / "sums.cu").write_text(PROGRAM)
    write_port([tmp_path / "up"], Options(), Destination(OutputMode.OUT, tmp_path / "port"))
    return tmp_path / "port"


def test_every_header_of_hip_stands_for_cudas(tmp_path: Path) -> None:
    headers = write_headers(_port(tmp_path), tmp_path / "headers")
    base = (headers / "porter_nvidia/base.h").read_text()
    assert "#define hipMalloc cudaMalloc\n" in base
    assert "#define hipStream_t cudaStream_t\n" in base  # not the driver's CUstream
    assert "#define __half" not in base  # CUDA's own name
    assert "<cublas_v2.h>" in (headers / "hipblas/hipblas.h").read_text()
    assert "hipblasSgemm cublasSgemm\n" in (headers / "porter_nvidia/cublas.h").read_text()
    assert "<c10/cuda/CUDAGuard.h>" in (headers / "c10/hip/HIPGuard.h").read_text()
    support = (headers / "porter_nvidia/porter.h").read_text()
    assert "::__shfl_xor_sync(" in support
    assert "::__dp4a(" not in support  # the port does not ask for it


@pytest.mark.slow
@pytest.mark.toolchain
def test_a_port_runs_as_cuda(tmp_path: Path) -> None:
    from porter.toolchain.discovery import find

    if not find().cuda_include_dirs:
        pytest.skip("needs porter toolchain install cuda-headers")
    port = _port(tmp_path)
    assert "hipMalloc" in (port / "sums.cu").read_text()
    headers = write_headers(port, tmp_path / "headers")
    program = cpu.build(port / "sums.cu", arch="sm_80", flags=[f"-I{headers}"])
    assert program.run().stdout == "4032 aaaaaaaa\n"
    hip = cpu.build(port / "sums.cu", arch="gfx942")
    assert hip.run().stdout == "4032 aaaaaaaa\n"
