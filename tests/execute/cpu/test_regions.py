"""Kernels that are cut into regions compute what they do as coroutines, and name who faults."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from porter.execute.cpu import KernelFault, Module
from porter.execute.cpu.compilation import Compiler

pytestmark = pytest.mark.toolchain

SOURCE = Path(__file__).parent / "kernels" / "regions.hip"
WIDE = np.dtype([("a", np.float64, 3), ("flag", np.bool_), ("small", np.int8), ("_", "V6")])


@pytest.fixture
def module(arch: str) -> Module:
    return Module.load(SOURCE, arch=arch)


def test_engines(module: Module, slow: Module) -> None:
    engines = {kernel.qualified_name: kernel.engine for kernel in module.kernels}
    assert engines.pop("own_bins") == "loop"
    assert set(engines.values()) == {"regions"}
    assert "regions" not in {kernel.engine for kernel in slow.kernels}


@pytest.mark.parametrize("name", ["apart", "turns"])
def test_lanes_that_part(module: Module, slow: Module, name: str) -> None:
    for items in (1, 31, 33, 64, 100, 256):
        given = np.random.default_rng(items).integers(0, 7, items).astype(np.int32)
        one, other = np.zeros(items, np.int32), np.zeros(items, np.int32)
        module.kernel(name)[1, items](given, one)
        slow.kernel(name)[1, items](given, other)
        assert (one == other).all()


@pytest.mark.parametrize("items", [33, 256])
def test_what_lives_across_barriers(module: Module, items: int) -> None:
    given = np.random.default_rng(items).integers(-100, 100, items).astype(np.int32)
    wide = np.zeros(1, WIDE)
    wide["a"], wide["small"] = [3, 5, 7], -9
    out = np.zeros(items, np.int32)
    module.kernel("kinds")[1, items](wide[0], given, out)
    t = np.arange(items)
    own = np.stack([t, t + 1, t + 2, t + 3], axis=1)
    own[t, given & 3] = 100
    other = given[(t + 17) % items]
    words = own[t, other & 3]
    four = t + given + 2 * t + 4
    expected = words[(t + 1) % items] + np.where(given & 1, 1000, 0) + given.astype(np.int8) + four
    assert (out == expected + np.where(other & 1, 5, 3) - 9).all()


@pytest.mark.parametrize("items", [33, 256])
def test_numbers_of_four_words(module: Module, items: int) -> None:
    given = np.random.default_rng(items).integers(-100, 100, (items, 4)).astype(np.int32)
    out = np.zeros(items, np.int32)
    for name in ("short_quads", "long_quads"):
        module.kernel(name)[1, items](given, out)
        assert (out == np.roll(given @ [1, 2, 3, 4], -17)).all()


def test_blocks_are_too_small_for_numbers_to_wrap_around(arch: str) -> None:
    compiler = Compiler.default(arch)
    command = [compiler.toolchain.tool("llvm-nm"), "-S", compiler.device_object(SOURCE)]
    names = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    sizes = {
        kernel: int(size, 16)
        for size, kernel in re.findall(r" (\w+) t _Z\d+(\w+)_quads\w+\.entry\.0\.all$", names, re.M)
    }
    assert sizes["short"] < 1.2 * sizes["long"]  # no second loop for those that do


@pytest.mark.parametrize("block", [(16, 16, 1), (5, 7, 3), (1, 100, 1), (8, 4, 4), (256, 1, 1)])
def test_blocks_of_several_dimensions(module: Module, block: tuple[int, int, int]) -> None:
    items = int(np.prod(block))
    given = np.arange(items, dtype=np.int32)
    out = np.zeros(items, np.int32)
    module.kernel("rows")[1, block](given, out)
    x, y, z = (axis.T.ravel() for axis in np.indices(block))
    words = given + x + 10 * y + 100 * z
    assert (out == words[given * 7 % items]).all()


@pytest.mark.parametrize("last", [20, 45, 0])
def test_who_faults_is_named(module: Module, last: int) -> None:
    out = np.zeros(64, np.int32)
    with pytest.raises(KernelFault, match=rf"faults\(.*\), block .*, thread \({last}, 0, 0\)"):
        module.kernel("faults")[1, 64](out, 100, last)
    assert out[last] == 4


def test_words_that_lanes_change_together(module: Module) -> None:
    given = np.random.default_rng(1).integers(0, 1000, 256).astype(np.int32)
    bins = given & 7
    sums = np.bincount(bins, given, 8)
    counts = np.bincount(bins, minlength=8)
    most = [given[bins == i].max() for i in range(8)]
    out = np.zeros(24 + 256, np.int32)
    module.kernel("bins")[1, 256](given, out)
    assert (out[:8] == sums).all()
    assert (out[8:16] == most).all()
    assert (out[16:24] == counts).all()
    assert (out[24:] == 1).all()
    out = np.zeros(8, np.int32)
    module.kernel("own_bins")[1, 256](given, out)
    assert (out == counts).all()


PROGRAM = """#include <hip/hip_runtime.h>
__global__ void apart(int *out) { out[threadIdx.x] = threadIdx.x; }
__global__ void together(int *out) { out[threadIdx.x] = __shfl_xor(out[threadIdx.x], 1); }
int main() {
  int *out;
  (void)hipMallocManaged(&out, 256);
  apart<<<1, 64>>>(out);
  for (int i = 0; i < 3; ++i)
    together<<<1, 64>>>(out);
  (void)hipDeviceSynchronize();
  return out[0] != 1;
}
"""


@pytest.mark.parametrize(
    ("effort", "how"),
    [("1", "regions"), ("0", "coroutines: compiled to be watched, or fast")],
)
def test_how_kernels_run_is_told(tmp_path: Path, effort: str, how: str) -> None:
    (source := tmp_path / "told.hip").write_text(PROGRAM)
    wanted = {"PORTER_CPU_ENGINES": "1", "PORTER_CPU_OPTIMIZE": effort}
    done = subprocess.run(
        [sys.executable, "-m", "porter", "run", "--arch", "gfx942", str(source)],
        env={**os.environ, **wanted},
        capture_output=True,
        text=True,
        check=True,
    )
    told = [line for line in done.stderr.splitlines() if " runs as " in line]
    assert told == [
        "porter: apart(int*) runs as a loop over work-items",
        f"porter: together(int*) runs as {how}",
    ]
