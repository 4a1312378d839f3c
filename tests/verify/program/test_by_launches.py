"""Programs that say nothing of their results are compared launch by launch."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verify.program.unprepared import verdict

PROGRAM = """
#include <chrono>
#include <cstdio>
__global__ void twice(int *x) { x[threadIdx.x] *= 2; }
int main() {
  int *x;
  cudaMallocManaged(&x, 128);
  auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 32; i++) x[i] = i;
  twice<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  SAYS
}
"""
CLOCK = 'std::printf("%.9f\\n", (std::chrono::steady_clock::now() - start).count() * 1e-9);'


@pytest.mark.toolchain
@pytest.mark.parametrize(
    ("says", "because"),
    [
        ("(void)start;", "it prints and writes nothing"),
        (CLOCK, "it gives other"),
        ('(void)start; std::printf("%d elements\\n", 32);', "it prints the same where no kernel"),
    ],
)
def test_launches_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str, because: str
) -> None:
    found = verdict(tmp_path, monkeypatch, {"quiet.cu": PROGRAM.replace("SAYS", says)})
    assert found["passed"]
    (said,) = (one for one in found["remarks"] if "launch by launch" in one)
    assert said.startswith(because) and "launch by launch: 1 launches agree" in said


@pytest.mark.toolchain
def test_launches_without_memory_say_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "__global__ void warm_up(int n) {}\nint main() { warm_up<<<1, 32>>>(3); cudaFree(0); }\n"
    found = verdict(tmp_path, monkeypatch, {"quiet.cu": code})
    assert not found["passed"] and "nothing that could be compared" in found["problem"]


@pytest.mark.toolchain
def test_where_launches_part_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = PROGRAM.replace("x[threadIdx.x] *= 2;", "x[threadIdx.x] = clock64();")
    found = verdict(tmp_path, monkeypatch, {"quiet.cu": code.replace("SAYS", "(void)start;")})
    assert not found["passed"]
    assert "launch by launch: " in found["problem"] and "shows more" in found["problem"]
    assert "compares its launches" not in found["problem"]


@pytest.mark.toolchain
def test_what_cudas_side_repeats_is_a_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mistaken = "#ifdef __AMDGCN__\nx[threadIdx.x] *= 3;\n#else\nx[threadIdx.x] *= 2;\n#endif\n"
    code = PROGRAM.replace("x[threadIdx.x] *= 2;", f"\n{mistaken}")
    found = verdict(tmp_path, monkeypatch, {"quiet.cu": code.replace("SAYS", "(void)start;")})
    assert not found["passed"] and not found["problem"]
    (said,) = (one["reason"] for one in found["differences"])
    assert said.startswith("launch by launch: parts from CUDA first after launch 1, twice")
    assert "CUDA's side gives the same in every order" in said


@pytest.mark.toolchain
def test_what_an_order_decides_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    race = "x[0] = blockIdx.x;\n#ifdef __AMDGCN__\nx[0] = 9;\n#endif\n"
    code = PROGRAM.replace("x[threadIdx.x] *= 2;", f"\n{race}").replace("<<<1, 32>>>", "<<<8, 1>>>")
    found = verdict(tmp_path, monkeypatch, {"quiet.cu": code.replace("SAYS", "(void)start;")})
    assert not found["passed"] and not found["differences"]
    assert "shows more" in found["problem"]
