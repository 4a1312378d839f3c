"""The stand-ins for hipcc, clang++ and nvcc: command lines, and a project's own build unchanged."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from porter.toolchain.discovery import find
from tests.stand_ins import stand_in


@pytest.fixture
def compiler(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A stand-in as a program; the parameter is the function that runs it."""
    called = {"hipcc": "porter-hipcc", "clang": "porter-clang++", "nvcc": "porter-nvcc"}
    return stand_in(tmp_path / "bin", called[request.param])


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command that must succeed; return what it wrote."""
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


MAKEFILE = """\
app: main.o libkernels.a libmore.so
\t$(COMPILER) main.o libkernels.a libmore.so -Wl,-rpath,. -fopenmp -o $@
libkernels.a: kernels.o
\t$(AR) rc $@ $^
libmore.so: more.o
\t$(COMPILER) -shared $^ -o $@
%.o: %{suffix}
\t$(COMPILER) -O3 -fopenmp -MD -MF $*.d -MT $@ -DFACTOR=3 -c $< -o $@
"""
FILES = {
    "kernels.h": "#pragma once\n#include <{header}>\nvoid run(int *x);\nvoid more(int *x);\n",
    "kernels{suffix}": """\
#include "kernels.h"
__global__ void scale(int *x) {{ x[threadIdx.x] *= FACTOR; }}
void run(int *x) {{ scale<<<1, 64>>>(x); (void){api}DeviceSynchronize(); }}
""",
    "more{suffix}": """\
#include "kernels.h"
static __global__ void scale(int *x) {{ x[threadIdx.x] += 1; }}
void more(int *x) {{ scale<<<1, 64>>>(x); (void){api}DeviceSynchronize(); }}
""",
    "main{suffix}": """\
#include "kernels.h"
#include <cstdio>
int main() {{
  int *x, sum = 0, threads = 0; (void){api}MallocManaged((void **)&x, 256);
  for (int i = 0; i < 64; ++i) x[i] = i;
  run(x);
  more(x);
#pragma omp parallel num_threads(2) reduction(+ : sum, threads)
  {{
    threads += 1;
#pragma omp for
    for (int i = 0; i < 64; ++i) sum += x[i];
  }}
  std::printf("%d %d of %d threads\\n", x[5], sum, threads);
}}
""",
}


def write_project(folder: Path, suffix: str, api: str, header: str) -> None:
    """Write the files of `FILES` for one of the two languages."""
    names = {"suffix": suffix, "api": api, "header": header}
    for name, text in FILES.items():
        (folder / name.format(**names)).write_text(text.format(**names))
    (folder / "Makefile").write_text(MAKEFILE.format(**names))


@pytest.mark.toolchain
@pytest.mark.parametrize(
    ("compiler", "suffix", "api", "header"),
    [
        ("hipcc", ".hip", "hip", "hip/hip_runtime.h"),
        ("nvcc", ".cu", "cuda", "cuda_runtime.h"),
    ],
    indirect=["compiler"],
)
def test_a_makefile(tmp_path: Path, compiler: Path, suffix: str, api: str, header: str) -> None:
    write_project(tmp_path, suffix, api, header)
    archiver = find().tool("llvm-ar")  # a machine may have no `ar`
    run("make", f"COMPILER={compiler}", f"AR={archiver}", cwd=tmp_path)
    assert run("./app", cwd=tmp_path) == "16 6112 of 2 threads\n"
    rule = (tmp_path / "kernels.d").read_text()
    assert rule.startswith("kernels.o: ") and "kernels.h" in rule


CMAKE = """\
cmake_minimum_required(VERSION 3.21)
project(app LANGUAGES {languages})
find_package(hip REQUIRED)
add_compile_definitions(FACTOR=3)
add_library(kernels STATIC kernels.{suffix})
add_library(more SHARED more.{suffix})
add_executable(app main.{suffix})
target_link_libraries(app PRIVATE kernels more hip::host)
"""


@pytest.mark.toolchain
@pytest.mark.skipif(shutil.which("cmake") is None, reason="cmake is not installed")
@pytest.mark.parametrize(
    ("compiler", "languages", "suffix"),
    [
        pytest.param("hipcc", "CXX", "cpp", marks=pytest.mark.slow),
        ("clang", "HIP", "hip"),
    ],
    indirect=["compiler"],
)
def test_cmake(tmp_path: Path, compiler: Path, languages: str, suffix: str) -> None:
    write_project(tmp_path, f".{suffix}", "hip", "hip/hip_runtime.h")
    (tmp_path / "CMakeLists.txt").write_text(CMAKE.format(languages=languages, suffix=suffix))
    prefix = run(compiler, "-print-cmake-prefix", cwd=tmp_path).strip()
    run("cmake", "-S", ".", "-B", "build", f"-DCMAKE_{languages}_COMPILER={compiler}",
        f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_AR={find().tool('llvm-ar')}",
        f"-DCMAKE_RANLIB={find().tool('llvm-ranlib')}", cwd=tmp_path)  # fmt: skip
    run("cmake", "--build", "build", cwd=tmp_path)
    assert run("build/app", cwd=tmp_path) == "16 6112 of 1 threads\n"


CUDA_CMAKE = """\
cmake_minimum_required(VERSION 3.18)
project(app LANGUAGES {languages})
find_package(CUDAToolkit REQUIRED)
add_compile_definitions(FACTOR=3)
add_library(kernels STATIC kernels.cu)
set_target_properties(kernels PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
add_library(more SHARED more.cu)
add_executable(app {main})
target_compile_options(app PRIVATE $<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-Xcompiler=-fopenmp>)
target_link_options(app PRIVATE -fopenmp)
target_link_libraries(app PRIVATE kernels more CUDA::cudart)
"""


@pytest.mark.toolchain
@pytest.mark.skipif(shutil.which("cmake") is None, reason="cmake is not installed")
@pytest.mark.parametrize("compiler", ["nvcc"], indirect=True)
@pytest.mark.parametrize(
    ("languages", "main", "linker", "threads"),
    [
        ("CUDA", "main.cu", "", 2),
        pytest.param("CXX CUDA", "main.cpp", "c++", 1, marks=pytest.mark.slow),
        pytest.param("CXX CUDA", "main.cu more.cpp", "clang", 2, marks=pytest.mark.slow),
    ],
)
def test_cmake_with_cuda(
    tmp_path: Path, compiler: Path, languages: str, main: str, linker: str, threads: int
) -> None:
    if linker == "c++" and shutil.which("c++") is None:
        pytest.skip("no C++ compiler")
    write_project(tmp_path, ".cu", "cuda", "cuda_runtime.h")
    (tmp_path / "main.cu").rename(tmp_path / main.split()[0])
    (tmp_path / "more.cpp").write_text("int more() { return 0; }\n")
    (tmp_path / "CMakeLists.txt").write_text(CUDA_CMAKE.format(languages=languages, main=main))
    linking = []
    if linker == "clang":
        path = stand_in(compiler.parent, "porter-clang++")
        linking = [f"-DCMAKE_CXX_COMPILER={path}"]
    run("cmake", "-S", ".", "-B", "build", f"-DCMAKE_CUDA_COMPILER={compiler}", *linking,
        f"-DCMAKE_AR={find().tool('llvm-ar')}", f"-DCMAKE_RANLIB={find().tool('llvm-ranlib')}",
        cwd=tmp_path)  # fmt: skip
    run("cmake", "--build", "build", cwd=tmp_path)
    assert run("build/app", cwd=tmp_path) == f"16 6112 of {threads} threads\n"
    (tmp_path / "kernels.h").write_text('#error "read again"\n')
    done = subprocess.run(["cmake", "--build", "build"], cwd=tmp_path, capture_output=True,
                          text=True, check=False)  # fmt: skip
    assert done.returncode != 0 and "read again" in done.stdout + done.stderr


@pytest.mark.toolchain
@pytest.mark.parametrize("compiler", ["hipcc", "nvcc"], indirect=True)
def test_versions_and_the_preprocessor(tmp_path: Path, compiler: Path) -> None:
    version = run(compiler, "--version", cwd=tmp_path)
    assert "clang version" in version
    assert "'" not in version and '"' not in version  # it is put between a shell's quotes
    assert ("release 12." in version) == (compiler.name == "porter-nvcc")
    (tmp_path / "a.cpp").write_text("int value = VALUE;\n")
    assert "int value = 5;" in run(compiler, "-E", "-DVALUE=5", "a.cpp", cwd=tmp_path)


@pytest.mark.toolchain
@pytest.mark.parametrize("compiler", ["hipcc"], indirect=True)
def test_a_folder_without_composable_kernel_is_told(tmp_path: Path, compiler: Path) -> None:
    done = subprocess.run(
        [compiler, "-print-ck-dir"],
        env={**os.environ, "CK_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1 and not done.stdout
    assert f"{tmp_path}: CK_DIR names no Composable Kernel" in done.stderr


@pytest.mark.toolchain
@pytest.mark.parametrize("compiler", ["hipcc", "nvcc"], indirect=True)
def test_what_device_code_includes_is_named(tmp_path: Path, compiler: Path) -> None:
    api = "cuda_runtime.h" if compiler.name == "porter-nvcc" else "hip/hip_runtime.h"
    (tmp_path / "own.h").write_text("__device__ int f(int *x) { return atomicAdd(x, 1); }\n")
    (tmp_path / "a.cu").write_text(f'#include <{api}>\n#include "own.h"\n')
    for asks in (["-M"], ["-M", "-D__CUDACC__"]):  # as CMake's FindCUDA does
        run(compiler, *asks, "-o", "a.d", "a.cu", cwd=tmp_path)
    named = (tmp_path / "a.d").read_text()
    assert "own.h" in named and api in named


@pytest.mark.toolchain
@pytest.mark.parametrize("compiler", ["hipcc"], indirect=True)
def test_a_bad_command_is_refused(tmp_path: Path, compiler: Path) -> None:
    for words, problem in (
        (["-c"], "no input files"),
        (["k.hip", "-o"], "-o needs a value"),
        (["-c", "k.hip", "-o", "no/k.o"], "cannot open output file no/k.o: No such file"),
    ):
        done = subprocess.run(
            [str(compiler), *words], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 1 and problem in done.stderr


C_ONLY = """\
#include <stdio.h>
int *cast(void *p) { int *q = p; return q; }
int say(int n) { for (int i = 0; i < n; i++) printf("%d ", i); }  /* no return: fine in C */
int main() { int class = 3; say(*cast(&class)); return 0; }
"""


@pytest.mark.toolchain
@pytest.mark.parametrize("compiler", ["hipcc", "nvcc"], indirect=True)
def test_a_c_file_is_c(compiler: Path, tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(C_ONLY)
    run(compiler, "-std=c++17", "-O3", "a.c", "-o", "a", cwd=tmp_path)
    assert run(tmp_path / "a", cwd=tmp_path) == "0 1 2 "


RANGES = """\
#include <roctracer/roctx.h>
#include <stdio.h>
int main(void) {
  roctxMark("begins");
  int outer = roctxRangePush("outer"), inner = roctxRangePushA("inner");
  int inner_end = roctxRangePop(), outer_end = roctxRangePop();
  roctx_range_id_t one = roctxRangeStart("one"), two = roctxRangeStartA("two");
  roctxRangeStop(one);
  printf("%d %d %d %d %d %d\\n", outer, inner, inner_end, outer_end, roctxRangePop(), one != two);
  return 0;
}
"""


@pytest.mark.toolchain
@pytest.mark.parametrize("name", ["ranges.c", "ranges.cpp"])
@pytest.mark.parametrize("compiler", ["hipcc"], indirect=True)
def test_ranges_of_roctx_are_counted(tmp_path: Path, compiler: Path, name: str) -> None:
    (tmp_path / name).write_text(RANGES)
    run(compiler, name, "-lroctx64", "-o", "ranges", cwd=tmp_path)
    assert run("./ranges", cwd=tmp_path) == "0 1 1 0 -1 1\n"


PROFILED = """\
#include <cuda_runtime.h>
#include <cudaProfiler.h>
#include <cuda_profiler_api.h>
#include <stdio.h>
int main(void) {
  int runtime = cudaProfilerStart() + cudaProfilerStop();
  int driver = cuProfilerStart() + cuProfilerStop();
  printf("%d %d\\n", runtime, driver);
  return 0;
}
"""


@pytest.mark.toolchain
@pytest.mark.parametrize("name", ["profiled.c", "profiled.cpp", "profiled.cu"])
@pytest.mark.parametrize("compiler", ["nvcc"], indirect=True)
def test_the_profilers_headers_are_there(tmp_path: Path, compiler: Path, name: str) -> None:
    (tmp_path / name).write_text(PROFILED)
    run(compiler, name, "-lcuda", "-o", "profiled", cwd=tmp_path)
    assert run("./profiled", cwd=tmp_path) == "0 0\n"
