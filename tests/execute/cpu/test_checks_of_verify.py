"""`porter verify --check`: both sides are watched while they are compared."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.toolchain

SOURCE = """#include <cuda_runtime.h>
#include <cstdio>
__global__ void turned(int *out) {
  __shared__ int words[64];
  words[threadIdx.x] = threadIdx.x;
  BARRIER
  out[threadIdx.x] = words[63 - threadIdx.x];
}
int main() {
  int *out, host[64];
  cudaMalloc(&out, sizeof host);
  turned<<<1, 64>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\\n", host[63]);
  cudaFree(out);
}
"""
SETTINGS = """[[project]]
upstream = "cuda"
port = "hip"

[project.verify]
programs = [{ source = "turned.cu" }]
"""


def verify(folder: Path, barrier: str) -> tuple[subprocess.CompletedProcess[str], dict[str, int]]:
    """Return what the command said, and how often the check found something in each file."""
    (folder / "cuda").mkdir()
    (folder / "cuda" / "turned.cu").write_text(SOURCE.replace("BARRIER", barrier))
    (folder / "porter.toml").write_text(SETTINGS)
    porter = [sys.executable, "-m", "porter"]
    subprocess.run([*porter, "sync"], cwd=folder, check=True, capture_output=True)
    words = ["verify", "--ref", "cuda:cpu", "--on", "hip:cpu:gfx1100", "--check", "races,leaks"]
    words += ["--report", "report.json", "--sarif", "report.sarif"]
    done = subprocess.run(
        [*porter, *words], cwd=folder, capture_output=True, text=True, check=False
    )
    findings = json.loads((folder / "report.json").read_text())["findings"]
    places = [Path(frame["file"]) for one in findings for frame in one["item"]["place"]]
    runs = json.loads((folder / "report.sarif").read_text())["runs"]
    assert sum(len(run["results"]) for run in runs) == len(findings)
    return done, {path.parent.name: places.count(path) for path in places}


def test_a_race_of_both_sides_is_found(tmp_path: Path) -> None:
    done, found = verify(tmp_path, "")
    assert done.returncode == 1
    assert set(found) == {"cuda", "hip"}, done.stderr


def test_without_a_race_nothing_is_found(tmp_path: Path) -> None:
    done, found = verify(tmp_path, "__syncthreads();")
    assert (done.returncode, found) == (0, {}), done.stdout + done.stderr
