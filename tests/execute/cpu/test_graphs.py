"""Graphs: captured from streams, built by hand, changed, and what a capture forbids."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from porter.execute import cpu

pytestmark = pytest.mark.toolchain

PROGRAMS = Path(__file__).parent / "programs"
OWN = PROGRAMS.parents[3] / "csrc_cuda" / "warp_kit"


@pytest.mark.parametrize("arch", ["gfx942", "sm_80"])
def test_graphs(tmp_path: Path, arch: str) -> None:
    source = tmp_path / "graphs.cu"
    shutil.copyfile(PROGRAMS / "graphs.hip", source)
    run = cpu.build(source, arch=arch).run(timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count(" ok\n") == 29 and "FAILED" not in run.stdout


@pytest.mark.parametrize(("arch", "checks"), [("gfx942", 28), ("sm_80", 32)])
def test_nodes_of_memory_and_conditions_and_changes(arch: str, checks: int) -> None:
    run = cpu.build(PROGRAMS / "graph_nodes.cu", arch=arch).run(timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count(" ok\n") == checks


@pytest.mark.parametrize("arch", ["gfx942", pytest.param("sm_80", marks=pytest.mark.slow)])
def test_what_nodes_and_instances_are_told(arch: str) -> None:
    run = cpu.build(PROGRAMS / "graph_parameters.cu", arch=arch).run(timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("ok ") == 36


def test_our_own_streams_events_and_graphs() -> None:
    run = cpu.build(OWN / "streams_events.cu", arch="sm_80").run(timeout=60)
    assert run.stdout.endswith("streams_events: ok\n"), run.stdout + run.stderr
