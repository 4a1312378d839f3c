"""MEM04: shared memory of a known size that CUDA lets be declared `extern`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from porter.compile.driver import build

KERNEL = """\
extern __shared__ int outside[2];
template <typename T, int N>
__global__ void k(T* out) {
    extern __shared__ __align__(16) T rows[N][2];
    extern __shared__ T total;
    extern __shared__ char rest[];
    out[0] = rows[1][0] + total + rest[0] + outside[1];
}
template __global__ void k<float, 4>(float*);
"""


@pytest.mark.toolchain
def test_what_nvcc_takes_compiles_with_static_memory(
    tmp_path: Path, written: Callable[[str], Path]
) -> None:
    report = build(written(KERNEL), ["gfx942"], folder=tmp_path / "objects")
    assert report.ok, report.failed
    (kernel,) = (kernel for unit in report.units for kernel in unit.kernels)
    assert kernel.lds == 4 * 2 * 4 + 4 + 2 * 4
