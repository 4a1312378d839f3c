"""Nanoseconds a work-item on the cpu executor, beside another build of the same program.

    python -m benchmarks.cpu_throughput                      # the executor, with one thread and all
    python -m benchmarks.cpu_throughput --beside PROGRAM     # and PROGRAM, in turns with it

PROGRAM is `cpu_executor/throughput.hip` built by something else. The programs take turns, and the
best round of each counts, so that what else the machine does bears on all of them alike.
"""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from porter.execute import cpu

SOURCE = Path(__file__).parent / "cpu_executor" / "throughput.hip"


def measure(program: Path, environment: Mapping[str, str]) -> dict[str, float]:
    """Run once; return nanoseconds a work-item by kernel."""
    done = subprocess.run(
        [str(program)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environment},
    )
    lines = (line.split() for line in done.stdout.splitlines())
    return {name: float(nanoseconds) for name, nanoseconds in lines}


def compare(
    programs: Mapping[str, tuple[Path, dict[str, str]]], rounds: int
) -> dict[str, dict[str, float]]:
    """Run the programs in turns; return the best of each by name and kernel."""
    best: dict[str, dict[str, float]] = {name: {} for name in programs}
    for _ in range(rounds):
        for name, (program, environment) in programs.items():
            for kernel, nanoseconds in measure(program, environment).items():
                best[name][kernel] = min(nanoseconds, best[name].get(kernel, nanoseconds))
    return best


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--beside", type=Path, metavar="PROGRAM", help="another build of the program"
    )
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--arch", default="gfx942")
    arguments = parser.parse_args()
    ours = cpu.build(SOURCE, arch=arguments.arch).path
    programs: dict[str, tuple[Path, dict[str, str]]] = {}
    if arguments.beside:
        programs["beside"] = (arguments.beside.resolve(), {})
    programs["one thread"] = (ours, {"PORTER_CPU_THREADS": "1"})
    programs["all threads"] = (ours, {})
    best = compare(programs, arguments.rounds)
    ratios = ["beside / one", "beside / all"] if arguments.beside else []
    heads = ["kernel", *programs, "one / all", *ratios]
    print("| " + " | ".join(heads) + " |")
    print("|---|" + "--:|" * (len(heads) - 1))
    for kernel in best["one thread"]:
        times = [best[name][kernel] for name in programs]
        one, every = times[-2:]
        cells = [*(f"{t:.2f}" for t in times), f"{one / every:.1f}"]
        if arguments.beside:
            cells += [f"{times[0] / one:.1f}", f"{times[0] / every:.1f}"]
        print(f"| {kernel} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
