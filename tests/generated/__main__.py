"""The campaign: `python -m tests.generated FIRST COUNT`, or `--write FOLDER` for an NVIDIA GPU.

Each unit is one program of many kernels, built and run as CUDA (sm_80), and its port as HIP with
waves of 64 lanes (gfx942) and of 32 (gfx1100). A kernel that gives something else than its
reference is named with its seed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.generated.unit import program

ARCHITECTURES = ("sm_80", "gfx942", "gfx1100")
_BUILD = """#!/bin/sh
# Builds every unit with nvcc and runs it: a line a unit, and how many kernels gave their reference.
# No unit is begun once SECONDS_LEFT have passed.
cd "$(dirname "$0")" || exit 1
: "${NVCC:=nvcc}" "${ARCH:=native}" "${JOBS:=8}" "${SECONDS_LEFT:=480}"
END=$(($(date +%s) + SECONDS_LEFT))
export NVCC ARCH END
ls unit*.cu | sort -V | xargs -P "$JOBS" -I{} sh -c '
  [ "$(date +%s)" -lt "$END" ] || exit 0
  "$NVCC" "-arch=$ARCH" -w -o {}.out {} || { echo "{}: does not build"; exit 0; }
  echo "{}: $(timeout 60 ./{}.out | tail -5)"; rm {}.out' | tee results.txt
awk '/: PASS/ { same += $3 } /FAIL|does not/ { others++ }
  END { printf "%d kernels as their reference, %d units with others\\n", same, others }' results.txt
"""


def units(first: int, count: int, size: int) -> Iterator[range]:
    """Yield the seeds of each unit."""
    for start in range(first, first + count, size):
        yield range(start, min(start + size, first + count))


def run_unit(seeds: range, folder: Path, architectures: tuple[str, ...]) -> list[str]:
    """Return what differs, one line each.

    Args:
        seeds: of the kernels.
        folder: where the program and its port are written.
        architectures: what it is run as.
    """
    from porter.options import Options  # not where units are written, beside an NVIDIA GPU
    from porter.port.destination import Destination, OutputMode
    from porter.port.run import write_port

    source = folder / "cuda" / f"unit{seeds.start}.cu"
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(program(seeds), encoding="utf-8")
    write_port([source.parent], Options(), Destination(OutputMode.OUT, folder / "port"))
    different = []
    for arch in architectures:
        side = source if arch.startswith("sm_") else folder / "port" / source.name
        command = [sys.executable, "-m", "porter", "run", "--arch", arch, str(side)]
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            env={**os.environ, "PORTER_CPU_OPTIMIZE": "0"},
            check=False,
        )
        if done.returncode or f"PASS {len(seeds)}" not in done.stdout:
            lines = (done.stdout + done.stderr).splitlines()
            different += [f"{arch} {line}" for line in lines if line.strip()]
    return different


def main() -> int:
    """Run the campaign, or write it; the status is 1 where something differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.generated", description=__doc__)
    parser.add_argument("first", type=int, help="the first seed")
    parser.add_argument("count", type=int, help="number of kernels")
    parser.add_argument("--size", type=int, default=100, help="kernels of one unit")
    parser.add_argument("--on", default=",".join(ARCHITECTURES), help="architectures")
    parser.add_argument("--write", type=Path, help="write the units here, with a script for nvcc")
    chosen = parser.parse_args()
    if chosen.write is not None:
        chosen.write.mkdir(parents=True, exist_ok=True)
        for seeds in units(chosen.first, chosen.count, chosen.size):
            (chosen.write / f"unit{seeds.start}.cu").write_text(program(seeds), encoding="utf-8")
        (chosen.write / "run.sh").write_text(_BUILD, encoding="utf-8")
        return 0
    failed = 0
    for seeds in units(chosen.first, chosen.count, chosen.size):
        with tempfile.TemporaryDirectory() as folder:
            different = run_unit(seeds, Path(folder), tuple(chosen.on.split(",")))
        print(f"kernels {seeds.start} to {seeds[-1]}: {different or 'no difference'}", flush=True)
        failed += bool(different)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
