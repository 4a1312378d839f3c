"""Programs that take their seed from the clock or from `std::random_device` draw the same."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from porter.execute.preloading import preloaded
from porter.verify.place import CUDA_ON_CPU
from porter.verify.program.seeded import seeded
from tests.verify.program.unprepared import verdict

PROGRAM = """
#include <cuda_runtime.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
__global__ void twice(int *x) { x[threadIdx.x] *= 2; }
int main() {
    int *x;
    cudaMallocManaged(&x, 32 * sizeof(int));
    srand(time(NULL));
    std::mt19937 engine(std::random_device{}());
    std::mt19937_64 other(std::chrono::system_clock::now().time_since_epoch().count() / 1000000000);
    for (int i = 0; i < 32; i++) x[i] = rand() % 1000 + engine() % 1000 + other() % 1000;
    twice<<<1, 32>>>(x);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++) std::printf("%d\\n", x[i]);
}
"""
CLOCKS = """
import datetime, time
first = time.time()
time.sleep(0.2)
print(datetime.date.today().year, 0.1 < time.time() - first < 10, time.monotonic() > 0)
"""


@pytest.mark.toolchain
def test_both_sides_draw_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = verdict(tmp_path, monkeypatch, {"draw.cu": PROGRAM})
    assert found["passed"] and found["numbers"] == 32


@pytest.mark.toolchain
def test_the_clock_goes_on_from_its_beginning() -> None:
    variables = seeded({}, CUDA_ON_CPU)
    done = subprocess.run(
        ["/usr/bin/env", "python3", "-c", CLOCKS], env=variables, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert done.stdout.split() == ["2001", "True", "True"]


def test_what_is_preloaded_already_stays() -> None:
    assert preloaded(Path("a.so"), {"LD_PRELOAD": "b.so"}) == {"LD_PRELOAD": "a.so:b.so"}
    assert preloaded(Path("a.so"), {}) == {"LD_PRELOAD": "a.so"}
