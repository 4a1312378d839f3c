"""Writes what a real GPU says into the column "h200" of expected.tsv, where it is empty.

Run it where the GPU is, with errors.cu compiled by NVIDIA's compiler:

    nvcc errors.cu -lcuda -o errors && python3 record.py ./errors > recorded.tsv

A call that ends the program or never returns costs itself alone: the program starts again
without it.
Answers that differ from a recorded one are printed on stderr and change nothing.
"""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

TABLE = Path(__file__).with_name("expected.tsv")
ALARM = "signal 14"


def main() -> None:
    program = sys.argv[1]
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 120
    with TABLE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    missing = [row["mistake"] for row in rows if not row["h200"]]
    answers = recorded(program, missing, seconds)
    for row in rows:
        answer = answers.get(row["mistake"], "")
        if row["h200"] and answer not in ("", row["h200"]):
            print(f"{row['mistake']}: was {row['h200']}, is {answer}", file=sys.stderr)
        row["h200"] = row["h200"] or answer
    writer = csv.DictWriter(sys.stdout, rows[0], delimiter="\t", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    left = [row["mistake"] for row in rows if not row["h200"]]
    print(f"{len(missing) - len(left)} recorded, {len(left)} left: {left}", file=sys.stderr)


def recorded(program: str, harmful: list[str], seconds: float) -> dict[str, str]:
    """Every answer, first without the harmful calls, so that these cannot spoil another's."""
    answers: dict[str, str] = {}
    run(program, answers, [], seconds)
    for name in harmful:
        if name not in answers:
            run(program, answers, ["--with", name], seconds)
    return answers


def run(program: str, answers: dict[str, str], options: list[str], seconds: float) -> None:
    """Adds the program's answers, started again without each call that ended it."""
    ended = True
    while ended:
        left_out = [word for name in answers for word in ("--without", name)]
        try:
            done = subprocess.run(
                [program, *options, *left_out], stdout=subprocess.PIPE, timeout=seconds, check=False
            )
            output, ended, verdict = done.stdout, done.returncode != 0, "crash"
        except subprocess.TimeoutExpired as expired:
            output, verdict = expired.stdout or b"", "hang"
        before = len(answers)
        for line in output.decode(errors="replace").splitlines():
            name, _, answer = line.rpartition(": ")
            if answer == ALARM:
                answer = "hang"
            elif answer.startswith("signal "):
                answer = "crash"
            answers[name] = answer or verdict
        ended = ended and len(answers) > before


if __name__ == "__main__":
    main()
