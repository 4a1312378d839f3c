"""Commands of a CMake project's own that run nvcc: converted, they run HIP's compiler."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.executors_cmake import on_the_executor
from tests.fixers.build_files.test_cmake_sources import converted

HEAD = """\
cmake_minimum_required(VERSION 3.20)
project(x LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)
set(CMAKE_CUDA_ARCHITECTURES 75 80)
add_executable(run main.cpp)
target_link_libraries(run PRIVATE CUDA::cuda_driver)
set(IMAGE "${CMAKE_CURRENT_BINARY_DIR}/kernel.fatbin")
set(SOURCE "${CMAKE_CURRENT_SOURCE_DIR}/kernel.cu")
"""
LOOP = """\
foreach(arch ${CMAKE_CUDA_ARCHITECTURES})
  list(APPEND GENCODE "-gencode=arch=compute_${arch},code=sm_${arch}")
endforeach()
"""
#: How the image is made that the program loads.
CALLS = {
    "a_loop": LOOP + "add_custom_command(OUTPUT ${IMAGE} COMMAND ${CMAKE_CUDA_COMPILER} ${GENCODE}"
    " -Wno-deprecated-gpu-targets -o ${IMAGE} -fatbin ${SOURCE} DEPENDS ${SOURCE})\n",
    "one_architecture": "add_custom_command(OUTPUT ${IMAGE} DEPENDS ${SOURCE}\n"
    "  COMMAND ${CUDAToolkit_NVCC_EXECUTABLE} -arch=sm_80 -cubin -o ${IMAGE} ${SOURCE} VERBATIM)\n",
    "ptx": 'add_custom_command(OUTPUT ${IMAGE} COMMAND nvcc -ptx "${SOURCE}" -o "${IMAGE}")\n',
}
MAIN = """\
#include <cuda.h>
#include <cstdio>
int main(int, char **arguments) {
    CUdevice device; CUcontext context; CUmodule module; CUfunction fill; CUdeviceptr memory;
    int value = 0;
    if (cuInit(0) || cuDeviceGet(&device, 0) || cuDevicePrimaryCtxRetain(&context, device)
        || cuCtxSetCurrent(context) || cuModuleLoad(&module, arguments[1])
        || cuModuleGetFunction(&fill, module, "fill") || cuMemAlloc(&memory, sizeof value))
        return 1;
    void *given[] = {&memory};
    cuLaunchKernel(fill, 1, 1, 1, 1, 1, 1, 0, 0, given, 0);
    cuMemcpyDtoH(&value, memory, sizeof value);
    std::printf("%d\\n", value);
}
"""
KERNEL = 'extern "C" __global__ void fill(int *x) { *x = 42; }\n'


@pytest.mark.slow
@pytest.mark.toolchain
def test_what_they_make_is_loaded_and_runs(tmp_path: Path) -> None:
    listed = "".join(f"add_subdirectory({name})\n" for name in CALLS)
    files = {"CMakeLists.txt": "cmake_minimum_required(VERSION 3.20)\nproject(all)\n" + listed}
    for name, call in CALLS.items():
        script = HEAD + call + f"add_custom_target({name} ALL DEPENDS ${{IMAGE}})\n"
        files |= {
            f"{name}/CMakeLists.txt": script.replace("run", f"run_{name}"),
            f"{name}/main.cpp": MAIN,
            f"{name}/kernel.cu": KERNEL,
        }
    built = on_the_executor(converted(tmp_path, files), tmp_path / "b")
    for name in CALLS:
        command = [str(built / name / f"run_{name}"), str(built / name / "kernel.fatbin")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, "42\n"), (name, done.stderr)


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    for name, call in CALLS.items():
        files = {"CMakeLists.txt": HEAD + call, "main.cpp": MAIN, "kernel.cu": KERNEL}
        once = converted(tmp_path / name / "once", files)
        texts = {path.name: path.read_text() for path in once.iterdir() if path.is_file()}
        twice = converted(tmp_path / name / "twice", texts)
        text = (twice / "CMakeLists.txt").read_text()
        assert text == (once / "CMakeLists.txt").read_text()
