"""Long regions have a loop over lanes where LLVM takes several lanes together, and nowhere else."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest

from porter.execute.cpu import Module
from porter.execute.cpu.compilation import Compiler

pytestmark = pytest.mark.toolchain

SOURCE = Path(__file__).parent / "kernels" / "own_vectors.hip"


def test_own_vectors_make_no_loop(arch: str) -> None:
    compiler = Compiler.default(arch)
    command = [compiler.toolchain.tool("llvm-nm"), "-j", compiler.device_object(SOURCE)]
    names = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    begins = {name for name in names if name.endswith(".entry.0.all")}
    assert {"float" if "mixedIf" in name else "four" for name in begins} == {"float"}


@pytest.mark.parametrize(("number", "width"), [("float", 1), ("float vector[4]", 4)])
def test_both_compute_the_same(arch: str, number: str, width: int) -> None:
    kernel = Module.load(SOURCE, arch=arch).kernel(f"mixed<{number}>")
    x = np.linspace(-1, 1, 64 * width, dtype=np.float32)
    out = np.zeros_like(x)
    kernel[1, 64](x, out, 64)
    y = x.astype(np.float64)
    exact = y.copy()
    for i in range(12):
        exact = exact * 0.5 + y * i
        y = y * 0.5 - exact * 0.25
    np.testing.assert_allclose(out, exact, rtol=1e-4, atol=1e-4 * abs(exact).max())
