"""Which programs of a build have to do with CUDA."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from porter.toolchain.discovery import find
from porter.verify.program.cuda_programs import cuda_programs
from porter.verify.program.own_build import BuiltTree


@pytest.mark.parametrize(
    ("content", "is_cudas"),
    [
        (b"\0main\0cudaMalloc\0", True),
        (b"\0libc.so.6\0libcudart.so.12\0", True),
        (b"\0_Z5startP10CUstream_stv\0__cudaPushCallConfiguration\0", True),
        (b"\0libkernels.so\0", True),
        (b"\0libopencv_cudaarithm.so\0", True),
        (b"\0/home/user/cuda/nn\0main\0", False),
        (b"\0_ZN5array14cuda_availableEv\0cuda\0", False),
        (b"\0usage: no CUDA here\0", False),
    ],
)
def test_symbols_and_libraries_name_cuda(tmp_path: Path, content: bytes, is_cudas: bool) -> None:
    (tmp_path / "libkernels.so").write_bytes(b"\0cudaLaunchKernel\0")
    (tmp_path / "app").write_bytes(content)
    built = BuiltTree(tmp_path, ("app",), "", {})
    assert cuda_programs(built) == (("app",) if is_cudas else ())


@pytest.mark.toolchain
def test_a_host_program_compiled_in_a_folder_called_cuda_is_none_of_its(tmp_path: Path) -> None:
    folder = tmp_path / "cuda"
    folder.mkdir()
    (folder / "host.c").write_text("int main(void) { return 0; }\n")
    words = [str(find().clang), "-g", "-c", "host.c", "-o", "host"]
    subprocess.run(words, cwd=folder, check=True)
    assert b"/cuda" in (folder / "host").read_bytes()
    assert cuda_programs(BuiltTree(folder, ("host",), "", {})) == ()
