"""Kernels and regions that are the same code are compiled once; all names of kernels answer."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

from porter.errors import PorterError
from porter.execute.cpu import Module
from porter.execute.cpu.compilation import Compiler

pytestmark = pytest.mark.toolchain

SOURCE = Path(__file__).parent / "kernels" / "twins.hip"


@pytest.fixture
def module(arch: str) -> Module:
    return Module.load(SOURCE, arch=arch)


@pytest.mark.parametrize(
    ("name", "dtype"),
    [
        ("reversed<int, 256>", np.int32),
        ("reversed<unsigned int, 256>", np.uint32),
        ("reversed<unsigned int, 64>", np.uint32),
        ("reversed<double, 64>", np.float64),
    ],
)
def test_each_name_runs_its_code(module: Module, name: str, dtype: type) -> None:
    given = np.arange(50).astype(dtype)
    out = np.zeros(50, dtype)
    module.kernel(name)[1, 50](given, out)
    assert (out == given[::-1]).all()


def test_each_name_keeps_its_bounds(module: Module) -> None:
    given, out = np.arange(100, dtype=np.uint32), np.zeros(100, np.uint32)
    module.kernel("reversed<unsigned int, 256>")[1, 100](given, out)
    assert (out == given[::-1]).all()
    with pytest.raises(PorterError):
        module.kernel("reversed<unsigned int, 64>")[1, 100](given, out)


def names_of(arch: str) -> list[str]:
    """Return the functions that the kernels became."""
    compiler = Compiler.default(arch)
    command = [compiler.toolchain.tool("llvm-nm"), "-j", compiler.device_object(SOURCE)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def test_twins_are_compiled_once(arch: str) -> None:
    begins = [name for name in names_of(arch) if re.fullmatch(r".*reversed.*\.entry\.0", name)]
    assert len(begins) == 2  # of words, and of doubles


def test_regions_that_are_the_same_are_compiled_once(arch: str, module: Module) -> None:
    regions = [re.sub(r".*\.entry", "", name) for name in names_of(arch) if "exchanged" in name]
    assert sorted(regions) == [".0", ".0", ".0.all", ".0.all", ".1", ".1.all"]
    given, out = np.arange(64, dtype=np.int32), np.zeros(64, np.int32)
    for factor in (3, 5):
        module.kernel(f"exchanged<{factor}>")[1, 64](given, out)
        assert (out == (given ^ 1) * factor + 1).all()
