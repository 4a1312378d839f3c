"""What an extension's own build takes: g++'s warnings, device code that files share."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from porter.execute.cpu.torch_extension.build import build_extensions

SETUP = """\
from torch.utils.cpp_extension import CUDAExtension
CUDAExtension("kit", SOURCES, extra_compile_args={"nvcc": ["-rdc=true"]}, dlink=True)
"""
NARROWS = """\
#include <cstddef>
struct Sizes { long rows; };
extern "C" long rows(std::size_t count) { Sizes made{count}; return made.rows; }
"""
FIRST = """\
#include <hip/hip_runtime.h>
extern __device__ int twice(int value);
__global__ void fill(int *out) { *out = twice(21); }
extern "C" int run() {
    int *out, made = 0;
    (void)hipMalloc(&out, sizeof(int));
    fill<<<1, 1>>>(out);
    (void)hipMemcpy(&made, out, sizeof(int), hipMemcpyDeviceToHost);
    (void)hipFree(out);
    return made;
}
"""
#: With the executor's device in place of what PyTorch brings for CUDA.
CALL = """\
import ctypes, sys
from pathlib import Path
from porter.execute.cpu.torch_extension.device import provide
provide(Path(sys.argv[1]))
print(ctypes.CDLL(sys.argv[2]).run())
"""
SECOND = "#include <hip/hip_runtime.h>\n__device__ int twice(int value) { return 2 * value; }\n"


@pytest.mark.toolchain
def test_what_narrows_is_a_warning_of_its_compiler(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text(SETUP.replace("SOURCES", '["kit.cpp"]'))
    (tmp_path / "kit.cpp").write_text(NARROWS)
    assert [one.name for one in build_extensions(tmp_path, "gfx942")] == ["kit"]


@pytest.mark.toolchain
def test_device_code_that_files_share_is_linked(tmp_path: Path) -> None:
    text = SETUP.replace("SOURCES", '["first.hip", "second.hip"]').replace("-rdc=true", "-fgpu-rdc")
    (tmp_path / "setup.py").write_text(text)
    (tmp_path / "first.hip").write_text(FIRST)
    (tmp_path / "second.hip").write_text(SECOND)
    (built,) = build_extensions(tmp_path, "gfx942")
    command = [sys.executable, "-c", CALL, str(built.torch_library), str(built.path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "42\n"), done.stderr
