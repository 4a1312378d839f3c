"""Lanes of a wavefront read and write each other's words of LDS in lockstep, without a barrier."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

from porter.execute.cpu import Module
from porter.execute.cpu.compilation import Compiler

pytestmark = pytest.mark.toolchain

SOURCE = Path(__file__).parent / "kernels" / "lds_lockstep.hip"
LANES = np.arange(32, dtype=np.float32)


def run(kernel: str, arch: str, *arguments: object) -> np.ndarray:
    """Run a kernel of one wavefront's 32 lanes."""
    out = np.zeros(32, np.float32)
    Module.load(SOURCE, arch=arch).kernel(kernel)[1, 32](out, *arguments)
    return out


def meetings(kernel: str, arch: str) -> int:
    """Return at how many places the lanes of a kernel meet: each begins a part of it."""
    compiler = Compiler.default(arch)
    command = [compiler.toolchain.tool("llvm-nm"), "-j", compiler.device_object(SOURCE)]
    names = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return max(map(int, re.findall(rf"^{kernel}\.entry\.(\d+)$", names, re.M)))


def test_a_row_is_divided_by_its_own_first_element(arch: str) -> None:
    np.testing.assert_array_equal(run("divided", arch), (LANES + 1) / (LANES // 8 * 8 + 1))


def test_a_kernel_without_a_barrier(arch: str) -> None:
    np.testing.assert_array_equal(run("paired", arch), (LANES // 2) * 4 + 3)


def test_what_a_condition_reads(arch: str) -> None:
    np.testing.assert_array_equal(run("greater", arch), np.where(LANES == 31, -1, LANES + 1))


def test_words_that_are_exchanged(arch: str) -> None:
    np.testing.assert_array_equal(run("exchanged", arch, np.int32(32)), np.full(32, LANES.sum()))


def test_a_scan_in_volatile_memory(arch: str) -> None:
    np.testing.assert_array_equal(run("scanned", arch), LANES.cumsum())


def test_a_variable_of_the_file_that_the_image_pins(arch: str) -> None:
    np.testing.assert_array_equal(run("of_a_file", arch), 31 - LANES)


def test_shared_memory_of_the_launch(arch: str) -> None:
    out = np.zeros(32, np.float32)
    kernel = Module.load(SOURCE, arch=arch).kernel("summed")
    kernel[1, 32, 256](out, np.int32(32))
    np.testing.assert_array_equal(out, LANES + np.maximum(LANES - 1, 0) * (LANES > 0))


@pytest.mark.parametrize(
    ("kernel", "arguments"),
    [
        ("reduced", ()),
        ("rows", (np.int32(8),)),
        ("other", (np.int32(1),)),
        ("diagonals", (np.int32(32),)),
    ],
)
def test_numbers_where_nobody_needs_to_wait(
    kernel: str, arguments: tuple[object, ...], arch: str
) -> None:
    want = {
        "reduced": np.full(32, np.sum(LANES + 1)),
        "rows": LANES * 255,
        "other": np.full(32, 31.0),
        "diagonals": LANES + 1,
    }
    np.testing.assert_array_equal(run(kernel, arch, *arguments), want[kernel])


@pytest.mark.parametrize(
    ("kernel", "places"), [("paired", 2), ("rows", 1), ("other", 2), ("diagonals", 3)]
)
def test_nobody_waits_where_no_lane_writes_what_a_later_one_reads(
    kernel: str, places: int, arch: str
) -> None:
    assert meetings(kernel, arch) == places
