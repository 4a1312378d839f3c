"""Kernels that are the same code are compiled once, and answer to all of their names."""

from __future__ import annotations

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


def test_twins_are_compiled_once(arch: str) -> None:
    compiler = Compiler.default(arch)
    command = [compiler.toolchain.tool("llvm-nm"), "-j", compiler.device_object(SOURCE)]
    names = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    begins = [name for name in names if name.endswith(".entry.0")]
    assert len(begins) == 2  # of words, and of doubles
