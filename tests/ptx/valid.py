"""Which cases NVIDIA's assembler takes: a form allows more combinations than there are."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from tests.ptx.case import Case
from tests.ptx.cases import GROUP_SIZE, kernels


def accepted(cases: list[Case], nvcc: str, folder: Path, arch: str = "sm_90a") -> list[Case]:
    """Return the cases that `nvcc` compiles.

    Args:
        cases: instructions.
        nvcc: the compiler.
        folder: where to write intermediate files.
        arch: the architecture to compile for.
    """
    while True:
        source = folder / "cases.cu"
        source.write_text(kernels(cases))
        command = [nvcc, f"-arch={arch}", "-c", "--keep", "--keep-dir", str(folder), str(source)]
        run = subprocess.run(
            [*command, "-o", str(folder / "cases.o")], capture_output=True, text=True
        )
        if run.returncode == 0:
            return cases
        places = _places(next(folder.glob("cases*.ptx")).read_text())
        lines = {
            int(number) for number in re.findall(r"line (\d+); error", run.stdout + run.stderr)
        }
        bad = {places[line] for line in lines if line in places}
        if not bad:
            raise RuntimeError(run.stdout + run.stderr)
        cases = [case for number, case in enumerate(cases) if number not in bad]


def _places(ptx: str) -> dict[int, int]:
    """Return the number of the case on each line of PTX."""
    found: dict[int, int] = {}
    kernel, count = -1, 0
    for number, line in enumerate(ptx.splitlines(), 1):
        entry = re.search(r"\.entry cases_(\d+)", line)
        if entry:
            kernel, count = int(entry.group(1)), 0
        if "begin inline asm" in line:
            count += 1
        found[number] = kernel * GROUP_SIZE + count - 1
    return found
