"""Memory by hand, memory of other processes, several devices, the stream of each thread."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from porter.execute import cpu

pytestmark = pytest.mark.toolchain

PROGRAMS = Path(__file__).parent / "programs"
BOTH = pytest.mark.parametrize("arch", ["gfx942", "sm_80"])


def test_virtual_memory() -> None:
    run = cpu.build(PROGRAMS / "virtual_memory.hip").run(timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count(" ok\n") == 25 and "FAILED" not in run.stdout


@BOTH
def test_another_process_writes_to_shared_memory(arch: str) -> None:
    run = cpu.build(PROGRAMS / "sharing.cu", arch=arch).run(timeout=60)
    assert run.stdout == "0 1 1 0 2 126 0\n", run.stdout + run.stderr


@pytest.mark.parametrize("arch", ["sm_80", pytest.param("gfx942", marks=pytest.mark.slow)])
def test_another_process_maps_memory_that_was_made(arch: str) -> None:
    run = cpu.build(PROGRAMS / "exported_memory.cu", arch=arch).run(timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("ok ") == 8


@BOTH
def test_several_devices(arch: str) -> None:
    two = {**os.environ, "PORTER_CPU_DEVICES": "2"}
    run = cpu.build(PROGRAMS / "two_devices.cu", arch=arch).run(timeout=60, env=two)
    assert run.returncode == 0, run.stdout + run.stderr
    assert (
        run.stdout.count(" ok\n") == (14 if arch == "gfx942" else 13) and "FAILED" not in run.stdout
    )


def test_one_device_is_the_default() -> None:
    run = cpu.build(PROGRAMS / "two_devices.cu", arch="gfx942").run(timeout=60)
    assert "count FAILED" in run.stdout


def test_a_stream_for_each_thread(tmp_path: Path) -> None:
    source = tmp_path / "streams.hip"
    source.write_text(
        "#include <hip/hip_runtime.h>\n#include <cstdio>\n"
        "__global__ void k(int *x) { *x += 5; }\n"
        "int main() { int *x, y = 2; (void)hipMalloc((void **)&x, 4);\n"
        "  (void)hipMemcpy_spt(x, &y, 4, hipMemcpyHostToDevice);\n"
        "  k<<<1, 1>>>(x);\n"
        "  (void)hipMemcpyAsync_spt(&y, x, 4, hipMemcpyDeviceToHost, nullptr);\n"
        "  (void)hipStreamSynchronize_spt(nullptr);\n"
        '  std::printf("%d\\n", y); }\n'
    )
    run = cpu.build(source, flags=["-fgpu-default-stream=per-thread"]).run(timeout=60)
    assert run.stdout == "7\n", run.stderr
