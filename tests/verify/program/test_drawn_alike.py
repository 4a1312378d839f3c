"""Programs that draw are compared with CUDA's sources drawing ROCm's numbers, and it is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verify.program.unprepared import verdict

PROGRAM = """\
#include <cstdio>
#include <curand_kernel.h>
__global__ void hits(int *count) {
  curandState state;
  curand_init(17, threadIdx.x, 0, &state);
  for (int i = 0; i < 50; ++i) {
    const float x = curand_uniform(&state), y = curand_uniform(&state);
    if (x * x + y * y <= 1) atomicAdd(count, 1);
  }
}
int main() {
  int *count;
  cudaMallocManaged(&count, sizeof(int));
  *count = 0;
  hits<<<1, 64>>>(count);
  cudaDeviceSynchronize();
  std::printf("%d of 3200, %s\\n", *count, WORDS);
}
"""
DRAWN = "CUDA's sources draw ROCm's random numbers here"


@pytest.mark.toolchain
def test_drawn_numbers_are_no_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"pi.cu": PROGRAM.replace("WORDS", '"pi"')}
    found = verdict(tmp_path, monkeypatch, files)
    assert found["passed"] and found["numbers"] == 2
    assert any(DRAWN in one for one in found["remarks"])


@pytest.mark.toolchain
def test_other_differences_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = PROGRAM.replace("WORDS", '"pi"').replace("*count,", "*count + SIDE,")
    side = "#ifdef __HIP_PLATFORM_AMD__\n#define SIDE 1\n#else\n#define SIDE 0\n#endif\n"
    found = verdict(tmp_path, monkeypatch, {"pi.cu": side + text})
    assert not found["passed"] and any(DRAWN in one for one in found["remarks"])
