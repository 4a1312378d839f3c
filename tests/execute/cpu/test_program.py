"""Whole programs, as users have them: built, run, and judged by what they print."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group
from porter.errors import PorterError
from porter.execute import cpu

pytestmark = pytest.mark.toolchain

PROGRAMS = Path(__file__).parent / "programs"


def fault(name: str, *args: str, **env: str) -> cpu.Run:
    program = cpu.build(PROGRAMS / "faults.hip")
    return program.run([name, *args], timeout=60, env={**os.environ, **env})


def test_host_api(arch: str) -> None:
    run = cpu.build(PROGRAMS / "host_api.hip", arch=arch).run(timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "FAILED" not in run.stdout
    assert "thread 3 says hello  1.50 123456789012345 x%" in run.stdout
    assert f"wave {64 if arch == 'gfx942' else 32} arch {arch}" in run.stdout


@pytest.mark.parametrize("name", ["copies", "streams"])
def test_host_api_in_parts(name: str) -> None:
    run = cpu.build(PROGRAMS / f"{name}.hip").run(timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "ok " in run.stdout and "FAILED" not in run.stdout


@pytest.mark.parametrize(
    ("arch", "facts"), [("gfx90a", "64 9.0"), ("gfx1030", "32 10.3"), ("gfx1201", "32 12.0")]
)
def test_the_device_is_that_of_the_architecture(arch: str, facts: str, tmp_path: Path) -> None:
    source = tmp_path / "device.hip"
    source.write_text(
        "#include <hip/hip_runtime.h>\n#include <cstdio>\n"
        "__global__ void k(float *x) { *x = sinf(*x); }\n"
        "int main() { hipDeviceProp_t p; (void)hipGetDeviceProperties(&p, 0);\n"
        '  std::printf("%d %d.%d %s", p.warpSize, p.major, p.minor, p.gcnArchName); }\n'
    )
    run = cpu.build(source, arch=arch).run()
    assert run.stdout.startswith(f"{facts} {arch}")


def test_hipcub(arch: str) -> None:
    run = cpu.build(PROGRAMS / "scan_and_sort.hip", arch=arch).run(timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("ok") == 13


def test_bad_configurations_are_errors_and_do_no_harm() -> None:
    assert fault("configuration").stdout.splitlines() == [
        "too many threads hipErrorInvalidConfiguration",
        "no blocks hipErrorInvalidConfiguration",
        "too much lds hipErrorInvalidValue",
        "afterwards hipSuccess",
        "good hipSuccess",
    ]


def test_memory_errors() -> None:
    assert fault("memory").stdout.splitlines() == [
        "too much hipErrorOutOfMemory",
        "last hipErrorOutOfMemory",
        "null hipSuccess",
        "twice hipErrorInvalidValue",
        "copy beyond hipSuccess",
        "copy beyond hipErrorInvalidValue",
    ]


def test_unknown_symbols() -> None:
    assert fault("symbol").stdout.splitlines() == [
        "unknown symbol hipErrorInvalidSymbol",
        "unknown function hipErrorInvalidDeviceFunction",
    ]


def test_a_trap_loses_the_context() -> None:
    run = fault("trap")
    assert run.stdout.splitlines() == [
        "launch hipErrorLaunchFailure",
        "sync hipErrorLaunchFailure",
        "copy hipErrorLaunchFailure",
    ]
    assert "the device code trapped: kernel trap_at(int), block (" in run.stderr


def test_an_access_outside_memory_names_kernel_block_and_thread() -> None:
    run = fault("address", PORTER_CPU_THREADS="1")
    assert run.stdout == "sync hipErrorIllegalAddress\n"
    assert "access outside memory at address 0x" in run.stderr
    assert "kernel overrun(int*, int), block (0, 0, 0), thread (16, 0, 0)" in run.stderr


def test_an_access_outside_memory_is_found_without_barriers_and_prints_once() -> None:
    run = fault("plain address", PORTER_CPU_THREADS="1")
    assert run.stdout == "said once\nsync hipErrorIllegalAddress\n"
    assert "access outside memory at address 0x" in run.stderr
    assert "kernel say_and_overrun(int*), block (0, 0, 0), thread (16, 0, 0)" in run.stderr


def test_device_memory_runs_out() -> None:
    assert fault("device malloc").stdout == "failed 1\n"


def test_computing_for_ever_ends() -> None:
    run = fault("endless", PORTER_CPU_BLOCK_SECONDS="1")
    assert run.stdout == "sync hipErrorLaunchTimeOut\n"
    assert "kernel endless(unsigned int*), block (0, 0, 0)" in run.stderr


def test_freed_memory_is_gone() -> None:
    run = fault("freed")
    assert run.stdout == "sync hipErrorIllegalAddress\n"
    assert "kernel fill(int*), block (0, 0, 0)" in run.stderr


def test_waiting_for_ever_ends() -> None:
    run = fault("spin", PORTER_CPU_SPIN_SECONDS="1")
    assert run.stdout == "sync hipErrorLaunchTimeOut\n"
    assert "kernel never(int volatile*)" in run.stderr


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
        "int main() { hipIpcMemHandle_t h; return hipIpcGetMemHandle(&h, nullptr); }\n"
    )
    with pytest.raises(PorterError, match="hipIpcGetMemHandle"):
        cpu.build(source)


def test_an_instruction_that_the_executor_does_not_offer_is_named(tmp_path: Path) -> None:
    source = tmp_path / "global_wave_sync.hip"
    source.write_text(
        "#include <hip/hip_runtime.h>\n"
        "__global__ void k() { __builtin_amdgcn_ds_gws_barrier(1, 2); }\nint main() {}\n"
    )
    with pytest.raises(PorterError, match=r"the instruction ds.gws.barrier"):
        cpu.build(source)


def test_device_code_of_another_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "use.hip").write_text(
        "#include <hip/hip_runtime.h>\nextern __device__ int twice(int);\n"
        "extern __device__ int table[4];\n"
        "__global__ void k(int *x) { *x = twice(*x) + table[1]; }\nint main() {}\n"
    )
    (tmp_path / "other.hip").write_text(
        "#include <hip/hip_runtime.h>\n__device__ int table[4];\n"
        "__device__ int twice(int x) { return 2 * x; }\n"
    )
    with pytest.raises(PorterError, match=r"relocatable device code\): twice\(int\), table"):
        cpu.build(tmp_path)


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


def test_command_line(tmp_path: Path) -> None:
    source = tmp_path / "main.cpp"
    source.write_text("int main(int n, char **) { return 40 + n - MINUS; }")
    done = CliRunner().invoke(
        group, ["run", "--on", "cpu", "-f", "-DMINUS=1", str(source), "--", "-x", "y"]
    )
    assert done.exit_code == 42, done.output


def test_a_program_that_takes_too_long_is_stopped(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "long.cpp"
    source.write_text("#include <unistd.h>\nint main() { for (;;) pause(); }\n")
    done = CliRunner().invoke(group, ["run", "--timeout", "1", str(source)])
    assert done.exit_code == 124
    assert "long did not end within 1 s and was stopped" in done.output + capfd.readouterr().err


def test_the_exit_status_names_the_signal_that_ended_the_program(tmp_path: Path) -> None:
    source = tmp_path / "signal.cpp"
    source.write_text("#include <csignal>\nint main() { std::raise(SIGTERM); }\n")
    assert CliRunner().invoke(group, ["run", str(source)]).exit_code == 128 + 15


@pytest.mark.parametrize(
    ("suffix", "text", "printed"),
    [
        (".cu", "{ int *x; cudaMallocManaged(&x, 4); k<<<1, 1>>>(x); cudaDeviceSynchronize();", 32),
        (".hip", "{ int *x; (void)hipMallocManaged(&x, 4); k<<<1, 1>>>(x); "
         "(void)hipDeviceSynchronize();", 64),
        (".cu", "{ int *x; (void)hipMallocManaged(&x, 4); k<<<1, 1>>>(x); "
         "(void)hipDeviceSynchronize();", 64),
    ],
    ids=["cuda", "hip", "port"],
)  # fmt: skip
def test_cuda_and_hip_on_the_command_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], suffix: str, text: str, printed: int
) -> None:
    header = "#include <hip/hip_runtime.h>\n" if printed == 64 else ""
    (tmp_path / f"main{suffix}").write_text(
        f"{header}#include <cstdio>\n__global__ void k(int *x) {{ *x = warpSize; }}\n"
        f'int main(int, char **a) {text} std::printf("%d %s\\n", *x, a[1]); }}\n'
    )
    for program in (tmp_path / f"main{suffix}", tmp_path):
        CliRunner().invoke(group, ["run", "--on", "cpu", str(program), "--", "now"])
        assert capfd.readouterr().out == f"{printed} now\n"


def test_cuda_api() -> None:
    run = cpu.build(PROGRAMS / "cuda_api.cu", arch="sm_80").run(timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("ok ") == 11
    assert run.stdout.endswith("cudaErrorInvalidConfiguration\n")


@pytest.mark.parametrize("name", ["warp_reduce", "cooperative_tiles"])
def test_our_own_cuda_programs_pass_their_checks(name: str) -> None:
    source = PROGRAMS.parents[3] / "csrc_cuda" / "warp_kit" / f"{name}.cu"
    run = cpu.build(source, arch="sm_80").run(timeout=120)
    assert run.stdout.endswith(f"{name}: ok\n"), run.stdout + run.stderr
    assert run.returncode == 0


def test_cub() -> None:
    run = cpu.build(PROGRAMS / "scan_and_sort.cu", arch="sm_80").run(timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("ok") == 13


def test_ptx_that_cannot_be_translated_is_named(tmp_path: Path) -> None:
    source = tmp_path / "copy.cu"
    source.write_text(
        '__global__ void k() { asm volatile("cp.async.wait_group 0;"); }\nint main() {}\n'
    )
    with pytest.raises(PorterError, match=r"cp\.async\.wait_group 0"):
        cpu.build(source, arch="sm_80")


def test_variables_that_host_and_device_share() -> None:
    run = cpu.build(PROGRAMS / "managed.cu", arch="sm_80").run(timeout=60)
    assert run.stdout == "42 42 1.5 3\n10 2\n", run.stdout + run.stderr
