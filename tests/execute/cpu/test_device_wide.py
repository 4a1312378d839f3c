"""Algorithms of CUB, hipCUB and Thrust over whole arrays: segments, keys, runs, pairs."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute import cpu

SLOW = [pytest.param(arch, marks=pytest.mark.slow) for arch in ("gfx1100", "sm_80")]
pytestmark = [pytest.mark.toolchain, pytest.mark.parametrize("arch", ["gfx942", *SLOW])]

PROGRAMS = Path(__file__).parent / "programs"


@pytest.mark.slow
def test_sorts_by_segment_reductions_by_key_and_run_lengths(arch: str) -> None:
    run = cpu.build(PROGRAMS / "runs_and_segments.cu", arch=arch).run(timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count(" ok\n") == 6 and "FAILED" not in run.stdout


def test_thrust(arch: str) -> None:
    run = cpu.build(PROGRAMS / "thrust.cu", arch=arch).run(timeout=120)
    products, runs, sum_of_fourth, largest, second = 249534, 10, 345, 100, 71
    assert run.stdout.startswith(f"{products} {runs} {sum_of_fourth} {largest} {second} {runs} ")
    assert run.returncode == 0, run.stderr
