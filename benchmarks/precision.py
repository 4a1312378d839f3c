"""How many findings are true: draws some of a corpus, with their source lines, to be judged.

    python -m benchmarks.precision --sources DIR --count 200 --most 12 --seed 1
    python -m benchmarks.precision --judged

Every folder of `--sources` is converted by itself, and nothing is written. Findings that say the
same in one project count once. What is drawn is printed a line each, tab-separated: project, place,
rule, severity, message, and the source line. Judged by a person, as `true` or `false` with the
reason, the lines stand in `precision.tsv`; `--judged` prints its figures by rule.

A finding is true where what it says holds of the line, and a person who ports the file would want
to know it.
"""

from __future__ import annotations

import argparse
import csv
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from porter.files.regular import read_regular
from porter.options import Options
from porter.port.run import analyze

_JUDGED = Path(__file__).with_name("precision.tsv")


class Drawn(NamedTuple):
    """A finding of a corpus.

    Attributes:
        project: the folder that it is in.
        place: `path:line`.
        rule: its id.
        severity: error, warning or note.
        message: what it says, with its hint.
        source: the line that it is about.
    """

    project: str
    place: str
    rule: str
    severity: str
    message: str
    source: str


def findings(folder: Path, jobs: int) -> Iterator[Drawn]:
    """Yield the findings of a project, those that say the same once."""
    seen = set()
    for path, one in analyze([folder], Options(), jobs=jobs).findings:
        finding = one.finding
        if (finding.rule, finding.message) in seen:
            continue
        seen.add((finding.rule, finding.message))
        lines = read_regular(folder / path).splitlines()
        source = lines[one.place.line - 1] if one.place.line <= len(lines) else b""
        shown = " ".join(source.decode("utf-8", "replace").split())[:160]
        message = finding.full_message + (f" ({finding.hint})" if finding.hint else "")
        place = f"{path}:{one.place.line}"
        yield Drawn(folder.name, place, finding.rule, finding.severity.value, message, shown)


def draw(every: Sequence[Drawn], count: int, seed: int, most: int) -> list[Drawn]:
    """Return some findings, the same ones for the same seed.

    Args:
        every: those of a corpus.
        count: how many.
        seed: decides which.
        most: of one rule. Without a bound half of them would be names that HIP lacks.
    """
    mixed = sorted(every)
    random.Random(seed).shuffle(mixed)
    drawn: list[Drawn] = []
    of_rule: Counter[str] = Counter()
    for one in mixed:
        if len(drawn) < count and of_rule[one.rule] < most:
            drawn.append(one)
            of_rule[one.rule] += 1
    return drawn


def table(rows: Sequence[dict[str, str]]) -> str:
    """Return how many of the judged findings are true, by rule, as a Markdown table."""
    judged = Counter(row["rule"] for row in rows)
    true = Counter(row["rule"] for row in rows if row["verdict"] == "true")
    lines = ["| rule | judged | true |", "|--|--:|--:|"]
    lines += [f"| {rule} | {count} | {true[rule]} |" for rule, count in sorted(judged.items())]
    share = sum(true.values()) / max(1, len(rows))
    return "\n".join([*lines, f"| all | {len(rows)} | {sum(true.values())} ({share:.1%}) |"])


def main() -> None:
    """Draw findings, or print the figures of those that were judged."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sources", type=Path, metavar="DIR")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--most", type=int, default=12, help="findings of one rule, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--judged", action="store_true", help="print the figures of precision.tsv")
    arguments = parser.parse_args()
    if arguments.judged:
        with _JUDGED.open(encoding="utf-8", newline="") as file:
            print(table(list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))))
    elif arguments.sources is None:
        parser.error("--sources DIR names the corpus")
    else:
        folders = sorted(one for one in arguments.sources.iterdir() if one.is_dir())
        every = [one for folder in folders for one in findings(folder, arguments.jobs)]
        for one in draw(every, arguments.count, arguments.seed, arguments.most):
            print("\t".join(part.replace("\t", " ").replace("\n", " ") for part in one))


if __name__ == "__main__":
    main()
