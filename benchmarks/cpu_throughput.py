"""Nanoseconds a work-item on the cpu executor, beside another build of the same program.

    python -m benchmarks.cpu_throughput                      # the executor, with one thread and all
    python -m benchmarks.cpu_throughput --beside PROGRAM     # and PROGRAM, in turns with it

PROGRAM is `cpu_executor/throughput.hip` built by something else. The programs take turns, and the
best round of each counts, so that what else the machine does bears on all of them alike. Processor
time is that of all threads together: it says least about what else runs, and nothing about cores.
"""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from porter.execute import cpu

SOURCE = Path(__file__).parent / "cpu_executor" / "throughput.hip"


def measure(program: Path, environment: Mapping[str, str]) -> dict[str, tuple[float, float]]:
    """Run once; return nanoseconds a work-item by kernel: by the clock, and of processors."""
    done = subprocess.run(
        [str(program)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environment},
    )
    lines = (line.split() for line in done.stdout.splitlines())
    return {name: (float(clock), float(busy)) for name, clock, busy in lines}


#: Nanoseconds by program and kernel.
Figures = dict[str, dict[str, float]]


def compare(
    programs: Mapping[str, tuple[Path, dict[str, str]]], rounds: int
) -> tuple[Figures, Figures]:
    """Run the programs in turns; return the best of each: by the clock, and of processors."""
    best: tuple[Figures, Figures] = ({name: {} for name in programs}, {n: {} for n in programs})
    for _ in range(rounds):
        for name, (program, environment) in programs.items():
            for kernel, both in measure(program, environment).items():
                for figures, nanoseconds in zip(best, both, strict=True):
                    known = figures[name].get(kernel, nanoseconds)
                    figures[name][kernel] = min(nanoseconds, known)
    return best


def show(title: str, best: Figures) -> None:
    """Print a table in Markdown; ratios are to the first program when there are three."""
    names = list(best)
    ratios = [f"{names[0]} / {name}" for name in names[1:]] if len(names) > 2 else []
    print(f"\n{title}\n\n| " + " | ".join(["kernel", *names, *ratios]) + " |")
    print("|---|" + "--:|" * (len(names) + len(ratios)))
    for kernel in best[names[0]]:
        times = [best[name][kernel] for name in names]
        cells = [f"{t:.2f}" for t in times]
        cells += [f"{times[0] / t:.1f}" for t in times[1:]] if ratios else []
        print(f"| {kernel} | " + " | ".join(cells) + " |")


def main() -> None:
    """Print two tables."""
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
    clock, busy = compare(programs, arguments.rounds)
    show("By the clock", clock)
    show("Processor time", busy)


if __name__ == "__main__":
    main()
