"""Programs that print where they are, and what they call, are the same on both sides."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verify.program.unprepared import verdict

PROGRAM = r"""
#include <cassert>
#include <cstdio>
#define CHECK(call)                                                                    \
  do {                                                                                 \
    cudaError_t found = (call);                                                        \
    std::printf("%s:%d %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorName(found)); \
  } while (0)
__global__ void twice(int *x) {
  if (threadIdx.x == 0) printf("%s(%d)\n", __FILE__, __LINE__);
  x[threadIdx.x] *= 2;
}
__global__ void refuses(int *x) { assert(x[0] == 77); }
int main() {
  int *x;
  CHECK(cudaMallocManaged(&x, 128));
  for (int i = 0; i < 32; i++) x[i] = i;
  twice<<<1, 32>>>(x);
  CHECK(cudaDeviceSynchronize());
  std::printf("%d %d of cudaMallocManaged\n", x[1], x[31]);
  refuses<<<1, 32>>>(x);
  CHECK(cudaDeviceSynchronize());
}
"""


@pytest.mark.toolchain
def test_error_macros_and_assertions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = verdict(tmp_path, monkeypatch, {"places.cu": PROGRAM})
    assert found["passed"] and found["numbers"] == 3
    said = " ".join(found["remarks"])
    assert "place in a source in lines 1, 2, 3, 5" in said
    assert "names of CUDA's that the conversion gives others in lines 1, 3, 5" in said
