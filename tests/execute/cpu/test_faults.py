"""Mistakes and faults of device code: errors and reports, never a crash without a word."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from porter.execute import cpu
from porter.verify.coverage import read

pytestmark = pytest.mark.toolchain

PROGRAMS = Path(__file__).parent / "programs"


def fault(name: str, *args: str, **env: str) -> cpu.Run:
    program = cpu.build(PROGRAMS / "faults.hip")
    return program.run([name, *args], timeout=60, env={**os.environ, **env})


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


def test_a_failed_assertion_has_its_own_error() -> None:
    run = fault("assertion")
    assert run.stdout.splitlines() == ["sync hipErrorAssert", "copy hipErrorAssert"]
    assert "Device-side assertion `int(threadIdx.x) < limit' failed." in run.stderr
    assert "an assertion of the device code failed: kernel expect_less(int), block (" in run.stderr


def test_a_kernel_that_was_stopped_was_launched(tmp_path: Path) -> None:
    fault("assertion", PORTER_CPU_KERNELS=str(tmp_path))
    assert read(tmp_path).launched == {"expect_less(int)"}


def test_a_failed_assertion_of_cuda_has_its_own_error(tmp_path: Path) -> None:
    source = tmp_path / "asserts.cu"
    source.write_text("""#include <cassert>
#include <cstdio>
__global__ void expect_less(int limit) { assert(int(threadIdx.x) < limit); }
int main() {
  expect_less<<<1, 64>>>(40);
  std::printf("%d\\n", cudaDeviceSynchronize() == cudaErrorAssert);
}
""")
    run = cpu.build(source).run(timeout=60)
    assert run.stdout == "1\n"
    assert "Assertion `int(threadIdx.x) < limit' failed" in run.stderr


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


@pytest.mark.parametrize(
    ("name", "kernel"),
    [
        ("trap", r"trap_at\(int\), block \(\d, 0, 0\), thread \(40, 0, 0\)"),
        ("address", r"overrun\(int\*, int\), block \(\d, 0, 0\), thread \(\d+, 0, 0\)"),
        ("endless", r"endless\(unsigned int\*\), block \(0, 0, 0\)"),
        ("spin", r"never\(int volatile\*\), block \(\d, 0, 0\), thread \(\d+, 0, 0\)"),
    ],
)
def test_a_stopped_kernel_cannot_be_missed(name: str, kernel: str) -> None:
    run = fault(name, PORTER_CPU_BLOCK_SECONDS="1", PORTER_CPU_SPIN_SECONDS="1")
    assert run.returncode == 1
    assert re.fullmatch(
        rf"porter: a kernel was stopped: .*: kernel {kernel}", run.stderr.splitlines()[-1]
    )


def test_a_program_whose_kernels_ran_ends_as_it_likes() -> None:
    run = fault("memory")
    assert (run.returncode, run.stderr) == (0, "")


def test_a_status_that_tells_of_a_failure_is_kept() -> None:
    run = fault("trap", "7")
    assert run.returncode == 7
    assert "porter: a kernel was stopped: the device code trapped" in run.stderr


@pytest.mark.parametrize("status", [0, 7])
@pytest.mark.parametrize("way", ["_exit", "_Exit", "quick_exit"])
def test_no_way_to_end_misses_it(way: str, status: int) -> None:
    run = fault("trap", str(status), way)
    assert run.returncode == (status or 1)
    assert run.stderr.count("porter: a kernel was stopped: the device code trapped") == 1
    assert len(run.stdout.splitlines()) == 3


def test_programs_that_fault_on_purpose_may_say_so() -> None:
    run = fault("trap", PORTER_CPU_FAULT_STATUS="0")
    assert run.returncode == 0
    assert "porter: a kernel was stopped: the device code trapped" in run.stderr
