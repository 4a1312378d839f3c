"""Parity of projects that nobody prepared: new project, sync, verify, nothing else.

    python -m benchmarks.first_try FOLDER… [--timeout SECONDS] [--json FILE]

Each folder is a project with CUDA programs. It is copied, `porter new project`, `porter sync` and
`porter verify --ref cuda` are run on the copy, and a line says how many programs were found, how
many were compared at how many architectures, how many are the same, and how many of the port's
kernels ran.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple


class Row(NamedTuple):
    """What came of a project.

    Attributes:
        name: of its folder.
        status: the exit status of `porter verify`.
        found: programs.
        checks: programs and architectures that were to be compared.
        compared: those of them that were.
        same: those of them that are the same.
        launched: kernels of the ports that ran.
        kernels: kernels of the ports.
        reasons: why the others are not, a line each.
        seconds: what all of it took.
    """

    name: str
    status: int
    found: int
    checks: int
    compared: int
    same: int
    launched: int
    kernels: int
    reasons: tuple[str, ...]
    seconds: float


def first_try(folder: Path, timeout: float) -> Row:
    """Run the three commands on a copy of a project."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="first-try-") as directory:
        here = Path(directory)
        shutil.copytree(folder, here / folder.name, symlinks=True, ignore_dangling_symlinks=True,
                        ignore=shutil.ignore_patterns(".git"))  # fmt: skip
        for words in (["new", "project", folder.name, "port"], ["sync"]):
            done = _porter(here, words, timeout)
            if done.returncode:
                said = (done.stderr or done.stdout).strip().splitlines()
                return Row(folder.name, done.returncode, 0, 0, 0, 0, 0, 0,
                           (f"porter {words[0]}: {said[0] if said else ''}",),
                           time.monotonic() - start)  # fmt: skip
        try:
            done = _porter(here, ["verify", "--ref", "cuda", "--json"], timeout)
        except subprocess.TimeoutExpired:
            reason = f"porter verify took longer than {timeout:.0f} s"
            return Row(folder.name, 3, 0, 0, 0, 0, 0, 0, (reason,), time.monotonic() - start)
    verdicts = json.loads(done.stdout or "[]")
    return _row(folder.name, done.returncode, verdicts, time.monotonic() - start)


def _row(name: str, status: int, verdicts: Sequence[dict[str, Any]], seconds: float) -> Row:
    compared = [one for one in verdicts if one["is_compared"]]
    launched = {(one["arch"], kernel) for one in verdicts for kernel in one["kernels"]["launched"]}
    never = {(one["arch"], kernel) for one in verdicts for kernel in one["kernels"]["never"]}
    reasons = [_reason(one) for one in verdicts if not one["passed"]]
    return Row(
        name, status, len({one["case"] for one in verdicts}), len(verdicts), len(compared),
        sum(one["passed"] for one in compared), len(launched), len(launched | never),
        tuple(reasons), seconds,
    )  # fmt: skip


def _reason(verdict: dict[str, Any]) -> str:
    first = next(
        iter(verdict["differences"]), {"place": "", "reason": "", "reference": "", "actual": ""}
    )
    difference = f"{first['place']}: {first['reason']} [{first['reference']}] [{first['actual']}]"
    return f"{verdict['case']} ({verdict['arch']}): {verdict['problem'] or difference}"


def _porter(folder: Path, words: Sequence[str], timeout: float) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "porter", *words]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=timeout, check=False
    )


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--timeout", type=float, default=1800)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    rows = []
    for folder in arguments.folders:
        row = first_try(folder, arguments.timeout)
        rows.append(row)
        print(
            f"{row.name}: exit {row.status}, {row.found} found, {row.compared} of {row.checks} "
            f"compared, {row.same} same, {row.launched} of {row.kernels} kernels, "
            f"{row.seconds:.0f} s",
            flush=True,
        )
        for reason in row.reasons:
            print(f"  {reason}", flush=True)
        if arguments.json:
            arguments.json.write_text(json.dumps([one._asdict() for one in rows], indent=1))
    statuses = Counter(row.status for row in rows)
    print(
        f"{len(rows)} projects: {statuses[0]} same, {statuses[1]} differ, {statuses[3]} not "
        f"compared in part; {sum(row.compared for row in rows)} of "
        f"{sum(row.checks for row in rows)} checks compared, {sum(row.same for row in rows)} same; "
        f"{sum(row.launched for row in rows)} of {sum(row.kernels for row in rows)} kernels ran"
    )


if __name__ == "__main__":
    main()
