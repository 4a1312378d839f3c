"""Runs the programs with planted faults under NVIDIA's compute-sanitizer, and times one without.

python -m benchmarks.checkers.compute_sanitizer OUT: where nvcc and an NVIDIA GPU are.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

_HERE = Path(__file__).parent
_PROGRAMS = _HERE.parents[1] / "tests" / "execute" / "cpu" / "programs" / "checks"
_TOOLS = {
    "memory.hip": ("memcheck", "initcheck"),
    "races.hip": ("racecheck",),
    "barriers.hip": ("synccheck",),
    "barriers.cu": ("synccheck",),
    "leaks.hip": ("memcheck --leak-check full",),
}
_PLACE = re.compile(r"(?:in|at) .*?([\w.]+\.(?:hip|cu)):(\d+)")


def _build(source: Path, folder: Path) -> Path:
    made = folder / source.name.replace(".", "_")
    command = ["nvcc", "-x", "cu", "-arch=sm_90", "-lineinfo", "-std=c++17", "-rdc=true"]
    command += [f"-I{_HERE / 'nvidia'}", str(source), "-o", str(made)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    print(done.stderr, file=sys.stderr)
    return made


def _planted(source: Path) -> set[int]:
    lines = enumerate(source.read_text().splitlines(), 1)
    return {number for number, line in lines if "// finds:" in line}


def main(folder: Path) -> None:
    """Write what each tool says into the folder, and a line for each program."""
    for name, tools in _TOOLS.items():
        program, planted = _build(_PROGRAMS / name, folder), _planted(_PROGRAMS / name)
        for tool in tools:
            command = ["timeout", "60", "compute-sanitizer", "--tool", *tool.split()]
            if tool == "memcheck":
                command += ["--destroy-on-device-error", "kernel"]
            done = subprocess.run([*command, program], capture_output=True, text=True, check=False)
            text = done.stdout + done.stderr
            (folder / f"{name}-{tool.split()[0]}.txt").write_text(text)
            places = {int(line) for file, line in _PLACE.findall(text) if file == name}
            found, more = sorted(places & planted), sorted(places - planted)
            print(f"{name} {tool}: {len(found)} of {len(planted)} lines: {found}; others {more}")
    workload = _build(_HERE / "workload.hip", folder)
    for prefix in ("", "memcheck", "initcheck", "racecheck", "synccheck"):
        command = ["compute-sanitizer", "--tool", prefix] if prefix else []
        for turns in ("1", "101"):
            began = time.monotonic()
            words = ["timeout", "60", *command, str(workload), "512", turns]
            subprocess.run(words, check=False, stdout=subprocess.DEVNULL)
            print(f"workload {prefix or 'alone'} {turns} turns: {time.monotonic() - began:.3f} s")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
