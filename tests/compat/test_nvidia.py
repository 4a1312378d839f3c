"""The names of the support headers on NVIDIA GPUs, where CUDA's own functions stand behind them."""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import porter.compat
from porter.execute.nvidia.headers import write_headers
from porter.execute.nvidia.supplied import forwarding_header
from porter.tables.supplies import supplies
from porter.toolchain.discovery import find

COMPAT = Path(porter.compat.__file__).parent
NVCC = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
STAND_IN = """\
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
"""


@pytest.fixture
def compiled_for_nvidia(tmp_path: Path) -> Callable[[str, str], None]:
    """Check that clang, as a compiler of CUDA, compiles one side of a port's text."""
    toolchain = find()
    headers = write_headers(tmp_path, tmp_path / "headers")

    def check(text: str, side: str) -> None:
        source = tmp_path / "port.cu"
        source.write_text(f"#include <hip/hip_runtime.h>\n{text}\nint main() {{}}\n")
        command = [
            str(toolchain.clang),
            "-x",
            "cuda",
            f"--cuda-path={toolchain.parsable_cuda_path}",
        ]
        command += [
            f"--cuda-{side}-only",
            "--cuda-gpu-arch=sm_80",
            "-nocudalib",
            "-std=c++17",
            "-w",
        ]
        command += [
            f"-I{toolchain.cuda_library_headers}",
            f"-I{headers}",
            "-fsyntax-only",
            str(source),
        ]
        command.insert(-1, "-D__HIP_PLATFORM_NVIDIA__=1")
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr

    return check


def test_every_name_is_handed_on() -> None:
    text = forwarding_header()
    for cuda, supply in supplies().items():
        if supply.port.startswith(b"porter::"):
            name = supply.port.removeprefix(b"porter::").decode()
            assert re.search(rf"\b{name}\(", text), cuda


@pytest.mark.toolchain
@pytest.mark.skipif(NVCC is None, reason="needs nvcc")
@pytest.mark.parametrize("name", ["warp.cu", "cooperative_groups.cu"])
def test_ported_kernels_compile_for_nvidia(port, name: str, tmp_path: Path) -> None:
    (tmp_path / "hip").mkdir()
    for header in ("hip_runtime.h", "hip_fp16.h", "hip_bf16.h", "hip_cooperative_groups.h"):
        (tmp_path / "hip" / header).write_text(STAND_IN)
    (tmp_path / "names.hpp").write_text(forwarding_header())
    assert NVCC is not None
    command = [NVCC, "-std=c++17", "-arch=sm_80", "-x", "cu", "-D__hip_bfloat16=__nv_bfloat16"]
    command += [f"-I{tmp_path}", "-include", str(tmp_path / "names.hpp")]
    run = subprocess.run(
        [*command, "-ptx", "-o", str(tmp_path / "out.ptx"), str(port / name)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr


#: What only AMD's libraries or PyTorch have, what is included through others, and what nvcc alone
#: compiles.
ELSEWHERE = re.compile(
    r"ck_|cutlass_|management|solver_generic|texture_(arrays|objects)|nvfunctional|cub_(dispatch|warp_striped)|torch_"
)


@pytest.mark.toolchain
@pytest.mark.parametrize("side", ["host", "device"])
def test_support_headers_compile_for_nvidia(compiled_for_nvidia, side: str) -> None:
    headers = sorted(path.name for path in COMPAT.glob("*.hpp") if not ELSEWHERE.match(path.name))
    assert len(headers) > 90
    compiled_for_nvidia("".join(f'#include "{COMPAT}/{name}"\n' for name in headers), side)


@pytest.mark.toolchain
@pytest.mark.parametrize("side", ["host", "device"])
def test_one_type_of_errors_and_textures_that_are_cudas(compiled_for_nvidia, side: str) -> None:
    compiled_for_nvidia(
        f"""
        #include "{COMPAT}/textures.hpp"
        #include <hipblas/hipblas.h>
        #include <hipblaslt/hipblaslt.h>
        __global__ void read(hipTextureObject_t image, float *value) {{
            *value = porter::tex2D<float>(image, 1, 2);
        }}
        hipError_t run(hipModule_t module, hipFunction_t *kernel, hipTextureObject_t image) {{
            hipError_t error = hipModuleGetFunction(kernel, module, "read");
            if (error == hipErrorInvalidHandle) return hipErrorInvalidHandle;
            if (error != hipSuccess) return error;
            return porter::hipDestroyTextureObject(image);
        }}
        hipblasStatus_t make(hipblasHandle_t *handle) {{ return hipblasCreate(handle); }}
        """,
        side,
    )
