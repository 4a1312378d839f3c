"""Mistakes in calls: each gets its code, and none crashes, hangs or passes in silence."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from porter.execute import cpu

pytestmark = pytest.mark.toolchain

PROGRAMS = Path(__file__).parent / "programs"
ERRORS = PROGRAMS / "errors"


def table() -> list[dict[str, str]]:
    """The codes: HIP's, CUDA's, those of an H200 with CUDA 13, and why they differ if they do."""
    with (ERRORS / "expected.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def answers(arch: str) -> dict[str, str]:
    run = cpu.build(ERRORS / "errors.cu", arch=arch).run(timeout=300)
    assert run.returncode == 0, run.stdout[-500:] + run.stderr
    return dict(line.rsplit(": ", 1) for line in run.stdout.splitlines())


@pytest.mark.parametrize(("arch", "column"), [("gfx942", "hip"), ("sm_80", "cuda")])
def test_every_mistake_gets_its_code(arch: str, column: str) -> None:
    expected = {row["mistake"]: row[column] for row in table() if row[column]}
    assert len(expected) > 400
    assert answers(arch) == expected


def test_cuda_answers_as_a_gpu_does_or_the_table_says_why_not() -> None:
    unexplained = [
        row["mistake"]
        for row in table()
        if row["cuda"] and row["h200"] not in ("", row["cuda"]) and not row["why"]
    ]
    assert unexplained == []


@pytest.mark.parametrize("arch", ["gfx942", "sm_80"])
def test_threads_that_destroy_what_others_use_do_no_harm(arch: str) -> None:
    run = cpu.build(PROGRAMS / "handle_races.cu", arch=arch).run(timeout=120)
    assert (run.returncode, run.stdout) == (0, "ok\n"), run.stderr


@pytest.mark.parametrize(("arch", "checks"), [("gfx942", 31), ("sm_80", 33)])
def test_conversions_and_what_nvcc_defines(arch: str, checks: int) -> None:
    run = cpu.build(PROGRAMS / "small_differences.cu", arch=arch).run(timeout=60)
    assert run.returncode == 0 and run.stdout.count("ok ") == checks, run.stdout + run.stderr


def test_a_texture_that_was_destroyed_ends_the_kernel_that_reads_it(tmp_path: Path) -> None:
    source = tmp_path / "texture.cu"
    source.write_text(
        "#include <cuda_runtime.h>\n#include <cstdio>\n"
        "__global__ void k(cudaTextureObject_t t, float *o) { *o = tex1Dfetch<float>(t, 0); }\n"
        "int main() { float *o; cudaMallocManaged(&o, 256); cudaTextureObject_t t;\n"
        "  cudaResourceDesc r = {}; cudaTextureDesc d = {}; r.resType = cudaResourceTypeLinear;\n"
        "  r.res.linear = {o, cudaCreateChannelDesc<float>(), 256};\n"
        "  cudaCreateTextureObject(&t, &r, &d, nullptr);\n"
        "  for (int i = 0; i < 2; ++i, cudaDestroyTextureObject(t)) {\n"
        "    k<<<1, 1>>>(t, o); std::puts(cudaGetErrorName(cudaDeviceSynchronize())); } }\n"
    )
    run = cpu.build(source, arch="sm_80").run(timeout=60)
    assert run.stdout == "cudaSuccess\ncudaErrorIllegalAddress\n"


def test_shared_memory_is_given_as_an_a100_gives_it(tmp_path: Path) -> None:
    source = tmp_path / "shared.cu"
    source.write_text(
        "#include <cuda_runtime.h>\n#include <cstdio>\n"
        "__global__ void k(float *o) {\n"
        "  extern __shared__ float s[]; s[threadIdx.x] = 1; *o = s[0]; }\n"
        "int main() { float *o; cudaMallocManaged(&o, 4); int most = 0;\n"
        "  cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);\n"
        '  std::printf("%d\\n", most);\n'
        "  for (int bytes : {48 << 10, 96 << 10, 163 << 10, 164 << 10}) {\n"
        "    k<<<1, 32, bytes>>>(o); int before = cudaGetLastError();\n"
        "    const auto attribute = cudaFuncAttributeMaxDynamicSharedMemorySize;\n"
        "    int allowed = cudaFuncSetAttribute(k, attribute, bytes);\n"
        "    cudaGetLastError(); k<<<1, 32, bytes>>>(o); int after = cudaGetLastError();\n"
        '    std::printf("%d %d %d\\n", before, allowed, after); } }\n'
    )
    run = cpu.build(source, arch="sm_80").run(timeout=60)
    assert run.stdout.splitlines() == ["166912", "0 0 0", "1 0 0", "1 0 0", "1 1 1"]
