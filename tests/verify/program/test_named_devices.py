"""A program that chooses its author's second GPU has one on the executor, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.project.discover import discover
from porter.verify.program.named_devices import named_devices
from tests.compile.tree import write_tree
from tests.verify.program.unprepared import verdict

PROGRAM = """
#include <cstdio>
__global__ void twice(int *x) { x[threadIdx.x] *= 2; }
int main() {
  cudaSetDevice(1);
  int *x, sum = 0;
  cudaMallocManaged(&x, 128);
  for (int i = 0; i < 32; i++) x[i] = i;
  twice<<<1, 32>>>(x);
  if (cudaGetLastError() != cudaSuccess) return 0;
  twice<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; i++) sum += x[i];
  std::printf("%d\\n", sum);
}
"""


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("cudaSetDevice(0);", 1),
        ("cudaSetDevice(2); cudaSetDevice( 1 );", 3),
        ("#define GPU 1\nint f() { return cudaSetDevice(GPU); }", 2),
        ("cudaSetDevice(chosen);", 1),
        ("// cudaSetDevice(3)\n", 1),
        ("cudaSetDevice(4096);", 1),
        ("cudaSetDevice(-1);", 1),
    ],
)
def test_the_largest_number_counts(tmp_path: Path, code: str, number: int) -> None:
    write_tree(tmp_path, {"a.cu": "int main() {}\n", "b.cu": code})
    assert named_devices(discover(tmp_path)) == number


@pytest.mark.toolchain
def test_both_sides_have_so_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = verdict(tmp_path, monkeypatch, {"second.cu": PROGRAM})
    assert found["passed"] and found["numbers"] == 1
    assert any("2 devices" in one for one in found["remarks"])
