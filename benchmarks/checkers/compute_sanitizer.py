"""Runs programs with one planted fault each under NVIDIA's compute-sanitizer; times one without.

python -m benchmarks.checkers.compute_sanitizer OUT: where nvcc and an NVIDIA GPU are.
`comparison.py` reads what it leaves there, and runs the same programs on the executor.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.checkers.one_fault import Fault, faults

HERE = Path(__file__).parent
PROGRAMS = HERE.parents[1] / "tests" / "execute" / "cpu" / "programs" / "checks"
#: Sources with planted faults, and the tools that look for such faults.
TOOLS = {
    "memory.hip": ("memcheck", "initcheck"),
    "races.hip": ("racecheck",),
    "barriers.hip": ("synccheck",),
    "barriers.cu": ("synccheck",),
}
#: Of the workload: the edge of its matrix, and for each tool two numbers of turns.
SIDE = 256
TURNS = {"": (1, 4001), "memcheck": (1, 401), "initcheck": (1, 401), "synccheck": (1, 401),
         "racecheck": (1, 4)}  # fmt: skip
_PLACE = re.compile(r"(?:in|at) .*?([\w.]+\.(?:hip|cu)):(\d+)")
_SUMMARY = re.compile(r"(?:ERROR|RACECHECK) SUMMARY: (\d+)")


def _build(source: Path, made: Path) -> Path | None:
    command = ["nvcc", "-x", "cu", "-arch=sm_90", "-lineinfo", "-std=c++17", "-rdc=true"]
    command += [f"-I{HERE / 'nvidia'}", str(source), "-o", str(made)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stderr, file=sys.stderr)
    return None if done.returncode else made


def _check(program: Path, tool: str, file: str) -> dict[str, object]:
    """Return how many errors a tool counts, and the lines that it names."""
    command = ["timeout", "60", "compute-sanitizer", "--tool", tool, str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    text = done.stdout + done.stderr
    program.with_suffix(f".{tool}.txt").write_text(text)
    errors = sum(int(count) for count in _SUMMARY.findall(text))
    lines = sorted({int(line) for name, line in _PLACE.findall(text) if name == file})
    return {"errors": errors, "lines": lines}


def _one(name: str, fault: Fault, folder: Path) -> list[dict[str, object]]:
    place = folder / f"{name}-{fault.name.replace(':', '-')}"
    place.mkdir()
    source = place / name
    source.write_text(fault.text)
    program = _build(source, place / "program")
    about = {"program": name, "fault": fault.name, "planted": sorted(fault.lines)}
    if program is None:
        return [{**about, "tool": "nvcc", "errors": 0, "lines": []}]
    return [{**about, "tool": tool, **_check(program, tool, name)} for tool in TOOLS[name]]


def _time(workload: Path, tool: str) -> float:
    """Return the seconds of a turn: the difference of two runs."""
    command = ["compute-sanitizer", "--tool", tool] if tool else []
    taken = []
    for turns in TURNS[tool]:
        began = time.monotonic()
        words = ["timeout", "100", *command, str(workload), str(SIDE), str(turns)]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        taken.append(time.monotonic() - began)
    few, many = TURNS[tool]
    return (taken[1] - taken[0]) / (many - few)


def main(folder: Path) -> None:
    """Write what each tool says of each program, and how long it makes the workload take."""
    wanted = [(name, fault) for name in TOOLS for fault in faults(PROGRAMS / name)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda one: _one(one[0], one[1], folder), wanted))
    (folder / "faults.json").write_text(
        json.dumps([row for rows in found for row in rows], indent=1)
    )
    workload = _build(HERE / "workload.hip", folder / "workload")
    assert workload is not None
    times = {}
    for tool in TURNS:
        times[tool] = _time(workload, tool)
        (folder / "times.json").write_text(json.dumps(times, indent=1))
    leaks = _build(PROGRAMS / "leaks.hip", folder / "leaks")
    assert leaks is not None
    command = ["compute-sanitizer", "--tool", "memcheck", "--leak-check", "full", str(leaks)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    (folder / "leaks.txt").write_text(done.stdout + done.stderr)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
