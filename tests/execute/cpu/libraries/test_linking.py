"""Programs find the vendors' libraries as they find them with ROCm and with CUDA's toolkit."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.execute import cpu
from porter.execute.cpu.libraries.build import built
from porter.execute.cpu.libraries.catalogue import vendor_libraries
from porter.execute.cpu.native_build import Native
from porter.toolchain.discovery import find
from tests.stand_ins import stand_in

pytestmark = pytest.mark.toolchain

PROGRAM = Path(__file__).parent / "programs" / "libraries.cu"
SOLVERS = PROGRAM.with_name("solvers.cu")
NETWORKS = PROGRAM.with_name("networks.cu")
CMAKE = {
    "HIP": """\
cmake_minimum_required(VERSION 3.21)
project(example CXX)
find_package(hipblas REQUIRED)
find_package(hiprand REQUIRED)
find_package(hipfft REQUIRED)
find_package(hipsolver REQUIRED)
find_package(hipsparse REQUIRED)
find_package(hipblaslt REQUIRED)
find_package(rccl REQUIRED)
find_package(miopen REQUIRED)
find_package(rocthrust REQUIRED)
if(NOT EXISTS "${rocthrust_INCLUDE_DIR}/thrust" OR NOT EXISTS "${hipfft_INCLUDE_DIRS}/hipfft")
  message(FATAL_ERROR "no headers")
endif()
add_executable(example libraries.cpp)
target_link_libraries(example roc::hipblas hip::hiprand hip::hipfft)
add_executable(solvers solvers.cpp)
target_link_libraries(solvers roc::hipsolver roc::hipsparse roc::hipblaslt roc::rccl)
add_executable(networks networks.cpp)
target_link_libraries(networks MIOpen)
""",
    "CUDA": """\
cmake_minimum_required(VERSION 3.18)
project(example CUDA)
find_package(CUDAToolkit REQUIRED)
add_executable(example libraries.cu)
target_link_libraries(example CUDA::cublas CUDA::curand CUDA::cufft)
add_executable(solvers solvers.cu)
target_link_libraries(solvers CUDA::cusolver CUDA::cusparse CUDA::cublasLt)
add_executable(networks networks.cu)
target_link_libraries(networks cudnn)
""",
}


@pytest.fixture(autouse=True)
def _installed() -> None:
    toolchain = find()
    if toolchain.host_blas is None or toolchain.cuda_library_headers is None:
        pytest.skip("needs `porter toolchain install host-blas cuda-library-headers`")


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("program", "arch", "checks"),
    [
        (PROGRAM, "gfx942", 14),
        (PROGRAM, "sm_80", 14),
        (SOLVERS, "gfx942", 10),
        (SOLVERS, "sm_80", 8),
        (NETWORKS, "gfx942", 3),
        (NETWORKS, "sm_80", 3),
    ],
)
def test_a_program_that_names_no_library(program: Path, arch: str, checks: int) -> None:
    ended = cpu.build(program, arch=arch).run(timeout=60)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout.count("ok ") == checks


@pytest.mark.parametrize(
    ("compiler", "program", "flags"),
    [
        ("porter-hipcc", PROGRAM, ["-x", "hip", "-lhipblas", "-lhiprand", "-lhipfft"]),
        ("porter-nvcc", PROGRAM, ["-lcublas", "-lcurand", "-lcufft"]),
        ("porter-hipcc", NETWORKS, ["-x", "hip", "-lMIOpen"]),
        ("porter-nvcc", NETWORKS, ["-lcudnn"]),
    ],
)
def test_flags(tmp_path: Path, compiler: str, program: Path, flags: list[str]) -> None:
    run(stand_in(tmp_path / "bin", compiler), program, *flags, "-o", "program", cwd=tmp_path)
    assert "FAILED" not in run(tmp_path / "program", cwd=tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cmake") is None, reason="cmake is not installed")
@pytest.mark.parametrize("language", CMAKE)
def test_cmake(tmp_path: Path, language: str) -> None:
    compiler, suffix = ("porter-hipcc", ".cpp") if language == "HIP" else ("porter-nvcc", ".cu")
    shutil.copy(PROGRAM.with_name("checks.h"), tmp_path)
    for program in (PROGRAM, SOLVERS, NETWORKS):
        shutil.copy(program, tmp_path / f"{program.stem}{suffix}")
    (tmp_path / "CMakeLists.txt").write_text(CMAKE[language])
    variable = "CXX" if language == "HIP" else "CUDA"
    hipcc, path = (stand_in(tmp_path / "bin", name) for name in ("porter-hipcc", compiler))
    prefix = run(hipcc, "-print-cmake-prefix", cwd=tmp_path).strip()
    run("cmake", "-S", ".", "-B", "build", f"-DCMAKE_{variable}_COMPILER={path}",
        f"-DCMAKE_PREFIX_PATH={prefix}", cwd=tmp_path)  # fmt: skip
    run("cmake", "--build", "build", cwd=tmp_path)
    for name in ("example", "solvers", "networks"):
        assert "FAILED" not in run(tmp_path / "build" / name, cwd=tmp_path)


def test_a_library_that_is_opened_while_the_program_runs(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text(
        "#include <dlfcn.h>\nint main() {\n"
        '  void *library = dlopen("libcublas.so.12", RTLD_NOW), *handle = nullptr;\n'
        "  if (!library) return 1;\n"
        '  auto create = reinterpret_cast<int (*)(void **)>(dlsym(library, "cublasCreate_v2"));\n'
        "  return create && create(&handle) == 0 && handle ? 0 : 2;\n}\n"
    )
    assert cpu.build(source).run(timeout=60).returncode == 0


def test_a_function_that_is_not_offered_is_named(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text(
        "#include <cublas_v2.h>\nint main() { return cublasUint8gemmBias(0, CUBLAS_OP_N,"
        " CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 1); }\n"
    )
    with pytest.raises(PorterError, match="not offered here: cublasUint8gemmBias"):
        cpu.build(source)


def test_a_command_that_lacks_its_flag_is_refused(tmp_path: Path) -> None:
    compiler = stand_in(tmp_path / "bin", "porter-nvcc")
    done = subprocess.run(
        [compiler, PROGRAM, "-lcublas", "-lcurand", "-o", "program"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "cufftPlan1d" in done.stderr


def test_headers_that_are_not_installed_are_named(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text('#include "cublasNotThere.h"\n')
    with pytest.raises(PorterError) as caught:
        cpu.build(source)
    assert caught.value.hint == "run `porter toolchain install cuda-library-headers`"


def test_a_host_blas_that_is_not_installed_is_named(tmp_path: Path) -> None:
    toolchain = replace(find(), host_blas=None)
    library = next(one for one in vendor_libraries() if one.name == "blas")
    with pytest.raises(PorterError) as caught:
        built(library, toolchain, Native(tmp_path, tmp_path))
    assert caught.value.hint == "run `porter toolchain install host-blas`"
