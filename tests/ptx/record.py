"""Record what an NVIDIA GPU gives: `python -m tests.ptx.record build FOLDER`, then run, then keep.

`build` writes a program to FOLDER; run it on a machine with a GPU, its standard output into a file;
`keep FILE NAME` stores that file as the recording that the tests compare with.
"""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from pathlib import Path

import numpy as np

from tests.ptx.case import ROWS, WORDS, Case
from tests.ptx.cases import GROUP_SIZE, all_cases, kernels
from tests.ptx.pools import POOLS, pools
from tests.ptx.valid import accepted

RECORDING = Path(__file__).parent / "nvidia.npz"

_MAIN = """
#include <cstdio>
int main() {
  uint64_t *pools, *results, *scratch;
  cudaMalloc(&pools, sizeof(data));
  cudaMemcpy(pools, data, sizeof(data), cudaMemcpyHostToDevice);
  cudaMalloc(&scratch, ROWS * 16);
  const size_t bytes = size_t(GROUP) * 2 * ROWS * 8;
  cudaMalloc(&results, bytes);
  uint64_t* host = new uint64_t[bytes / 8];
  for (auto kernel : kernels) {
    cudaMemset(results, 0, bytes);
    kernel<<<1, ROWS>>>(pools, results, scratch);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    cudaMemcpy(host, results, bytes, cudaMemcpyDeviceToHost);
    fwrite(host, 1, bytes, stdout);
  }
}
"""


def pool_words() -> list[int]:
    """Return all inputs, pool by pool, row by row."""
    rows = pools()
    return [word for pool in POOLS for row in rows[pool] for word in row]


def _build(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    cases = accepted(all_cases(), "nvcc", folder)
    count = -(-len(cases) // GROUP_SIZE)
    source = folder / "program.cu"
    data = ", ".join(f"{word:#x}ull" for word in pool_words())
    names = ", ".join(f"cases_{number}" for number in range(count))
    main = _MAIN.replace("ROWS", str(ROWS)).replace("GROUP", str(GROUP_SIZE))
    source.write_text(
        f"{kernels(cases)}\nstatic const uint64_t data[{len(POOLS) * ROWS * WORDS}] = {{{data}}};\n"
        f"static void (*kernels[])(const uint64_t*, uint64_t*, uint64_t*) = {{{names}}};\n{main}"
    )
    subprocess.run(["nvcc", "-arch=sm_90a", str(source), "-o", str(folder / "program")], check=True)
    described = [[c.name, c.text, c.outputs, c.inputs, c.pool, c.before, c.after] for c in cases]
    (folder / "cases.json").write_text(json.dumps(described))


def _keep(results: Path, described: Path, device: str) -> None:
    cases = json.loads(described.read_text())
    words = np.fromfile(results, np.uint64).reshape(-1, 2, ROWS)[: len(cases)]
    current = {json.dumps(dataclasses.astuple(case)) for case in all_cases()}
    kept = [number for number, case in enumerate(cases) if json.dumps(case) in current]
    cases, words = [cases[number] for number in kept], words[kept]
    np.savez_compressed(
        RECORDING, words=words, cases=json.dumps(cases), device=device, pools=pool_words()
    )


def recorded() -> tuple[list[Case], np.ndarray, str]:
    """Return the recorded cases, their results (case, word, row) and the device."""
    with np.load(RECORDING) as stored:
        rows = json.loads(str(stored["cases"]))
        cases = [
            Case(name, text, tuple(out), tuple((a, b) for a, b in read), pool, before, after)
            for name, text, out, read, pool, before, after in rows
        ]
        return cases, stored["words"], str(stored["device"])


if __name__ == "__main__":
    if sys.argv[1] == "build":
        _build(Path(sys.argv[2]))
    else:
        _keep(Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4])
