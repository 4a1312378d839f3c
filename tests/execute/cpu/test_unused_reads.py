"""Reads of which nobody uses what they give are left out, as by AMD's compiler."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from porter.execute.cpu import Module

pytestmark = pytest.mark.toolchain
SOURCE = Path(__file__).parent / "kernels" / "unused_reads.hip"


def test_a_long_function_that_reads_what_is_not_there(arch: str) -> None:
    out, numbers = np.zeros(64, np.float32), np.arange(64, dtype=np.float32)
    Module.load(SOURCE, arch=arch).kernel("first_alone")[1, 64](out, numbers, None)
    i = np.arange(64) % 48
    np.testing.assert_array_equal(out, numbers[(i * 5 + 7) % (5 + i)] * 5 + i)
