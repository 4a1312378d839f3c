"""The development corpus against several ROCms: the share of units that type-checks with each.

    python -m benchmarks.rocms [NAMES…] [--sources DIR] [--most N] [--into FILE [--called WORDS]]

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

BEGIN, END = "<!-- from {} -->\n", "<!-- so far {} -->\n"


def table(measured: Sequence[Measured], rocms: Sequence[str]) -> str:
    """Return the figures as a Markdown table, and the units that tell the versions apart."""
    last = rocms[-1]
    heads = [f"ROCm {rocm}" for rocm in rocms]
    lines = [
        "| code base | revision | units | drawn | lack a header of others' "
        f"| {' | '.join(heads)} | ROCm {last}, converted for it |",
        f"|--|--|--:|--:|--:|{'--:|' * len(rocms)}--:|",
    ]
    rows = [_counts(one, rocms) for one in measured]
    for one, counts in zip(measured, rows, strict=True):
        cells = " | ".join(map(str, counts))
        lines.append(f"| {one.base.name} | {one.base.revision} | {cells} |")
    units, drawn, lacking, *passed = (sum(column) for column in zip(*rows, strict=True))
    of = max(drawn - lacking, 1)
    shares = " | ".join(f"{count} ({count / of:.1%})" for count in passed)
    lines.append(
        f"| all; shares of those that lack none | | {units} | {drawn} | {lacking} | {shares} |"
    )
    for rocm in rocms:
        lines += _told(f"Units that pass with ROCm {rocm} alone:", [
            f"- {one.base.name}: `{source}`: {one.error(source)}"
            for one in measured
            for source in one.only(rocm)
        ])  # fmt: skip
    return "\n".join([*lines, *_told(f"Units that pass when converted for ROCm {last} only:", [
        f"- {one.base.name}: `{source}`: {one.error(source)}"
        for one in measured
        for source in sorted(one.passes_converted() - one.passes(last))
    ])])  # fmt: skip


def _told(title: str, units: Sequence[str]) -> list[str]:
    return ["", title, "", *(units or ["- none"])]


def _counts(one: Measured, rocms: Sequence[str]) -> list[int]:
    passed = [len(one.passes(rocm)) for rocm in rocms]
    drawn, lacking = len(one.verdicts[rocms[0]]), len(one.lacking())
    return [one.units, drawn, lacking, *passed, len(one.passes_converted())]


def write(path: Path, text: str, called: str) -> None:
    """Put the table between the marks of a document.

    Args:
        path: the document.
        text: the table.
        called: what the marks call it.

    Raises:
        PorterError: it has none.
    """
    document = path.read_text("utf-8")
    before, begin, rest = document.partition(BEGIN.format(called))
    _, end, after = rest.partition(END.format(called))
    if not begin or not end:
        raise PorterError(f"has no {BEGIN.format(called).strip()}", path=path)
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
    parser.add_argument("--called", default="the corpus", help="what marks the table in it")
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
        write(words.into, text, words.called)


if __name__ == "__main__":
    try:
        main()
    except PorterError as error:
        sys.exit(f"error: {error.message}\n{error.hint or ''}")
