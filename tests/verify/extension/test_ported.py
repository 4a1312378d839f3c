"""The extensions of ported/ against PyTorch in float64: all of parity/, at both wave sizes."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.project.settings import read
from porter.verify.check import Options, checks

pytest.importorskip("torch")

ROOT = Path(__file__).parents[3]


@pytest.mark.slow
@pytest.mark.toolchain
@pytest.mark.parametrize("arch", ["gfx942", "gfx1100"])
@pytest.mark.parametrize("name", ["causal_conv1d"])
def test_every_case(name: str, arch: str) -> None:
    (project,) = (each for each in read(ROOT).projects if each.name == name)
    verdicts = [check.run(Options("torch")) for check in checks(project, [arch], "torch")]
    assert len(verdicts) > 100
    for verdict in verdicts:
        assert verdict.passed, (verdict.case, verdict.point, verdict.differences, verdict.problem)


@pytest.mark.parametrize("name", ["causal_conv1d", "efficient_kernels"])
def test_cases_can_be_listed(name: str) -> None:
    (project,) = (each for each in read(ROOT).projects if each.name == name)
    names = [check.name for check in checks(project, ["gfx942"], "torch")]
    assert len(set(names)) == len(names) >= 40
