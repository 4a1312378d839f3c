"""MEM07: dynamic shared memory of one name in kernels of two linkages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from porter.compile.driver import build

KERNELS = """\
__global__ void k(float* out) {
    extern __shared__ float rows[];
    out[0] = rows[1];
}
extern "C" {
__global__ void c(float* out) {
    extern __shared__ float rows[];
    out[0] = rows[1];
}
}
"""


@pytest.mark.toolchain
def test_what_nvcc_takes_compiles(tmp_path: Path, written: Callable[[str], Path]) -> None:
    report = build(written(KERNELS), ["gfx942"], folder=tmp_path / "objects")
    assert report.ok, report.failed
