"""Exchanges that do not wait for each other's answers are one place where lanes meet."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

from porter.execute.cpu import KernelFault, Module
from porter.execute.cpu.compilation import Compiler

pytestmark = pytest.mark.toolchain

SOURCE = Path(__file__).parent / "kernels" / "gathered.hip"


@pytest.fixture
def module(arch: str) -> Module:
    return Module.load(SOURCE, arch=arch)


def test_a_place_has_many(arch: str) -> None:
    compiler = Compiler.default(arch)
    command = [compiler.toolchain.tool("llvm-nm"), "-j", compiler.device_object(SOURCE)]
    names = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    regions = {
        kernel: len(re.findall(rf"^_Z\d+{kernel}[^.]*\.entry\.\d+$", names, re.M))
        for kernel in ("halves", "terms", "kinds", "memory")
    }
    # The begin, and what follows each place: five steps of two words each; 48 words, 32 at most at
    # a place; four exchanges that need none before, and one that does.
    assert regions == {"halves": 6, "terms": 3, "kinds": 3, "memory": 3}


@pytest.mark.parametrize("name", ["halves", "terms", "kinds"])
@pytest.mark.parametrize("items", [1, 31, 64, 100, 256])
def test_answers_are_those_of_one_at_a_time(
    module: Module, slow: Module, name: str, items: int
) -> None:
    given = np.random.default_rng(items).integers(0, 50, items).astype(np.float64)
    together, apart = np.zeros(items), np.zeros(items)
    module.kernel(name)[1, items](given, together)
    slow.kernel(name)[1, items](given, apart)
    assert (together == apart).all()


def test_answers_are_right(module: Module) -> None:
    given = np.random.default_rng(0).random(256)
    out = np.zeros(256)
    module.kernel("halves")[1, 256](given, out)
    np.testing.assert_allclose(out, given.reshape(-1, 32).sum(axis=1).repeat(32), rtol=1e-14)
    module.kernel("terms")[1, 256](given, out)
    lanes, expected = np.arange(256), np.zeros(256)
    for i in range(24):
        expected = expected * 0.5 + given[lanes // 32 * 32 + (lanes * 7 + i) % 32]
    np.testing.assert_allclose(out, expected, rtol=1e-14)


def test_memory_stays_in_order(module: Module) -> None:
    given = np.random.default_rng(0).random(256)
    out = np.zeros(256)
    module.kernel("memory")[1, 256](given, out)
    first = given.reshape(-1, 32)[:, 1].repeat(32)
    lanes = np.arange(256)
    assert (out == first + (given[lanes ^ 1] + first)).all()


@pytest.mark.parametrize("last", [0, 17, 40])
def test_who_faults_is_named(module: Module, last: int) -> None:
    with pytest.raises(KernelFault, match=rf"faults\(.*\), block .*, thread \({last}, 0, 0\)"):
        module.kernel("faults")[1, 64](np.arange(64.0), np.zeros(64), last)
