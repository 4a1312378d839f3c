"""Kernels on both sides, without host code; a broken port is found."""

import math
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from porter.errors import PorterError
from porter.execute import amd, cpu
from porter.project.settings.kernel_cases import KernelArgument, KernelCase
from porter.project.settings.settings import ProjectSettings
from porter.verify.comparison.poison import PATTERNS
from porter.verify.kernel import recording as array_recording
from porter.verify.kernel.inputs import digest, make
from porter.verify.kernel.kind import checks
from porter.verify.kernel.launch import launch, launch_by_program, load
from porter.verify.kernel.reference import ExpectedArrays, KernelReferenceSource
from porter.verify.kernel.run import KernelRun
from porter.verify.options import Options, Ref
from porter.verify.place import Amd
from porter.verify.recording.provenance import Provenance
from porter.verify.recording.sources import source_hash
from porter.verify.recording.unusable import UnusableRecording

CUDA = """
#include <cuda_runtime.h>
template <class T> __global__ void add(const T *x, T *y, unsigned *count, int n, T by) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { y[i] = x[i] + by; atomicAdd(count, 1u); }
}
template __global__ void add<float>(const float *, float *, unsigned *, int, float);
int main() { return 7; }
"""
HIP = CUDA.replace("cuda_runtime", "hip/hip_runtime")
CASE = KernelCase(
    source="add.cu",
    kernel="add<float>",
    grid=("(n + 63) / 64",),
    block=("64",),
    each={"n": (1, 65)},
    seeds=(0, 1),
    arguments=(
        KernelArgument("x", "float32", "in", ("n",)),
        KernelArgument("y", "float32", "out", ("n",)),
        KernelArgument("count", "uint32", "inout", ("1",), values="zeros"),
        KernelArgument("n", "int32", "scalar", value="n"),
        KernelArgument("by", "float32", "scalar", value="1.5"),
    ),
)
ON_CPU = Options(ref=Ref.CPU)


def project(folder: Path, port: str = HIP, case: KernelCase = CASE) -> ProjectSettings:
    for name, text in (("cuda", CUDA), ("hip", port)):
        (folder / name).mkdir(exist_ok=True)
        (folder / name / "add.cu").write_text(text)
    return ProjectSettings(
        folder / "cuda", folder / "hip", arch=("gfx1100",), kernels=(case,),
        recordings=folder / "recordings",
    )  # fmt: skip


@pytest.mark.toolchain
def test_the_same_kernel_gives_the_same(tmp_path: Path) -> None:
    verdicts = [check.run(ON_CPU) for check in checks(project(tmp_path))]
    assert [verdict.point for verdict in verdicts] == ["n=1", "n=65"]
    for verdict in verdicts:
        assert verdict.passed, verdict
        assert verdict.against == "CUDA on the cpu executor (sm_80)"
    assert verdicts[1].numbers == 2 * (65 + 65 + 1)


@pytest.mark.toolchain
@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("i < n", "i < n - 1", "never written by the port"),
        ("x[i] + by", "x[i] - by", "elements differ; the worst, "),
        ("x[i] + by;", "x[i] + by; if (i == 0) y[n] = 1;", "wrote beside the array"),
        ("x[i] + by;", "x[i] + by; if (i == 0) ((T *)x)[0] = 0;", "x, seed 0"),
        ("1u", "2u", "count, seed 0"),
    ],
)
def test_a_broken_port_is_found(tmp_path: Path, before: str, after: str, said: str) -> None:
    assert before in HIP
    check = [*checks(project(tmp_path, HIP.replace(before, after)))][1]
    verdict = check.run(ON_CPU)
    assert not verdict.passed and not verdict.problem
    assert said in " ".join(f"{d.place}: {d.reason}" for d in verdict.differences)


@pytest.mark.toolchain
def test_what_does_not_compile_is_said_with_the_first_error(tmp_path: Path) -> None:
    (check, _) = checks(project(tmp_path, HIP.replace("atomicAdd", "atomicMad")))
    verdict = check.run(ON_CPU)
    assert "port: cannot build for the cpu executor: " in verdict.problem
    assert "atomicMad" in verdict.problem and len(verdict.problem.splitlines()) <= 2


@pytest.mark.toolchain
def test_a_program_of_its_own_launches_as_this_process_does(tmp_path: Path) -> None:
    settings = project(tmp_path)
    inside, outside = (make(CASE, {"n": 65}, 0, PATTERNS[0]) for _ in range(2))
    launch(load(settings.upstream, CASE, "sm_80"), CASE, {"n": 65}, inside)

    def build(source: Path, flags: tuple[str, ...]) -> Path:
        return cpu.build(source, arch="sm_80", flags=flags).path

    times = launch_by_program(
        build, settings.upstream, CASE, {"n": 65}, outside, timeout=60, timed=3
    )
    assert digest(inside) == digest(outside)  # further launches leave no trace
    assert len(times) == 3 and all(time >= 0 for time in times)
    short = replace(CASE, arguments=CASE.arguments[:3])
    with pytest.raises(PorterError, match="another number of arguments"):
        launch_by_program(build, settings.upstream, short, {"n": 65}, outside[:3], timeout=60)


@pytest.mark.slow
@pytest.mark.toolchain
def test_an_amd_gpu_runs_the_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The executor's hipcc stands for the one of a machine with a GPU."""
    hipcc = tmp_path / "hipcc"
    call = "from porter.execute.cpu.compiler_wrappers import hipcc; hipcc()"
    hipcc.write_text(f"#!/bin/sh\nexec '{sys.executable}' -c '{call}' \"$@\"\n")
    hipcc.chmod(0o755)
    gpu = amd.Device("gfx1100", hipcc, str(tmp_path))
    monkeypatch.setattr(amd, "device", lambda: gpu)
    found = [*checks(project(tmp_path), (Amd(),))]
    assert [check.name for check in found][1] == "kernel add.cu:add<float>[n=65-gpu]"
    verdict = found[1].run(ON_CPU)
    assert verdict.passed, verdict
    assert verdict.timing is not None and verdict.timing.device == "AMD gfx1100"
    assert math.isnan(verdict.timing.reference)  # nobody timed CUDA's side
    broken = [*checks(project(tmp_path, HIP.replace("+ by", "- by")), (Amd(),))]
    assert not broken[1].run(ON_CPU).passed


def recorded(settings: ProjectSettings, value: float) -> None:
    given = make(CASE, {"n": 1}, 0, PATTERNS[0])
    arrays = {"y": np.array([value], np.float32), "count": np.array([1], np.uint32)}
    source = source_hash(settings.upstream, "add.cu")
    provenance = Provenance("a GPU", "580", "13.0", "2026-01-31", source)
    runs = {array_recording.run_key({"n": 1}, 0): (digest(given), arrays)}
    array_recording.store(settings.recordings, CASE, runs, provenance)


def loaded(settings: ProjectSettings, pattern: int, *, stale_ok: bool = False) -> ExpectedArrays:
    run = KernelRun(settings, CASE, {"n": 1}, 0, pattern)
    return KernelReferenceSource(run, 60, stale_ok).recorded().result


def test_a_recording_is_taken_when_there_is_one(tmp_path: Path) -> None:
    settings = project(tmp_path)
    recorded(settings, 3.0)
    expected = loaded(settings, PATTERNS[0])
    assert expected.arrays["y"].tolist() == [3.0]
    assert str(expected.provenance).startswith("a GPU, driver 580")


def test_a_recording_of_something_else_is_refused(tmp_path: Path) -> None:
    settings = project(tmp_path)
    with pytest.raises(UnusableRecording, match="no recording"):
        loaded(settings, PATTERNS[0])
    recorded(settings, 3.0)
    with pytest.raises(UnusableRecording, match="other arguments"):
        loaded(settings, PATTERNS[1])
    (settings.upstream / "add.cu").write_text("// changed")
    with pytest.raises(UnusableRecording, match="have changed since"):
        loaded(settings, PATTERNS[0])
    assert loaded(settings, PATTERNS[0], stale_ok=True).arrays["y"] == 3.0
