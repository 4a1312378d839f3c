"""A shuffled order shows each planted dependence on order, and changes nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.toolchain, pytest.mark.slow]

PROGRAM = Path(__file__).parent / "programs" / "order.hip"


def results(*options: str) -> dict[str, str]:
    """Return what each kernel computes; blocks run one after the other."""
    done = subprocess.run(
        [sys.executable, "-m", "porter", "run", *options, str(PROGRAM)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PORTER_CPU_THREADS": "1"},
    )
    lines = (line.partition(" ") for line in done.stdout.splitlines())
    return {kernel: numbers for kernel, _, numbers in lines}


def test_what_depends_on_the_order_differs_and_nothing_else() -> None:
    planted = set(re.findall(r"void (\w+)\(int \*out\) \{ // planted", PROGRAM.read_text()))
    assert len(planted) >= 10
    usual = results()
    assert planted < usual.keys()
    seeds = [results("--order", "shuffled", "--seed", str(seed)) for seed in range(4)]
    differing = {name for name in usual if any(other[name] != usual[name] for other in seeds)}
    assert differing == planted
    assert results("--order", "shuffled", "--seed", "2") == seeds[2]
