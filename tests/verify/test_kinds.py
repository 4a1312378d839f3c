"""The kinds of cases, and what a further one needs: no more than to be one of them."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from porter.project.settings.kernel_cases import KernelCase
from porter.project.settings.program_cases import ProgramCase
from porter.project.settings.settings import ProjectSettings
from porter.verify import kinds
from porter.verify.kind import Recorder
from porter.verify.options import Ref
from porter.verify.place import Cpu, Place
from porter.verify.tracing import CudaSide

PROJECT = ProjectSettings(
    Path("cuda"), Path("hip"), arch=("gfx942", "gfx1100"),
    programs=(ProgramCase("a.cu", arch=("gfx1100",)),),
    kernels=(KernelCase("a.cu", "k", (), each={"n": (1, 2)}),),
)  # fmt: skip


def names(places: Sequence[Place] = (), ref: Ref = Ref.BEST) -> list[str]:
    return [check.name for check in kinds.checks(PROJECT, places, ref)]


def test_programs_then_kernels_at_each_point_and_place() -> None:
    assert names() == [
        "program a.cu[gfx1100]",
        "kernel a.cu:k[n=1-gfx942]", "kernel a.cu:k[n=1-gfx1100]",
        "kernel a.cu:k[n=2-gfx942]", "kernel a.cu:k[n=2-gfx1100]",
    ]  # fmt: skip
    found = names([Cpu("gfx942")])
    assert found == ["kernel a.cu:k[n=1-gfx942]", "kernel a.cu:k[n=2-gfx942]"]


def test_only_kinds_with_a_reference_in_pytorch_are_compared_with_it() -> None:
    assert names(ref=Ref.TORCH) == []


def test_a_further_kind_is_verified_and_recorded_like_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def checks(
        project: ProjectSettings, places: Sequence[Place], ref: Ref
    ) -> Iterator[SimpleNamespace]:
        yield SimpleNamespace(name=f"script {project.name}[{places}]")

    def recorders(project: ProjectSettings, timeout: float) -> Iterator[Recorder]:
        yield Recorder("script", lambda: Path("script.json"))

    def traced(project: ProjectSettings, timeout: float) -> Iterator[CudaSide]:
        yield CudaSide("script", Path("recordings"), str, print, print)

    script = SimpleNamespace(
        HAS_TORCH_REFERENCE=True, checks=checks, recorders=recorders, traced=traced
    )
    monkeypatch.setattr(kinds, "KINDS", (*kinds.KINDS, script))
    assert names(ref=Ref.TORCH) == ["script cuda[()]"]
    assert names()[-1] == "script cuda[()]" and len(names()) == 6
    recorded = [recorder.name for recorder in kinds.recorders(PROJECT, 1)]
    assert recorded == ["a.cu", "a.cu:k", "script"]
    launches = [recorder.name for recorder in kinds.trace_recorders(PROJECT, 1)]
    assert launches == ["launches of a.cu", "launches of script"]
