"""Settings of hipBLAS's and cuBLAS's handles, and copies to the device's memory and back."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from .handles import handle_by

pytestmark = pytest.mark.toolchain

VENDORS = pytest.mark.parametrize("vendor", ["hipblas", "cublas"])


def made(blas: ctypes.CDLL, vendor: str) -> tuple[ctypes.c_void_p, str]:
    """Return a handle, and what the names of functions with two generations end with."""
    second = "_v2" if vendor == "cublas" else ""
    return handle_by(getattr(blas, f"{vendor}Create{second}")), second


@VENDORS
def test_modes(blas: ctypes.CDLL, vendor: str) -> None:
    handle, second = made(blas, vendor)
    number, stream = ctypes.c_int(-1), ctypes.c_void_p(7)
    modes = [("PointerMode", second, 2), ("AtomicsMode", "", 2), ("MathMode", "", 2)]
    if vendor == "cublas":
        modes.append(("SmCountTarget", "", 9))
    for name, end, count in modes:
        for value in (count - 1, 0):
            assert getattr(blas, f"{vendor}Set{name}{end}")(handle, value) == 0, name
            assert getattr(blas, f"{vendor}Get{name}{end}")(handle, ctypes.byref(number)) == 0
            assert number.value == value, name
        assert getattr(blas, f"{vendor}Set{name}{end}")(handle, -1) != 0
        assert getattr(blas, f"{vendor}Get{name}{end}")(None, ctypes.byref(number)) != 0
    assert getattr(blas, f"{vendor}SetStream{second}")(handle, None) == 0
    assert getattr(blas, f"{vendor}GetStream{second}")(handle, ctypes.byref(stream)) == 0
    assert stream.value is None


def test_cublas_tells_its_version(blas: ctypes.CDLL) -> None:
    handle, _ = made(blas, "cublas")
    version, parts = ctypes.c_int(), [ctypes.c_int(-1) for _ in range(3)]
    assert blas.cublasGetVersion_v2(handle, ctypes.byref(version)) == 0
    assert [blas.cublasGetProperty(i, ctypes.byref(one)) for i, one in enumerate(parts)] == [0] * 3
    major, minor, patch = (one.value for one in parts)
    assert version.value == major * 10_000 + minor * 100 + patch
    assert blas.cublasGetCudartVersion() // 1000 == major
    assert blas.cublasSetWorkspace_v2(handle, None, ctypes.c_size_t(0)) == 0
    assert blas.cublasSetWorkspace_v2(None, None, ctypes.c_size_t(0)) != 0


@pytest.mark.parametrize(
    "name", ["cublasGetStatusName", "cublasGetStatusString", "hipblasStatusToString"]
)
def test_names_of_errors(blas: ctypes.CDLL, name: str) -> None:
    function = getattr(blas, name)
    function.restype = ctypes.c_char_p
    texts = [function(code) for code in (0, 1, 3, 7)]
    assert None not in texts and len(set(texts)) == 4


def copies() -> list[tuple[str, str]]:
    """Return the endings of the functions, by vendor."""
    of_cuda = [("cublas", end) for end in ("", "_64", "Async", "Async_64")]
    return [("hipblas", ""), ("hipblas", "Async"), *of_cuda]


@pytest.mark.parametrize(("vendor", "end"), copies())
@pytest.mark.parametrize("way", ["Set", "Get"])
def test_copies(blas: ctypes.CDLL, vendor: str, end: str, way: str) -> None:
    size: Any = ctypes.c_int64 if end.endswith("64") else ctypes.c_int
    stream = [None] if "Async" in end else []
    source, target = np.arange(40, dtype="f8"), np.full(60, -1.0)
    where = [ctypes.c_void_p(one.ctypes.data) for one in (source, target)]
    copy = getattr(blas, f"{vendor}{way}Vector{end}")
    words = [where[0], size(2), where[1], size(3), *stream]
    assert copy(size(7), size(8), *words) == 0
    assert (target[:21:3] == source[:14:2]).all() and (target[1:21:3] == -1).all()
    assert copy(size(7), size(0), *words) != 0

    target[:] = -1
    copy = getattr(blas, f"{vendor}{way}Matrix{end}")
    words = [where[0], size(5), where[1], size(6), *stream]
    assert copy(size(3), size(4), size(8), *words) == 0
    from_, into = source[:20].reshape(4, 5), target[:24].reshape(4, 6)
    assert (into[:, :3] == from_[:, :3]).all() and (into[:, 3:] == -1).all()
    assert copy(size(7), size(4), size(8), *words) != 0  # more rows than the leading dimension
