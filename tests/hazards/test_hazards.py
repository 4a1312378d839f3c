"""Each hazard is handled, which its port shows by running, or reported."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from porter.fixers.registry import rules
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.port.tree_result import TreeResult
from porter.toolchain.discovery import find
from tests.hazards.cub import declared, primitives
from tests.hazards.page import PAGE, page
from tests.hazards.table import PROGRAMS, Hazard, hazards

ROOT = Path(__file__).parents[2]
SHOWN = [hazard for hazard in hazards() if hazard.program]
WAVES = ("gfx942", "gfx1100")


def ported(hazard: Hazard, folder: Path) -> tuple[Path, TreeResult]:
    """Return the port of a hazard's program, and what the conversion said."""
    source = folder / "cuda"
    source.mkdir()
    shutil.copy(PROGRAMS / hazard.program, source)
    result = write_port(
        [source], Options(warp=hazard.warp), Destination(OutputMode.OUT, folder / "port")
    )
    return folder / "port" / hazard.program, result


def run(program: Path, arch: str) -> subprocess.CompletedProcess[str]:
    """Build and run a program on the executor."""
    command = [sys.executable, "-m", "porter", "run", "--arch", arch, "--timeout", "120"]
    return subprocess.run(
        [*command, str(program)],
        env={**os.environ, "PORTER_CPU_SPIN_SECONDS": "2"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_row_has_its_rule_and_what_shows_it() -> None:
    known = {rule.id for rule in rules()}
    for hazard in hazards():
        assert hazard.rule in known, hazard.what
        shown = ROOT / hazard.test if hazard.test else PROGRAMS / hazard.program
        assert shown.is_file(), hazard.what
        assert bool(hazard.test) != bool(hazard.program), hazard.what


def test_every_program_belongs_to_a_row() -> None:
    shown = {hazard.program for hazard in SHOWN}
    assert {path.name for path in PROGRAMS.glob("*.cu")} == shown


@pytest.mark.toolchain
def test_all_of_hipcub_has_a_verdict() -> None:
    assert {one.name for one in primitives()} == declared(find().rocm_path / "include")
    for one in primitives():
        assert one.verdict == "inside" or (PROGRAMS / one.shown).is_file(), one.name


@pytest.mark.parametrize(
    "hazard",
    [hazard for hazard in SHOWN if hazard.verdict == "reported" or hazard.rule.startswith("NUM05")],
    ids=lambda hazard: hazard.program,
)
def test_what_no_port_can_mend_is_reported(hazard: Hazard, tmp_path: Path) -> None:
    _, result = ported(hazard, tmp_path)
    converted = result.conversion.converted
    found = {located.finding.rule for file in converted for located in file.findings}
    assert hazard.rule in found


@pytest.mark.toolchain
@pytest.mark.slow
@pytest.mark.parametrize("arch", WAVES)
@pytest.mark.parametrize("hazard", SHOWN, ids=lambda hazard: hazard.program)
def test_the_port_gives_cuda_s_result_or_fails_as_reported(
    hazard: Hazard, arch: str, tmp_path: Path
) -> None:
    program, _ = ported(hazard, tmp_path)
    done = run(program, arch)
    assert (done.returncode != 0) == (arch in hazard.fails), done.stdout + done.stderr


@pytest.mark.toolchain
@pytest.mark.slow
@pytest.mark.parametrize("hazard", SHOWN, ids=lambda hazard: hazard.program)
def test_cuda_s_side_passes(hazard: Hazard) -> None:
    done = run(PROGRAMS / hazard.program, "sm_80")
    assert done.returncode == 0, done.stdout + done.stderr
