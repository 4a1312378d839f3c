"""`porter run --profile` counts what kernels do, by source line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.toolchain, pytest.mark.slow]

PROGRAM = Path(__file__).parent / "programs" / "profiled.hip"


@pytest.mark.parametrize(("arch", "waves"), [("gfx942", 2), ("gfx1100", 4)])
def test_counts_are_those_of_the_program(arch: str, waves: int, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    done = subprocess.run(
        [sys.executable, "-m", "porter", "run", "--profile", "--arch", arch,
         "--report", str(report), str(PROGRAM)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    kernels = {one["kernel"]: one for one in json.loads(report.read_text())["profile"]}
    moves, meets = kernels["moves(int const*, int*)"], kernels["meets(int*)"]
    assert (moves["launches"], moves["blocks"], moves["waves"]) == (2, 8, 8 * waves)
    assert (meets["launches"], meets["blocks"], meets["waves"]) == (1, 1, waves)
    lines = {one["line"]: one for one in moves["lines"]}
    words = 2 * 4 * 128 * 4
    assert (lines[6]["global_read"], lines[6]["lds_written"]) == (words, words)
    assert (lines[8]["lds_read"], lines[8]["global_written"]) == (words, words)
    assert lines[7]["barriers"] == 8 * waves
    (barrier,) = [one for one in meets["lines"] if one["barriers"]]
    assert (barrier["line"], barrier["barriers"]) == (12, 5 * waves)
    assert sum(one["global_written"] for one in meets["lines"]) == 4 * 32
    computes = kernels["computes(unsigned int*)"]  # in far less than a millisecond
    for kernel in (moves, meets, computes):
        times = [one["nanoseconds"] for one in kernel["lines"]]
        assert min(times) > 0 and sum(times) < 16 * 1e9 * kernel["seconds"]
    longest = max(computes["lines"], key=lambda one: one["nanoseconds"])
    assert longest["line"] in (18, 19)
    assert "kernel moves(int const*, int*)\n  2 launches, " in done.stderr
    assert "profiled.hip:7" in done.stderr
