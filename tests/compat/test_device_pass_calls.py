"""Macros and functions of the device's pass in host functions: both sides give the same numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute import cpu
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

pytestmark = pytest.mark.toolchain

PROGRAM = """
#include <cuda_runtime.h>
#include <cstdio>
#if __CUDA_ARCH__ < 320
#define ROTR32(x, n) (((x) >> (n)) | ((x) << (32 - (n))))
#else
#define ROTR32(x, n) __funnelshift_r((x), (x), (n))
#endif
#ifdef __CUDA_ARCH__
__device__ unsigned swab(unsigned x) { return __byte_perm(x, 0, 0x0123); }
#define LOW(x) __byte_perm((x), 0, 0x4410)
#else
#define swab(x) (((x) << 24) | (((x) << 8) & 0xff0000u) | (((x) >> 8) & 0xff00u) | ((x) >> 24))
#define LOW(x) ((x) & 0xffffu)
#endif
static unsigned of_host(unsigned x) { return ROTR32(x, 7) + swab(x) * LOW(x); }
__global__ void of_device(unsigned *x) { *x = ROTR32(*x, 7) + swab(*x) * LOW(*x); }
int main() {
  unsigned *x, given = 0x12345678, there;
  cudaMalloc(&x, sizeof given);
  cudaMemcpy(x, &given, sizeof given, cudaMemcpyHostToDevice);
  of_device<<<1, 1>>>(x);
  cudaMemcpy(&there, x, sizeof there, cudaMemcpyDeviceToHost);
  std::printf("%x %x\\n", of_host(given), there);
}
"""


def test_host_and_device_give_the_same(tmp_path: Path) -> None:
    upstream, port = tmp_path / "cuda", tmp_path / "hip"
    upstream.mkdir()
    (upstream / "turn.cu").write_text(PROGRAM)
    result = write_port([upstream], Options(), Destination(OutputMode.OUT, port))
    assert not any(one.finding.severity == "error" for _, one in result.findings)
    run = cpu.build(port / "turn.cu", arch="gfx942").run(timeout=60)
    x = 0x12345678
    turned = (x >> 7) | (x << 25 & 0xFFFFFFFF)
    swapped = int.from_bytes(x.to_bytes(4, "little"), "big")
    expected = f"{(turned + swapped * (x & 0xFFFF)) & 0xFFFFFFFF:x}"
    assert (run.returncode, run.stdout) == (0, f"{expected} {expected}\n"), run.stderr
