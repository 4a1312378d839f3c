"""What the cpu executor's work-items and compilations cost, as ratios of one run.

    python -m benchmarks.cpu_ratios                             # beside OpenMP's loops, and clang
    python -m benchmarks.cpu_ratios --beside before=PROGRAM     # and other builds of throughput.hip

The programs take turns on one thread each, and the best round of each counts, as processor time; so
do the compilers. What units begin with is precompiled by the third turn.
OpenMP's loops are compiled by the system's g++ for this processor.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import time
from pathlib import Path

from benchmarks.cpu_throughput import SOURCE, Figures, compare, show
from porter.execute import cpu
from porter.execute.cpu.compilation import Compiler
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from tests.tensor_cores import fragments, sparse

_HOST = SOURCE.with_name("host_loops.cpp")
_ALONE = {"OMP_NUM_THREADS": "1", "PORTER_CPU_THREADS": "1"}
_ROOT = Path(__file__).parents[1]
#: Units that are compiled: the work-items, two programs of block reductions, and rocPRIM's sorts,
#: unrolled networks that wait at thousands of places. `_matrix_units` are two more.
_UNITS = (
    SOURCE,
    _ROOT / "ported" / "warp_kit" / "block_reduce.cu",
    _ROOT / "ported" / "warp_kit" / "layernorm.cu",
    _ROOT / "tests" / "execute" / "cpu" / "programs" / "runs_and_segments.cu",
)


def _matrix_units(folder: Path) -> list[Path]:
    """Port the small kernels of CUDA's matrix instructions, 56 of `wmma` and 40 of sparse `mma`."""
    sources, port = folder / "cuda", folder / "port"
    sources.mkdir()
    (sources / "wmma.cu").write_text(fragments.SOURCE)
    (sources / "sparse.cu").write_text(sparse.SOURCE)
    write_port([sources], Options(), Destination(OutputMode.OUT, port))
    return sorted(port.glob("*.cu"))


def host_program(folder: Path) -> Path:
    """Compile the loops for the host."""
    made = folder / "host"
    command = ["g++", "-O3", "-march=native", "-fopenmp", str(_HOST), "-o", str(made)]
    subprocess.run(command, check=True)
    return made


def _children() -> float:
    times = os.times()
    return times.children_user + times.children_system


def compile_seconds(source: Path, folder: Path) -> tuple[float, float]:
    """Return the processor time that the executor and clang for gfx942 take for a unit."""
    never = f"-DPORTER_NOT_YET_COMPILED={time.time_ns()}"
    compiler = Compiler.default("gfx942", (never, f"-I{source.parent}"))
    _ = compiler.native
    before = _children()
    compiler.host_object(source)
    compiler.device_object(source)
    ours = _children() - before
    command = compiler.dialect.command(source, compiler.flags)
    before = _children()
    subprocess.run([*command, "-O3", "-c", "-o", str(folder / "unit.o")], check=True)
    return ours, _children() - before


def show_ratios(busy: Figures) -> None:
    """Print what the aims are about."""
    ours, host = busy["executor"], busy["OpenMP"]
    print("\n| work-items | OpenMP / executor |\n|---|--:|")
    for name, nanoseconds in host.items():
        print(f"| {name} | {nanoseconds / ours[name]:.2f} |")
    loop = host["axpy"]
    print(f"\n| one more | ns | of one iteration ({loop:.3f} ns) |\n|---|--:|--:|")
    for kind in ("barrier", "shuffle"):
        each = (ours[f"{kind}_9"] - ours[f"{kind}_1"]) / 8
        print(f"| {kind} | {each:.2f} | {each / loop:.1f} |")
        whole = ours[f"{kind}_1"]
        print(f"| whole kernel, one {kind} | {whole:.2f} | {whole / loop:.1f} |")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--beside", action="append", default=[], metavar="NAME=PROGRAM")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--compilations", type=int, default=3, help="of each unit, in turn")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        programs = {"executor": (cpu.build(SOURCE, arch="gfx942").path, _ALONE)}
        for text in arguments.beside:
            name, path = text.split("=", 1)
            programs[name] = (Path(path).resolve(), _ALONE)
        host = {"OpenMP": (host_program(Path(folder)), _ALONE)}
        _, busy = compare({**programs, **host}, arguments.rounds)
        show("Nanoseconds of processor time a work-item", {name: busy[name] for name in programs})
        show_ratios(busy)
        print("\n| unit | executor, s | clang for gfx942, s | ratio |\n|---|--:|--:|--:|")
        for source in [*_UNITS, *_matrix_units(Path(folder))]:
            turns = [compile_seconds(source, Path(folder)) for _ in range(arguments.compilations)]
            ours, clang = (min(each) for each in zip(*turns, strict=True))
            print(f"| {source.name} | {ours:.2f} | {clang:.2f} | {ours / clang:.2f} |", flush=True)


if __name__ == "__main__":
    main()
