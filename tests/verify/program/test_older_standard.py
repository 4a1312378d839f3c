"""A program whose own `size` is std's since C++17 is compiled as CUDA 11 did."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verify.program.unprepared import verdict

PROGRAM = """\
#include <iostream>
#include <vector>
using namespace std;
int size = 64;
__global__ void fill(int *x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  int *x;
  cudaMallocManaged(&x, size * sizeof(int));
  fill<<<1, size>>>(x);
  cudaDeviceSynchronize();
  cout << x[size - 1] << endl;
}
"""


@pytest.mark.toolchain
def test_a_name_that_std_has_since_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = verdict(tmp_path, monkeypatch, {"old.cu": PROGRAM})
    assert found["passed"] and found["numbers"] == 1
    assert any("compiled as C++14" in one for one in found["remarks"])
