"""How a conversion's time and memory grow with the tree: up to 500 MB and 50,000 files.

    python -m benchmarks.growth [--copies 1,4,25] [--jobs 2] [--json FILE]

The tree holds the files of `speed.py` again and again, each time in a folder of its own and with a
line that no other copy has, so that no two files are the same. Each size is converted once, cold.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.commands import Measured, folder_in_memory, make_tree, measure
from porter.errors import PorterError

#: 507 MB in 69,300 files is the last.
COPIES = (1, 4, 12, 25)


@dataclass(frozen=True, slots=True)
class Grown:
    """What a conversion of a tree took.

    Attributes:
        copies: of the archives' files.
        files: in the tree.
        measured: megabytes, seconds, memory.
    """

    copies: int
    files: int
    measured: Measured


def grow(tree: Path, seed: Path, first: int, copies: int) -> None:
    """Add copies of the files of `seed` to a tree.

    Args:
        tree: the tree.
        seed: a folder of sources.
        first: number of the first copy to add.
        copies: how many it then has.
    """
    for number in range(first, copies):
        for path in seed.rglob("*"):
            if path.is_file():
                target = tree / f"part{number}" / path.relative_to(seed)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(path.read_bytes() + b"\n// copy %d\n" % number)


def convert(tree: Path, scratch: Path, jobs: int, copies: int) -> Grown:
    """Convert a tree, cold, and measure it."""
    sizes = [path.stat().st_size for path in tree.rglob("*") if path.is_file()]
    port = scratch / "port"
    script = str(Path(sys.executable).with_name("porter"))
    command = [script, "convert", str(tree), "--vendored", "--rocm", "6.4", "--jobs", str(jobs)]
    found = measure(
        f"{copies} copies",
        sum(sizes) / 1e6,
        [*command, "--no-cache", "--out", str(port)],
        {"PORTER_HOME": str(scratch / "home")},
    )
    shutil.rmtree(port)
    return Grown(copies, len(sizes), found)


def table(runs: Sequence[Grown]) -> str:
    """Return the figures as a Markdown table."""
    lines = [
        "| MB | files | s | s of processor | ms of processor a file | memory, MB | kB a file |",
        "|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for run in runs:
        one = run.measured
        lines.append(
            f"| {one.megabytes:.0f} | {run.files} | {one.seconds:.1f} | "
            f"{one.processor_seconds:.1f} | {one.processor_seconds / run.files * 1e3:.2f} | "
            f"{one.memory:.0f} | {one.memory / run.files * 1e3:.1f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure all sizes and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--copies", default=",".join(map(str, COPIES)), help="of each size")
    parser.add_argument("--jobs", type=int, default=2, help="porter's processes")
    parser.add_argument("--json", type=Path, help="write the figures here, too")
    arguments = parser.parse_args()
    runs: list[Grown] = []
    with folder_in_memory() as name:
        scratch = Path(name)
        make_tree(scratch / "seed", large=False)
        grown = 0
        for copies in sorted(map(int, arguments.copies.split(","))):
            grow(scratch / "tree", scratch / "seed", grown, copies)
            grown = copies
            runs.append(convert(scratch / "tree", scratch, arguments.jobs, copies))
            print(table(runs[-1:]).splitlines()[-1], file=sys.stderr, flush=True)
    print(table(runs))
    if arguments.json is not None:
        arguments.json.write_text(json.dumps([asdict(run) for run in runs], indent=1) + "\n")


if __name__ == "__main__":
    try:
        main()
    except PorterError as error:
        sys.exit(f"error: {error}")
