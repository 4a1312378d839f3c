"""Compares what compute-sanitizer left in a folder with what the executor's checks find.

python -m benchmarks.checkers.comparison OUT: OUT is `compute_sanitizer`'s. Prints a table of
planted faults, found by one and by both, and one of slow-downs, each of a turn of the workload.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.checkers.compute_sanitizer import HERE, PROGRAMS, SIDE
from benchmarks.checkers.one_fault import faults

#: What the executor is asked for, beside the tools' answers.
_CHECKS = {"memory.hip": "memory", "races.hip": "races", "barriers.hip": "barriers",
           "barriers.cu": "barriers"}  # fmt: skip
#: Of the workload, for each check: two numbers of turns.
_TURNS = {"": (1, 41), "memory": (1, 4), "races": (1, 3), "barriers": (1, 4), "leaks": (1, 4)}


def _porter(*words: str) -> list[str]:
    return [sys.executable, "-m", "porter", "run", *words]


def _lines_found(name: str) -> set[int]:
    """Return the lines of a program of which the executor's check tells."""
    source = PROGRAMS / name
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = _porter("--check", _CHECKS[name], "--report", str(report), str(source))
        subprocess.run(command, capture_output=True, check=False)
        findings = json.loads(report.read_text())["findings"]
    found = set()
    for finding in findings:
        places = (finding["item"] or {}).get("place") or finding["called"] or []
        found |= {frame["line"] for frame in places if frame["file"] == str(source)}
    return found


def _seconds_of_a_turn(check: str) -> float:
    """Return the processor time of one turn of the workload: the difference of two runs."""
    words = ["--check", check] if check else []
    taken = []
    for turns in _TURNS[check]:
        command = _porter(*words, str(HERE / "workload.hip"), "--", str(SIDE), str(turns))
        subprocess.run(command, check=True, capture_output=True)  # compiles
        best = float("inf")
        for _ in range(3):
            before = os.times()
            subprocess.run(command, check=True, capture_output=True)
            after = os.times()
            busy = after.children_user + after.children_system
            busy -= before.children_user + before.children_system
            best = min(best, busy)
        taken.append(best)
    few, many = _TURNS[check]
    return (taken[1] - taken[0]) / (many - few)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    rows = json.loads((folder / "faults.json").read_text())
    print("| program | faults | here | compute-sanitizer | both | only there |")
    print("|---|--:|--:|--:|--:|--:|")
    for name in _CHECKS:
        lines = _lines_found(name)
        planted = {fault.name: fault.lines for fault in faults(PROGRAMS / name)}
        there = {row["fault"] for row in rows if row["program"] == name and row["errors"]}
        ran = {row["fault"] for row in rows if row["program"] == name} & planted.keys()
        here = {fault for fault in ran if planted[fault] <= lines}
        cells = (len(ran), len(here), len(there), len(here & there), len(there - here))
        print(f"| {name} | " + " | ".join(map(str, cells)) + " |")
    times = json.loads((folder / "times.json").read_text())
    for tool, seconds in times.items():
        if tool:
            print(f"{tool}: {seconds / times['']:.0f} times {times[''] * 1e6:.0f} us")
    alone = _seconds_of_a_turn("")
    for check in list(_TURNS)[1:]:
        print(f"{check}: {_seconds_of_a_turn(check) / alone:.0f} times {alone * 1e3:.1f} ms")


if __name__ == "__main__":
    main()
