"""What the compiler makes of converted launch bounds."""

import re
import subprocess
from importlib.resources import files

import pytest

from porter.toolchain.discovery import find
from porter.toolchain.model import Emit

SOURCE = """
#include "launch_bounds.hpp"
__global__ void PORTER_LAUNCH_BOUNDS(256, 4) a(int* p) { *p = 1; }
__global__ void PORTER_LAUNCH_BOUNDS(128, 8) b(int* p) { *p = 1; }
__global__ void PORTER_LAUNCH_BOUNDS(64, 16, 2) c(int* p) { *p = 1; }
__global__ void PORTER_LAUNCH_BOUNDS(64, 64) d(int* p) { *p = 1; }
template <class T> __global__ void PORTER_LAUNCH_BOUNDS(T::threads, T::blocks) e(int* p) { *p = 1; }
struct Shape { static constexpr int threads = 96, blocks = 2; };
template __global__ void e<Shape>(int*);
"""


@pytest.mark.toolchain
@pytest.mark.parametrize(
    ("arch", "waves"),
    [
        ("gfx942", ["4", "4", "4", "8", "1"]),  # 1,024 threads are 16 waves of 64 on 4 units
        ("gfx1100", ["16", "16", "16", "16", "3"]),  # and 32 waves of 32 on 2 units
    ],
)
def test_waves_of_a_simd_unit(arch: str, waves: list[str], tmp_path) -> None:
    source = tmp_path / "bounds.hip"
    source.write_text(SOURCE)
    flags = [f"-I{files('porter.compat')}", "-Wall", "-Werror", "--cuda-device-only", "-S"]
    output = tmp_path / "bounds.ll"
    flags += ["-emit-llvm", "-o", str(output)]
    command = find().hip_command(source, arch, emit=Emit.SYNTAX, flags=flags)
    command = [part for part in command if part != "-fsyntax-only"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    text = output.read_text()
    attributes = dict(re.findall(r"attributes #(\d+) = \{ (.*) \}", text))
    found = []
    for group in re.findall(r"define [^\n]*amdgpu_kernel void @\w+\([^\n]*\) [^\n]*#(\d+)", text):
        match = re.search(r'"amdgpu-waves-per-eu"="(\d+)', attributes[group])
        found.append(match.group(1) if match else "1")
    assert found == waves


@pytest.mark.toolchain
def test_nvcc_gets_blocks(tmp_path) -> None:
    source = tmp_path / "bounds.cpp"
    source.write_text('#include "launch_bounds.hpp"\nPORTER_LAUNCH_BOUNDS(T::threads, 2, 4)\n')
    flags = ["-D__HIP_PLATFORM_NVIDIA__", "-D__HIPCC_RTC__", f"-I{files('porter.compat')}"]
    command = [str(find().clang), "-E", "-P", *flags, str(source)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "__launch_bounds__(T::threads, 2)"
