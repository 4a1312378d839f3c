"""A program is compared by further calls where the first one leaves kernels out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verify.program.unprepared import verdict

PROGRAM = """\
#include <cstdio>
#include <cstring>
__global__ void one(int *x) { x[threadIdx.x] = 1; }
__global__ void two(int *x) { x[threadIdx.x] = 2; }
__global__ void three(int *x) { x[threadIdx.x] = 3; }
int main(int argc, char **argv) {
  if (argc < 2) return 1;
  int *x;
  cudaMallocManaged(&x, 64 * sizeof(int));
  if (!std::strcmp(argv[1], "one")) one<<<1, 64>>>(x);
  if (!std::strcmp(argv[1], "two")) two<<<1, 64>>>(x);
  if (!std::strcmp(argv[1], "three")) three<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  std::printf("%d\\n", x[63]);
}
"""
SCRIPT = "for method in one two; do\n  for n in 1024 2048; do ./app $method $n; done\ndone\n"


@pytest.mark.toolchain
def test_calls_that_launch_other_kernels_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"app.cu": PROGRAM, "run.sh": SCRIPT}
    found = verdict(tmp_path, monkeypatch, files)
    assert found["passed"] and found["numbers"] == 2
    arguments = [one for one in found["remarks"] if one.startswith("arguments")]
    assert arguments == ["arguments one 1024 (run.sh)", "arguments two 1024 (run.sh)"]
    assert len(found["kernels"]["launched"]) == 2 and len(found["kernels"]["never"]) == 1
