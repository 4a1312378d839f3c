"""Checks of running programs: each planted fault is found at its line, and nothing else is.

A line of a program says `// finds: KIND, KIND` where its check finds something.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.toolchain, pytest.mark.slow]

PROGRAMS = Path(__file__).parent / "programs" / "checks"


def planted(program: Path) -> set[tuple[int, str]]:
    """Return the line and kind of each fault that a program says it has."""
    return {
        (number, kind.strip())
        for number, line in enumerate(program.read_text().splitlines(), 1)
        if (marked := re.search(r"// finds: (.*)", line))
        for kind in marked[1].split(",")
    }


def porter(*words: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "porter", *words]
    variables = {**os.environ, **(env or {})}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=variables)


def found(program: Path, check: str, report: Path, *options: str) -> list[dict[str, object]]:
    """Return what a check finds of a program."""
    words = ["--check", check, "--report", str(report), *options]
    porter("run", *words, str(program))
    findings: list[dict[str, object]] = json.loads(report.read_text())["findings"]
    return findings


def lines(findings: list[dict[str, object]], file: Path) -> set[tuple[int, str]]:
    """Return the line and kind of each finding; the line is the innermost in the file."""
    places = set()
    for finding in findings:
        item, memory = finding["item"], finding["memory"]
        frames = item["place"] if item else finding["called"] or memory["allocated"]
        inside = [frame["line"] for frame in frames if frame["file"] == str(file)]
        places.add((inside[0] if inside else 0, finding["kind"]))
    return places


@pytest.mark.parametrize(
    ("program", "check", "options"),
    [
        ("memory.hip", "memory", ()),
        ("races.hip", "races", ()),
        ("races.hip", "races", ("--order", "shuffled", "--seed", "3")),
        ("barriers.hip", "barriers", ()),
        ("barriers.cu", "barriers", ()),
        ("leaks.hip", "leaks", ()),
    ],
)
def test_what_is_planted_is_found_and_nothing_else(
    program: str, check: str, options: tuple[str, ...], tmp_path: Path
) -> None:
    path = PROGRAMS / program
    wanted = planted(path)
    places = lines(found(path, check, tmp_path / "report.json", *options), path)
    if options:  # another order meets other pairs of the same accesses
        assert {line for line, _ in places} & {line for line, _ in wanted}
    else:
        assert places == wanted


def test_each_check_has_ten_planted_faults() -> None:
    faults = {path.name: len(planted(path)) for path in PROGRAMS.iterdir()}
    faults["barriers"] = faults.pop("barriers.hip") + faults.pop("barriers.cu")
    assert min(faults.values()) >= 10, faults


FRAGMENTS = """#include <cuda_runtime.h>
#include <mma.h>
#include <cstdio>
using namespace nvcuda;
__global__ void product(const half *a, float *out) {
  __shared__ half tile[256];
  __shared__ float staging[256];
  for (int i = threadIdx.x; i < 256 / 8; i += 32) {
    const unsigned to = unsigned(__cvta_generic_to_shared(tile + 8 * i));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(a + 8 * i));
  }
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(left, tile, 16);
  wmma::load_matrix_sync(right, a, 16);
  wmma::mma_sync(sum, left, right, sum);
  wmma::store_matrix_sync(staging, sum, 16, wmma::mem_row_major);
  __syncwarp();
  for (int i = threadIdx.x; i < 256; i += 32)
    out[i] = staging[i];
  wmma::store_matrix_sync(out + OFFSET, sum, 16, wmma::mem_row_major);
}
int main() {
  half *a;
  float *out;
  cudaMalloc(&a, 512);
  cudaMalloc(&out, 1024);
  cudaMemset(a, 0, 512);
  product<<<1, 32>>>(a, out);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(out);
}
"""


@pytest.mark.parametrize(("offset", "wanted"), [(0, []), (16, ["out of range"])])
def test_fragments_and_asynchronous_copies_are_accesses(
    offset: int, wanted: list[str], tmp_path: Path
) -> None:
    source = tmp_path / "product.cu"
    source.write_text(FRAGMENTS.replace("OFFSET", str(offset)))
    findings = found(source, "memory,races", tmp_path / "report.json")
    assert [finding["kind"] for finding in findings] == wanted
