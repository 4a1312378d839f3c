"""Emits operators, compiles kernels for each architecture, runs tests; prints a table.

    python -m benchmarks.ck_operators gemm moe_gemm --archs gfx942 gfx1100 --run gfx942
    python -m benchmarks.ck_operators --into docs/composable-kernel.md

Of an operator that has kernels for tiles, those are compiled that are always built; all with
`--every`. What `--run` names is tested on the cpu executor with these kernels: the error is the
largest difference to float64, of the largest number there is. `--into` writes each line into the
table of a document as soon as it is there; what a line leaves out stays as an earlier run had it.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

from benchmarks.ck_operators.compiled import Compiled, compiled
from benchmarks.ck_operators.ran import ran
from benchmarks.ck_operators.table import HEAD, RULE, line, write
from porter.errors import PorterError
from porter.port.operators.catalogue import OPERATORS, choose
from porter.port.operators.emit import add_operator
from porter.port.operators.package import open_package

PACKAGE = Path(__file__).parents[2] / "csrc_cuda" / "aiter_mini"
ARCHS = ("gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1201")


def main() -> None:
    """Print the table of what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("operators", nargs="*", default=list(OPERATORS), metavar="OPERATOR")
    parser.add_argument("--dtypes", nargs="*", help="by default all that an operator takes")
    parser.add_argument("--archs", nargs="*", default=list(ARCHS), help=f"by default {ARCHS}")
    parser.add_argument("--run", nargs="*", default=[], metavar="ARCH", help="test on these, too")
    parser.add_argument("--every", action="store_true", help="compile the kernels of all tiles")
    parser.add_argument("--into", type=Path, metavar="FILE", help="the document with the table")
    words = parser.parse_args()
    print(HEAD, RULE, sep="\n", flush=True)
    for name in words.operators:
        for dtype in OPERATORS[name].dtypes:
            if words.dtypes is None or dtype in words.dtypes:
                for arch in words.archs:
                    cells = row(name, dtype, arch, words.every, arch in words.run)
                    print(line(cells), flush=True)
                    if words.into:
                        write(words.into, cells)


def row(name: str, dtype: str, arch: str, every: bool, run: bool) -> tuple[str, ...]:
    """One line of the table."""
    with tempfile.TemporaryDirectory() as folder:
        root = shutil.copytree(
            PACKAGE, Path(folder) / "package", ignore=shutil.ignore_patterns("__pycache__")
        )
        add_operator(open_package(root), "made", choose(name, dtype, None))
        try:
            found = compiled(root, name, dtype, arch, every)
        except PorterError as error:
            why = error.message.removeprefix("made: ")
            return (f"`{name}`", dtype, arch, "0", "", "", "", "", "", why, "")
        tested = ran(root, arch) if run and found.kernels else ("", found.error, "")
    return (f"`{name}`", dtype, arch, *figures(found), *tested)


def figures(found: Compiled) -> tuple[str, ...]:
    """How many kernels, the seconds of a processor for the slowest, and the most that one takes."""
    seconds = f"{found.seconds:.0f}"
    if not found.kernels:
        return "0", seconds, "", "", ""
    most = [
        max(getattr(one, field) for one in found.kernels)
        for field in ("vgprs", "lds", "vgpr_spills")
    ]
    return str(len(found.kernels)), seconds, *map(str, most)


if __name__ == "__main__":
    main()
