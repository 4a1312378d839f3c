"""Programs that take too long are compared by what both sides launched before they were stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.exit_status import Exit
from porter.report.verdicts import judgement
from porter.verify.verdict import Verdict, exit_status
from tests.verify.program.unprepared import verdict

ENDLESS = """
#include <unistd.h>
__global__ void step(int *x) { x[threadIdx.x] += threadIdx.x; }
int main() {
  int *x;
  cudaMalloc(&x, 128);
  cudaMemset(x, 0, 128);
  for (;;) {
    step<<<1, 32>>>(x);
    cudaDeviceSynchronize();
    usleep(20000);
  }
}
"""


@pytest.mark.toolchain
def test_what_was_launched_until_then_is_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = verdict(tmp_path, monkeypatch, {"long.cu": ENDLESS}, "--limit", "2")
    assert found["passed"] and found["is_begun"] and not found["problem"]
    (said,) = (one for one in found["remarks"] if "launch by launch" in one)
    assert "took longer than 2 s" in said and "launches agree" in said and "stopped" in said
    assert found["kernels"]["launched"] and found["against"]


@pytest.mark.toolchain
def test_a_mistake_is_a_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mistaken = "#ifdef __AMDGCN__\nx[threadIdx.x] += 1;\n#endif\nx[threadIdx.x] +="
    code = ENDLESS.replace("{ x[threadIdx.x] +=", f"{{\n{mistaken}")
    found = verdict(tmp_path, monkeypatch, {"long.cu": code}, "--limit", "2")
    assert not found["passed"] and found["is_compared"] and not found["problem"]
    (said,) = (one["reason"] for one in found["differences"])
    assert said.startswith("launch by launch: parts from CUDA first after launch 1, step")


@pytest.mark.toolchain
def test_what_cudas_side_does_not_repeat_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = ENDLESS.replace("+= threadIdx.x;", "= clock64();")
    found = verdict(tmp_path, monkeypatch, {"long.cu": code}, "--limit", "2")
    assert not found["passed"] and not found["differences"]
    assert "took longer than 2 s" in found["problem"] and "parts from CUDA" in found["problem"]


@pytest.mark.toolchain
def test_without_a_launch_there_is_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = ENDLESS.replace("for (;;) {", "for (;;) {\n    sleep(60);")
    found = verdict(tmp_path, monkeypatch, {"long.cu": code}, "--limit", "1")
    assert not found["passed"] and not found["is_begun"]
    assert found["problem"].endswith("--limit SECONDS gives it more)")


def test_a_beginning_is_a_part() -> None:
    begun = Verdict("toy", "program", "long.cu", "gfx942", passed=True, is_begun=True)
    assert judgement([begun]) == "same, in part"
    for is_part in (False, True):
        assert exit_status([begun], is_part=is_part) is Exit.NOT_COMPARED
