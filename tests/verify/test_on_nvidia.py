"""Both sides on an NVIDIA GPU; here the executor's nvcc stands for the one of such a machine."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.execute import nvidia
from porter.project.settings.kernel_cases import KernelArgument, KernelCase
from porter.project.settings.program_cases import ProgramCase
from porter.project.settings.settings import ProjectSettings
from porter.verify.kinds import checks, recorders, trace_recorders
from porter.verify.options import Options, Ref
from porter.verify.place import Cpu, Nvidia
from porter.verify.program import tracing as program_tracing

pytestmark = pytest.mark.toolchain

CUDA = """
#include <cuda_runtime.h>
#include <cstdio>
__global__ void twice(float *x, int n) { if (threadIdx.x < n) x[threadIdx.x] *= 2; }
int main() {
    float *x, y[2] = {1, 2};
    cudaMalloc(&x, sizeof y);
    cudaMemcpy(x, y, sizeof y, cudaMemcpyHostToDevice);
    twice<<<1, 32>>>(x, 2);
    cudaMemcpy(y, x, sizeof y, cudaMemcpyDeviceToHost);
    std::printf("%g %g\\n", y[0], y[1]);
}
"""
HIP = CUDA.replace("cuda_runtime", "hip/hip_runtime").replace("cuda", "hip")
KERNEL = KernelCase(
    "twice.cu",
    "twice",
    block=("32",),
    seeds=(0,),
    arguments=(
        KernelArgument("x", "float32", "inout", ("7",)),
        KernelArgument("n", "int32", "scalar", value="7"),
    ),
)
PROGRAM = ProgramCase("twice.cu")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ProjectSettings:
    nvcc = tmp_path / "bin" / "nvcc"
    nvcc.parent.mkdir()
    call = "from porter.execute.cpu.compiler_wrappers import nvcc; nvcc()"
    nvcc.write_text(f"#!/bin/sh\nexec '{sys.executable}' -c '{call}' \"$@\"\n")
    nvcc.chmod(0o755)
    gpu = nvidia.Device("a GPU", "580", "80", f"13.0 of {tmp_path}", nvcc)
    monkeypatch.setattr(nvidia, "device", lambda: gpu)
    for side, text in (("cuda", CUDA), ("hip", HIP)):
        (tmp_path / side).mkdir()
        (tmp_path / side / "twice.cu").write_text(text)
    return ProjectSettings(
        tmp_path / "cuda", tmp_path / "hip", arch=("gfx1100",), programs=(PROGRAM,),
        kernels=(KERNEL,), recordings=tmp_path / "recordings",
    )  # fmt: skip


def test_a_kernel_runs_on_both_sides_and_is_timed(project: ProjectSettings) -> None:
    _, check = checks(project, (Nvidia(),))
    assert check.name == "kernel twice.cu:twice[nvidia]"
    verdict = check.run(Options())
    assert verdict.passed and verdict.numbers == 7, verdict
    assert verdict.against.startswith("a GPU, driver 580, CUDA 13.0") and not verdict.note
    assert verdict.timing is not None and verdict.timing.device == "a GPU"
    assert verdict.timing.runs == 20


@pytest.mark.slow
def test_a_program_runs_on_both_sides_and_its_launches_are_timed_and_compared(
    project: ProjectSettings,
) -> None:
    check, _ = checks(project, (Nvidia(),))
    verdict = check.run(Options(trace="full"))
    assert verdict.passed and verdict.numbers == 2, verdict
    assert verdict.timing is not None and verdict.timing.runs == 5
    assert verdict.trace == (
        "1 launches agree; 1 of 1 buffers after them are the same to the bit",
        "launches of CUDA's side: a GPU, now",
    )


@pytest.mark.slow
def test_a_program_that_differs_is_not_timed(project: ProjectSettings) -> None:
    source = project.port / "twice.cu"
    source.write_text(HIP.replace("*= 2", "*= 3"))
    check, _ = checks(project, (Nvidia(),))
    verdict = check.run(Options())
    assert [difference.reason for difference in verdict.differences] == ["3 instead of 2"]
    assert verdict.timing is None


@pytest.mark.slow
def test_a_program_that_cannot_be_timed_passes_and_says_so(
    project: ProjectSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(gpu: nvidia.Device) -> Path:
        raise PorterError(f"the library that traces launches does not compile for {gpu.name}")

    monkeypatch.setattr(program_tracing, "interposer_for", fails)
    check, _ = checks(project, (Nvidia(),))
    verdict = check.run(Options())
    assert verdict.passed and verdict.timing is None
    assert verdict.trace == (
        "no times: the library that traces launches does not compile for a GPU",
    )


@pytest.mark.slow
def test_what_a_gpu_gave_is_recorded_and_compared_with(project: ProjectSettings) -> None:
    made = {recorder.name: recorder.record() for recorder in recorders(project, 60)}
    for recorder in trace_recorders(project, 60):
        made[recorder.name] = recorder.record()
    assert [*made] == ["twice.cu", "twice.cu:twice", "launches of twice.cu"]
    assert all(path.is_file() for paths in made.values() for path in paths)
    traces = []
    for check in checks(project, (Cpu("gfx1100"),)):
        verdict = check.run(Options(Ref.RECORDED, trace="full"))
        assert verdict.passed, verdict
        assert verdict.against.startswith("a GPU, driver 580"), verdict.against
        traces += verdict.trace
    assert traces[0].startswith("1 launches agree") and "a GPU, driver 580" in traces[-1]
