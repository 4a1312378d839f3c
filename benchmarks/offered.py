"""Counts the functions that the cpu executor offers of all in porter's tables, by library.

    python -m benchmarks.offered            # the table, as docs/cpu-executor.md has it
    python -m benchmarks.offered cublas     # the names of a table that are missing

A function is offered where one of the executor's libraries defines its name. Names of CUDA that its
headers define as others' (`cublasSgemm` is `cublasSgemm_v2`) count by these.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from porter.execute.cpu.libraries.build import built
from porter.execute.cpu.libraries.catalogue import vendor_libraries
from porter.execute.cpu.native_build import native
from porter.tables.names import load
from porter.toolchain.discovery import find

#: What a header's macro makes of a name.
_GENERATIONS = ("", "_v2")


def offered() -> set[str]:
    """Return every name that the executor's libraries define."""
    toolchain = find()
    parts = native(toolchain)
    libraries = [parts.runtime, parts.cuda_runtime]
    libraries += [built(one, toolchain, parts) for one in vendor_libraries()]
    return {name for path in libraries for name in _defined(toolchain.tool("llvm-nm"), path)}


def _defined(nm: Path, library: Path) -> list[str]:
    command = [str(nm), "--dynamic", "--defined-only", "--format=just-symbols", str(library)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def functions(table: str) -> tuple[set[str], set[str]]:
    """Return the functions of a table: CUDA's names and HIP's."""
    every = load().names.values()
    rows = [row for row in every if row.library == table and row.kind == "function"]
    return {row.cuda.decode() for row in rows}, {row.hip.decode() for row in rows}


def is_offered(name: str, known: set[str]) -> bool:
    """Tell whether a function is there, by its own name or by the one that a macro makes of it."""
    wide = name.endswith("_64")
    stem = name.removesuffix("_64")
    return any(f"{stem}{suffix}{'_64' if wide else ''}" in known for suffix in _GENERATIONS)


def main(words: Sequence[str]) -> None:
    """Print the table, or what is missing of one of porter's."""
    known = offered()
    if words:
        cuda, hip = functions(words[0])
        missing = sorted(name for name in cuda | hip if not is_offered(name, known))
        print(*missing, sep="\n")
        return
    print("| Table | CUDA's functions | offered | HIP's functions | offered |")
    print("|---|---:|---:|---:|---:|")
    tables = ("runtime", "driver", "nvrtc", "cublas", "cublaslt", "curand", "cufft", "cusparse",
              "cusolver", "cudnn", "nccl")  # fmt: skip
    for table in tables:
        cells = [table]
        for names in functions(table):
            cells += [str(len(names)), str(sum(is_offered(name, known) for name in names))]
        print(f"| {' | '.join(cells)} |")


if __name__ == "__main__":
    main(sys.argv[1:])
