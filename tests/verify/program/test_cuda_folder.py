"""The folder that stands in for a CUDA toolkit in a project's own build."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from porter.verify.program.cuda_folder import cuda_folder, libraries_of

pytestmark = pytest.mark.toolchain


def test_its_nvcc_names_itself_as_what_links(tmp_path: Path) -> None:
    folder = cuda_folder(tmp_path / "cuda")
    nvcc = folder.variables["NVCC"]
    source = tmp_path / "empty.cu"
    source.write_text("")
    command = [nvcc, "-v", "-c", str(source), "-o", str(tmp_path / "empty.o")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    links = [line for line in done.stderr.splitlines() if "-lcudart_static" in line]
    assert links and links[0].startswith(f'#$ "{nvcc}" ')


def test_libraries_that_build_files_name(tmp_path: Path) -> None:
    """A C++ compiler that links by itself has nobody build them."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "CMakeLists.txt").write_text("target_link_libraries(a PRIVATE CUDA::curand)\n")
    (tmp_path / "deep" / "Makefile").write_text("a: a.o\n\tg++ a.o -lcufft_static -o a\n")
    (tmp_path / "notes.txt").write_text("cublas\n")
    assert [one.name for one in libraries_of(tmp_path)] == ["rand", "fft"]
