"""PyPI's causal-conv1d, converted by porter, against its own reference in PyTorch, without a GPU.

    python -m benchmarks.pypi_parity                  # at 64 and at 32 lanes
    python -m benchmarks.pypi_parity gfx1100

The kernels of the port are built for the cpu executor, quickly rather than well
(`PORTER_CPU_OPTIMIZE=0`: the backward pass alone would take LLVM minutes); the reference is run in
float64. Prints a table in Markdown: worst error of a case, type and architecture, as a share of
what is allowed there and relative to the norm of the output. Exit status 1 when a case fails.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpora import archive, fetch
from benchmarks.typecheck import converted
from porter.errors import PorterError
from porter.project.settings.settings import ProjectSettings
from porter.toolchain.home import porter_home
from porter.verify.extension.check import ExtensionCheck
from porter.verify.extension.compare import check_outputs, compare
from porter.verify.extension.kind import checks
from porter.verify.extension.point import SEEDS
from porter.verify.extension.sides import TORCH, Side
from porter.verify.place import Cpu

CASES = Path(__file__).with_name("pypi_cases.py")
_TIMEOUT = 600.0


@dataclass
class Worst:
    """What the cases of one row gave."""

    points: int = 0
    numbers: int = 0
    failed: int = 0
    share: float = 0.0
    norm: float = 0.0


def main() -> int:
    """Compare on the architectures named on the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archs", nargs="*", help="by default gfx942 and gfx1100")
    archs = parser.parse_args().archs
    os.environ.setdefault("PORTER_CPU_OPTIMIZE", "0")
    wanted = archive("causal-conv1d")
    upstream = fetch(wanted)
    folder = porter_home() / "parity" / upstream.name
    with tempfile.TemporaryDirectory() as scratch:
        port = converted("porter", upstream, folder, Path(scratch)).root
    project = ProjectSettings(upstream, port, cases=CASES)
    rows: dict[tuple[str, str, str], Worst] = defaultdict(Worst)
    for check in checks(project, [Cpu(arch) for arch in archs]):
        dtype = "float16" if "dtype=float16" in check.case.point else "float32"
        add(rows[check.case.name, dtype, str(check.place)], check)
    print(f"{wanted.label}\n")
    print("| case | type | port as | points | numbers | failed "
          "| worst, of what is allowed | of the norm |")  # fmt: skip
    print("|---|---|---|--:|--:|--:|--:|--:|")
    for (case, dtype, arch), row in rows.items():
        counts = f"{row.points} | {row.numbers} | {row.failed}"
        print(f"| {case} | {dtype} | {arch} | {counts} | {row.share:.2g} | {row.norm:.2g} |")
    return 1 if any(row.failed for row in rows.values()) else 0


def add(row: Worst, check: ExtensionCheck) -> None:
    row.points += 1
    try:
        for seed in SEEDS:
            expected = check.case.run(TORCH, seed, _TIMEOUT)
            actual = check.case.run(Side(check.place, is_port=True), seed, _TIMEOUT)
            check_outputs(expected, actual)
            for name, compared in compare(expected, actual):
                row.numbers += compared.elements
                if compared.bound is not None:
                    row.share = max(row.share, compared.bound.share)
                row.norm = max(row.norm, compared.relative_norm)
                if not compared.passed:
                    row.failed += 1
                    where = f"{check.name}, {name}, seed {seed}"
                    print(f"{where}: {compared.problem}; {compared.worst}", file=sys.stderr)
    except PorterError as error:
        row.failed += 1
        print(f"{check.name}: {error}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
