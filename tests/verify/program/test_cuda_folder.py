"""The folder that stands in for a CUDA toolkit in a project's own build."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from porter.toolchain.discovery import find
from porter.verify.program.cuda_folder import cuda_folder, libraries_of

pytestmark = pytest.mark.toolchain


def test_its_nvcc_names_itself_as_what_links(tmp_path: Path) -> None:
    folder = cuda_folder(tmp_path / "cuda")
    assert cuda_folder(tmp_path / "cuda") == folder  # a second build in the same place
    nvcc = folder.variables["NVCC"]
    source = tmp_path / "empty.cu"
    source.write_text("")
    command = [nvcc, "-v", "-c", str(source), "-o", str(tmp_path / "empty.o")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    links = [line for line in done.stderr.splitlines() if "-lcudart_static" in line]
    assert links and links[0].startswith(f'#$ "{nvcc}" ')


CMAKE = """\
cmake_minimum_required(VERSION 3.10)
project(p)
find_package(CUDA REQUIRED)
set(CMAKE_CUDA_COMPILER ${CUDA_TOOLKIT_ROOT_DIR}/bin/nvcc)
enable_language(CUDA)
add_executable(p p.cu)
"""


def test_cmake_finds_its_nvcc_where_it_finds_the_toolkit(tmp_path: Path) -> None:
    folder = cuda_folder(tmp_path / "cuda")
    (tmp_path / "CMakeLists.txt").write_text(CMAKE)
    (tmp_path / "p.cu").write_text("int main() { return cudaDeviceSynchronize(); }\n")
    command = ["cmake", "-S", str(tmp_path), "-B", str(tmp_path / "b")]
    command += ["-DCMAKE_CUDA_ARCHITECTURES=80", "-DCMAKE_POLICY_DEFAULT_CMP0146=OLD"]
    env = {**os.environ, **folder.variables}
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    subprocess.run(["cmake", "--build", str(tmp_path / "b")], env=env, check=True)
    assert subprocess.run([tmp_path / "b" / "p"]).returncode == 0


def test_makefiles_that_ask_for_this_machines_gpu_build_for_the_executors(tmp_path: Path) -> None:
    folder = cuda_folder(tmp_path / "cuda")
    query = ["__nvcc_device_query"]
    assert subprocess.check_output(query, env=folder.variables, text=True) == "80\n"


def test_who_builds_with_it_finds_the_same_headers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes when the build is over; what is kept of the executor must not lead into it."""
    before = find()
    for name, value in cuda_folder(tmp_path / "cuda").variables.items():
        monkeypatch.setenv(name, value)
    assert find() == before


def test_a_c_compiler_links_by_it(tmp_path: Path) -> None:
    """CMake links C by the C compiler, without nvcc's folders."""
    folder = cuda_folder(tmp_path / "cuda")
    source = tmp_path / "a.c"
    source.write_text("int cudaFree(void *);\nint main() { return cudaFree(0); }\n")
    command = ["cc", str(source), "-lcudart", "-o", str(tmp_path / "a")]
    subprocess.run(command, env={**os.environ, **folder.variables}, check=True)
    subprocess.run([str(tmp_path / "a")], check=True)


def test_another_compiler_links_host_code_with_openmp(tmp_path: Path) -> None:
    """nvcc hands OpenMP's flag to GCC, with whose runtime builds link what clang compiled."""
    folder = cuda_folder(tmp_path / "cuda")
    (tmp_path / "a.cu").write_text(
        "#include <cstdio>\n"
        "int main() {\n"
        "  int sum = 0;\n"
        "#pragma omp parallel for reduction(+ : sum)\n"
        "  for (int i = 0; i < 100; ++i) sum += i;\n"
        "  cudaDeviceSynchronize();\n"
        '  std::printf("%d\\n", sum);\n'
        "}\n"
    )
    around = {"cwd": tmp_path, "env": {**os.environ, **folder.variables}, "check": True}
    subprocess.run([folder.root / "bin" / "nvcc", "-Xcompiler", "-fopenmp", "-c", "a.cu"], **around)
    for name, linker in {"by_gcc": "g++", "by_nvcc": folder.root / "bin" / "nvcc"}.items():
        command = [linker, "a.o", "-o", name, "-lgomp", "-lcudart"]
        subprocess.run(command, **around)
        done = subprocess.run([tmp_path / name], capture_output=True, text=True, **around)
        assert done.stdout == "4950\n"


def test_libraries_that_build_files_name(tmp_path: Path) -> None:
    """A C++ compiler that links by itself has nobody build them."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "CMakeLists.txt").write_text("target_link_libraries(a PRIVATE CUDA::curand)\n")
    (tmp_path / "deep" / "Makefile").write_text("a: a.o\n\tg++ a.o -lcufft_static -o a\n")
    (tmp_path / "notes.txt").write_text("cublas\n")
    assert [one.name for one in libraries_of(tmp_path)] == ["rand", "fft"]


def test_libraries_by_the_words_of_findcuda(tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text(
        "cuda_add_cublas_to_target(a)\ntarget_link_libraries(a ${CUDA_CUFFT_LIBRARIES})\n"
    )
    assert [one.name for one in libraries_of(tmp_path)] == ["blas", "fft"]
