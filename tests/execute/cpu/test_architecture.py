"""Which architecture a program is for when nobody says."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute.cpu.architecture import default_architecture


@pytest.mark.parametrize(
    ("text", "arch"),
    [
        ("#include <cuda_runtime.h>\n__global__ void k() {}\n", "sm_80"),
        ("// faster than the hipCUB version\n__global__ void k() {}\n", "sm_80"),
        ("/* #include <hip/hip_runtime.h> */\n__global__ void k() {}\n", "sm_80"),
        ('int main() { puts("hipMalloc"); }\n', "sm_80"),
        ("#include <hip/hip_runtime.h>\n", "gfx942"),
        ('#include "hip/hip_runtime.h"\n', "gfx942"),
        ("int main() { hipDeviceSynchronize(); }\n", "gfx942"),
        ("#ifdef __HIP_PLATFORM_AMD__\n#endif\n", "gfx942"),
    ],
)
def test_a_cu_file_is_cuda_unless_its_code_names_hip(tmp_path: Path, text: str, arch: str) -> None:
    source = tmp_path / "a.cu"
    source.write_text(text)
    assert default_architecture([source]) == arch
