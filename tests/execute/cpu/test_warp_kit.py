"""`csrc_cuda/warp_kit` and its port give one set of numbers: CUDA at wave 32, HIP at 64 and 32."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from porter.execute import cpu
from porter.project.settings.settings import ProgramCase, read
from porter.verify.comparison.output import compare_output

pytestmark = pytest.mark.toolchain

ROOT = Path(__file__).parents[3]
PROJECT = next(p for p in read(ROOT).projects if p.upstream.name == "warp_kit")
#: Programs that every `make test` compares; the others take longer to compile.
QUICK = ("warp_reduce", "scan")


def comparisons() -> list[object]:
    """Every program on every architecture of its case."""
    return [
        pytest.param(case, arch, id=f"{case.name}-{arch}",
                     marks=() if case.name in QUICK else pytest.mark.slow)
        for case in PROJECT.programs
        for arch in case.arch or PROJECT.arch
    ]  # fmt: skip


@cache
def cuda_side(case: ProgramCase) -> str:
    """What the CUDA original prints on the cpu executor, as sm_80."""
    source = PROJECT.upstream / case.source
    run = cpu.build(source, arch="sm_80", flags=case.flags).run(case.args, timeout=300)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


@pytest.mark.parametrize(("case", "arch"), comparisons())
def test_both_sides_agree(case: ProgramCase, arch: str) -> None:
    source = PROJECT.port / case.source
    run = cpu.build(source, arch=arch, flags=case.flags).run(case.args, timeout=300)
    assert run.returncode == 0, run.stdout + run.stderr
    compared = compare_output(
        cuda_side(case), run.stdout, rtol=case.rtol, atol=case.atol, ignore=case.ignore
    )
    assert compared.differences == ()
    assert compared.numbers > 0
