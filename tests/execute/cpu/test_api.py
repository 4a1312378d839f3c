"""The runtime APIs of HIP and CUDA, and the libraries on top: programs that check themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute import cpu
from porter.execute.cpu.command_line import PER_THREAD

pytestmark = pytest.mark.toolchain

PROGRAMS = Path(__file__).parent / "programs"


def test_host_api(arch: str) -> None:
    run = cpu.build(PROGRAMS / "host_api.hip", arch=arch).run(timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "FAILED" not in run.stdout
    assert "thread 3 says hello  1.50 123456789012345 x%" in run.stdout
    assert f"wave {64 if arch == 'gfx942' else 32} arch {arch}" in run.stdout


@pytest.mark.parametrize("name", ["copies", "streams"])
def test_host_api_in_parts(name: str) -> None:
    run = cpu.build(PROGRAMS / f"{name}.hip").run(timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "ok " in run.stdout and "FAILED" not in run.stdout


@pytest.mark.slow
def test_functions_by_their_names() -> None:
    run = cpu.build(PROGRAMS / "entry_points.hip").run(timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("ok ") == 11


@pytest.mark.parametrize(
    ("arch", "facts"), [("gfx90a", "64 9.0"), ("gfx1030", "32 10.3"), ("gfx1201", "32 12.0")]
)
def test_the_device_is_that_of_the_architecture(arch: str, facts: str, tmp_path: Path) -> None:
    source = tmp_path / "device.hip"
    source.write_text(
        "#include <hip/hip_runtime.h>\n#include <cstdio>\n"
        "__global__ void k(float *x) { *x = sinf(*x); }\n"
        "int main() { hipDeviceProp_t p; (void)hipGetDeviceProperties(&p, 0);\n"
        '  std::printf("%d %d.%d %s", p.warpSize, p.major, p.minor, p.gcnArchName); }\n'
    )
    run = cpu.build(source, arch=arch).run()
    assert run.stdout.startswith(f"{facts} {arch}")


@pytest.mark.parametrize(("api", "place"), [("hip", "gfx942"), ("cuda", "sm_80")])
def test_copies_overlap_with_kernels_as_on_every_gpu(api: str, place: str, tmp_path: Path) -> None:
    """Programs that ask gave up without it."""
    source = tmp_path / ("device.hip" if api == "hip" else "device.cu")
    include = "#include <hip/hip_runtime.h>\n" if api == "hip" else ""
    source.write_text(
        f"{include}#include <cstdio>\n__global__ void k(float *x) {{ *x = 1; }}\n"
        f"int main() {{ {api}DeviceProp{'_t' * (api == 'hip')} p; "
        f"(void){api}GetDeviceProperties(&p, 0);\n"
        '  std::printf("%d %d", p.deviceOverlap, p.asyncEngineCount); }\n'
    )
    assert cpu.build(source, arch=place).run().stdout == "1 1"


@pytest.mark.slow
def test_hipcub(arch: str) -> None:
    run = cpu.build(PROGRAMS / "scan_and_sort.hip", arch=arch).run(timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("ok") == 13


def test_cuda_api() -> None:
    run = cpu.build(PROGRAMS / "cuda_api.cu", arch="sm_80").run(timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("ok ") == 12
    assert run.stdout.endswith("cudaErrorInvalidConfiguration\n")


@pytest.mark.parametrize("name", ["warp_reduce", "cooperative_tiles"])
def test_our_own_cuda_programs_pass_their_checks(name: str) -> None:
    source = PROGRAMS.parents[3] / "csrc_cuda" / "warp_kit" / f"{name}.cu"
    run = cpu.build(source, arch="sm_80").run(timeout=120)
    assert run.stdout.endswith(f"{name}: ok\n"), run.stdout + run.stderr
    assert run.returncode == 0


@pytest.mark.slow
def test_cub() -> None:
    run = cpu.build(PROGRAMS / "scan_and_sort.cu", arch="sm_80").run(timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("ok") == 13


def test_a_vector_is_stored_and_loaded_as_a_whole() -> None:
    run = cpu.build(PROGRAMS / "vector_access.cu", arch="sm_80").run(timeout=60)
    assert run.stdout == "uint2: 0 torn\nulonglong2: 0 torn\nfloat4: 0 torn\n", run.stderr


def test_variables_that_host_and_device_share() -> None:
    run = cpu.build(PROGRAMS / "managed.cu", arch="sm_80").run(timeout=60)
    assert run.stdout == "42 42 1.5 3\n10 2\n", run.stdout + run.stderr


def test_the_default_stream_of_each_thread_on_cudas_side() -> None:
    source = PROGRAMS / "per_thread.cu"
    run = cpu.build(source, arch="sm_80", flags=PER_THREAD).run(timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("ok ") == source.read_text().count('check("')
