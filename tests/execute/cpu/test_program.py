"""What is built from which sources, and what is refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.execute import cpu

pytestmark = pytest.mark.toolchain


def test_a_program_of_several_files(tmp_path: Path) -> None:
    (tmp_path / "kernel.hip").write_text(
        "#include <hip/hip_runtime.h>\n"
        "static __global__ void store(int *x) { *x = 7; }\n"
        "void run(int *x) { store<<<1, 1>>>(x); }\n"
    )
    (tmp_path / "main.cpp").write_text(
        "#include <hip/hip_runtime_api.h>\n#include <cstdio>\nvoid run(int *);\n"
        "int main(int n, char **a) { int *x, y; (void)hipMalloc((void **)&x, 4); run(x);\n"
        '  (void)hipMemcpy(&y, x, 4, hipMemcpyDeviceToHost); std::printf("%d %s\\n", y, a[1]);\n'
        "  return n + 1; }\n"
    )
    run = cpu.build(tmp_path).run(["there"])
    assert (run.returncode, run.stdout) == (3, "7 there\n")


@pytest.mark.parametrize("arch", ["sm_80", "gfx942"])
def test_a_c_file_is_c(tmp_path: Path, arch: str) -> None:
    kernel, main = tmp_path / "kernel.cu", tmp_path / "main.c"
    text = (
        "__global__ void f(int *x) { *x = 7; }\n"
        'extern "C" int seven() {\n'
        "  int *x; API(MallocManaged)(&x, 4); f<<<1, 1>>>(x);\n"
        "  API(DeviceSynchronize)(); return *x;\n"
        "}\n"
    )
    kernel.write_text(text if arch == "sm_80" else f"#include <hip/hip_runtime.h>\n{text}")
    # A void pointer converts to others, and a class is a name as any other.
    lenient = "int quiet() { return; }\n" if arch == "sm_80" else ""  # GCC warns of it
    main.write_text(
        "#include <stdio.h>\n#include <stdlib.h>\n"
        f"{lenient}int seven(void);\n"
        "int main(void) { int *class = malloc(4); *class = seven();\n"
        '  printf("%d", *class); return 0; }\n'
    )
    api = "cuda" if arch == "sm_80" else "hip"
    files, flags = [kernel, main], [f"-DAPI(name)={api}##name"]
    assert cpu.build(files, arch=arch, flags=flags).run(timeout=60).stdout == "7"


def test_a_variable_of_another_file(tmp_path: Path) -> None:
    (tmp_path / "there.cu").write_text("__device__ int there = 7;\n")
    (tmp_path / "main.cu").write_text(
        "#include <cstdio>\nextern __device__ int there;\n"
        "__global__ void k(int *x) { *x = there; }\n"
        "int main() { int *x; cudaMallocManaged(&x, 4); k<<<1, 1>>>(x);\n"
        "  cudaDeviceSynchronize(); return *x; }\n"
    )
    sources = [tmp_path / "main.cu", tmp_path / "there.cu"]
    assert cpu.build(sources, arch="sm_80").run(timeout=60).returncode == 7


@pytest.mark.parametrize("arch", ["gfx942", "sm_80"])
def test_openmp_beside_kernels(tmp_path: Path, arch: str) -> None:
    source = tmp_path / "threads.cu"
    source.write_text(
        "#ifdef __HIP__\n#include <hip/hip_runtime.h>\n#endif\n#include <omp.h>\n"
        "__global__ void k() {}\n"
        "int main() { int n = 0; k<<<1, 1>>>();\n"
        "#pragma omp parallel num_threads(3) reduction(+ : n)\n  n += omp_get_num_threads();\n"
        "  return n; }\n"
    )
    assert cpu.build(source, arch=arch, flags=["-fopenmp"]).run(timeout=60).returncode == 9


@pytest.mark.slow
def test_kernels_of_one_name_in_two_files_stay_apart(tmp_path: Path) -> None:
    for name, value in (("one", 1), ("two", 2)):
        (tmp_path / f"{name}.hip").write_text(
            "#include <hip/hip_runtime.h>\n"
            f"static __global__ void store(int *x) {{ *x = {value}; }}\n"
            f"int {name}() {{ int *x, y; (void)hipMalloc((void **)&x, 4); store<<<1, 1>>>(x);\n"
            "  (void)hipMemcpy(&y, x, 4, hipMemcpyDeviceToHost); return y; }\n"
        )
    (tmp_path / "main.cpp").write_text(
        "int one(); int two(); int main() { return 10 * one() + two(); }"
    )
    assert cpu.build(tmp_path).run().returncode == 12


def test_a_source_that_does_not_compile(tmp_path: Path) -> None:
    (tmp_path / "bad.hip").write_text("__global__ void k() { nonsense }\n")
    with pytest.raises(PorterError, match="nonsense"):
        cpu.build(tmp_path / "bad.hip")


def test_a_function_that_the_executor_does_not_offer_is_named(tmp_path: Path) -> None:
    source = tmp_path / "share.hip"
    source.write_text(
        "#include <hip/hip_runtime.h>\n"
        "int main() { return hipMemRangeGetAttribute(nullptr, 0, {}, nullptr, 0); }\n"
    )
    with pytest.raises(PorterError, match="hipMemRangeGetAttribute"):
        cpu.build(source)


def test_an_instruction_that_the_executor_does_not_offer_is_named(tmp_path: Path) -> None:
    source = tmp_path / "global_wave_sync.hip"
    source.write_text(
        "#include <hip/hip_runtime.h>\n"
        "__global__ void k() { __builtin_amdgcn_ds_gws_barrier(1, 2); }\nint main() {}\n"
    )
    with pytest.raises(PorterError, match=r"the instruction ds.gws.barrier"):
        cpu.build(source)


def test_assembly_that_cannot_run_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "assembly.hip"
    source.write_text(
        "#include <hip/hip_runtime.h>\n"
        '__global__ void k(int *x) { asm volatile("v_add_u32 %0, %0, 1" : "+v"(*x)); }\n'
        "int main() {}\n"
    )
    with pytest.raises(PorterError, match="v_add_u32"):
        cpu.build(source)


def test_a_header_that_changes_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "value.h").write_text("#define VALUE 1\n")
    source = tmp_path / "main.hip"
    source.write_text(
        '#include <hip/hip_runtime.h>\n#include "value.h"\nint main() { return VALUE; }'
    )
    assert cpu.build(source).run().returncode == 1
    (tmp_path / "value.h").write_text("#define VALUE 2\n")
    assert cpu.build(source).run().returncode == 2


def test_ptx_that_cannot_be_translated_is_named(tmp_path: Path) -> None:
    source = tmp_path / "copy.cu"
    source.write_text(
        '__global__ void k() { asm volatile("wgmma.fence.sync.aligned;"); }\nint main() {}\n'
    )
    with pytest.raises(PorterError, match=r"wgmma\.fence"):
        cpu.build(source, arch="sm_80")


@pytest.mark.parametrize("arch", ["gfx942", "sm_80"])
def test_a_cpp_file_that_launches_is_device_code(tmp_path: Path, arch: str) -> None:
    name = "cuda" if arch == "sm_80" else "hip"
    header = "cuda_runtime.h" if name == "cuda" else "hip/hip_runtime.h"
    kernel = "__global__ void set(int *x) { *x = 7; }\n"
    (tmp_path / "kernel.cu").write_text(f"#include <{header}>\n{kernel}")
    (tmp_path / "main.cpp").write_text(
        f"#include <cstdio>\n#include <{header}>\n"
        "static __global__ void own(int *x) { *x += 1; }\n"
        f"int main() {{ int *x; {name}MallocManaged((void **)&x, 4); *x = 1; own<<<1, 1>>>(x);\n"
        f'  {name}DeviceSynchronize(); std::printf("%d", *x); }}\n'
    )
    files = [tmp_path / "main.cpp", tmp_path / "kernel.cu"]
    assert cpu.build(files, arch=arch).run(timeout=60).stdout == "2"
