"""The development corpus against several ROCms: the share of units that type-checks with each.

    python -m benchmarks.rocms [NAMES…] [--sources DIR] [--most N] [--into docs/rocm-7.md]

Each code base is converted once, for the first ROCm that `--rocm` names (6.4 and 7.2 by default),
and its units that use HIP are compiled for the host and each architecture with the headers of every
one. It is converted for the last one, too, and the units that come out otherwise are compiled with
its headers. NAMES are parts of names of PyPI's archives (`python -m benchmarks.corpora`) and of the
checkouts in `--sources`, a folder each, NAME or OWNER+NAME. `--most` draws as many units of each.

A run that was stopped goes on where it was; a larger `--most` compiles only what is new.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.rocms.bases import bases
from benchmarks.rocms.measure import Measured, measure
from porter.errors import PorterError

BEGIN, END = "<!-- from the corpus -->\n", "<!-- so far the corpus -->\n"


def table(measured: Sequence[Measured], rocms: Sequence[str]) -> str:
    """Return the figures as a Markdown table, and the units that tell the versions apart."""
    last = rocms[-1]
    heads = [f"ROCm {rocm}" for rocm in rocms]
    lines = [
        f"| code base | revision | units | checked | {' | '.join(heads)} "
        f"| files that `--rocm {last}` writes otherwise | of their units pass |",
        f"|--|--|--:|--:|{'--:|' * len(rocms)}--:|--|",
    ]
    rows = [_counts(one, rocms) for one in measured]
    for one, counts in zip(measured, rows, strict=True):
        of_them = _of(one)
        cells = " | ".join(map(str, counts))
        lines.append(f"| {one.base.name} | {one.base.revision} | {cells} | {of_them} |")
    sums = [sum(column) for column in zip(*rows, strict=True)]
    checked = max(sums[1], 1)
    shares = [f"{count} ({count / checked:.1%})" for count in sums[2:-1]]
    lines.append(f"| all | | {sums[0]} | {sums[1]} | {' | '.join(shares)} | {sums[-1]} | |")
    for rocm in rocms:
        lines += ["", f"Units that pass with ROCm {rocm} alone:", ""]
        found = [
            f"- {one.base.name}: `{source}`: {one.error(source)}"
            for one in measured
            for source in one.only(rocm)
        ]
        lines += found or ["- none"]
    return "\n".join(lines)


def _counts(one: Measured, rocms: Sequence[str]) -> list[int]:
    checked = len(one.verdicts[rocms[0]])
    return [one.units, checked, *(len(one.passes(rocm)) for rocm in rocms), len(one.asked)]


def _of(one: Measured) -> str:
    if not one.rewritten:
        return ""
    return f"{sum(unit.passes for unit in one.rewritten)} of {len(one.rewritten)}"


def write(path: Path, text: str) -> None:
    """Put the table between the marks of a document.

    Raises:
        PorterError: it has none.
    """
    document = path.read_text("utf-8")
    before, begin, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise PorterError(f"has no {BEGIN.strip()}", path=path)
    path.write_text(f"{before}{begin}\n{text}\n\n{end}{after}", encoding="utf-8")


def main() -> None:
    """Measure the code bases that are named, or all, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="part of a code base's name")
    parser.add_argument("--sources", type=Path, metavar="DIR", help="checkouts, made beforehand")
    parser.add_argument("--rocm", action="append", metavar="VERSION", help="6.4 and 7.2 by default")
    parser.add_argument("--arch", default="gfx942")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--most", type=int, metavar="N", help="draw N units of each")
    parser.add_argument("--into", type=Path, metavar="FILE", help="a document with the table")
    words = parser.parse_args()
    rocms = words.rocm or ["6.4", "7.2"]
    measured: list[Measured] = []
    for base in bases(words.names, words.sources):
        measured.append(measure(base, rocms, words.arch.split(","), words.jobs, words.most))
        print(table(measured[-1:], rocms).splitlines()[2], flush=True)
        for rocm in rocms:
            for unit in measured[-1].verdicts[rocm]:
                if not unit.passes:
                    print(f"  ROCm {rocm}: {unit.source}: {unit.error}", flush=True)
    text = table(measured, rocms)
    print(text)
    if words.into is not None:
        write(words.into, text)


if __name__ == "__main__":
    try:
        main()
    except PorterError as error:
        sys.exit(f"error: {error.message}\n{error.hint or ''}")
