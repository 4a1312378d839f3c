"""Versions that libraries tell are those of the headers that programs are compiled with."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import pytest

from porter.toolchain.discovery import find

from .handles import handle_by
from .headers import defined_number

pytestmark = pytest.mark.toolchain


@pytest.fixture
def cuda_headers() -> Path:
    folder = find().cuda_library_headers
    if folder is None:
        pytest.skip("needs `porter toolchain install cuda-library-headers`")
    return folder


def parts(header: Path, macros: str) -> list[int]:
    """Return three numbers of a version, from what its macros are called."""
    return [defined_number(header, name) for name in macros.split()]


def properties(get: Any, wrong: int) -> list[int]:
    """Return the numbers that `libraryPropertyType` asks for; no others may be asked for."""
    told, value = [], ctypes.c_int()
    for part in range(3):
        assert get(part, ctypes.byref(value)) == 0
        told.append(value.value)
    assert [get(3, ctypes.byref(value)), get(-1, ctypes.byref(value)), get(0, None)] == [wrong] * 3
    return told


def wide(function: Any) -> int:
    """Call a function that returns a `size_t`."""
    function.restype = ctypes.c_size_t
    return int(function())


def runtime_version() -> int:
    folder = find().parsable_cuda_path
    assert folder is not None
    return defined_number(folder / "include/cuda_runtime_api.h", "CUDART_VERSION")


def test_cublaslt(blaslt: ctypes.CDLL, cuda_headers: Path) -> None:
    names = "CUBLAS_VER_MAJOR CUBLAS_VER_MINOR CUBLAS_VER_PATCH"
    major, minor, patch = parts(cuda_headers / "cublas_api.h", names)
    assert properties(blaslt.cublasLtGetProperty, 7) == [major, minor, patch]
    assert wide(blaslt.cublasLtGetVersion) == major * 10000 + minor * 100 + patch
    assert wide(blaslt.cublasLtGetCudartVersion) == runtime_version()


def test_cudnn(dnn: ctypes.CDLL, cuda_headers: Path) -> None:
    header = cuda_headers / "cudnn_version.h"
    major, minor, patch = parts(header, "CUDNN_MAJOR CUDNN_MINOR CUDNN_PATCHLEVEL")
    assert properties(dnn.cudnnGetProperty, 2000) == [major, minor, patch]
    assert wide(dnn.cudnnGetVersion) == major * 10000 + minor * 100 + patch
    device = [defined_number(header, f"CUDNN_MAX_SM_{part}_NUMBER") for part in ("MAJOR", "MINOR")]
    assert wide(dnn.cudnnGetMaxDeviceVersion) == device[0] * 100 + device[1] * 10
    assert wide(dnn.cudnnGetCudartVersion) == runtime_version()
    for part in ("Graph", "Ops", "Cnn", "Adv"):  # parts of one library agree
        assert getattr(dnn, f"cudnn{part}VersionCheck")() == 0


def test_cusparse(sparse_library: ctypes.CDLL, cuda_headers: Path) -> None:
    names = "CUSPARSE_VER_MAJOR CUSPARSE_VER_MINOR CUSPARSE_VER_PATCH"
    major, minor, patch = parts(cuda_headers / "cusparse.h", names)
    assert properties(sparse_library.cusparseGetProperty, 3) == [major, minor, patch]
    handle, version = handle_by(sparse_library.cusparseCreate), ctypes.c_int()
    assert sparse_library.cusparseGetVersion(handle, ctypes.byref(version)) == 0
    assert version.value == major * 1000 + minor * 100 + patch


def test_hipblaslt(blaslt: ctypes.CDLL) -> None:
    header = find().rocm_path / "include/hipblaslt/hipblaslt-version.h"
    names = "HIPBLASLT_VERSION_MAJOR HIPBLASLT_VERSION_MINOR HIPBLASLT_VERSION_PATCH"
    major, minor, patch = parts(header, names)
    handle, version = handle_by(blaslt.hipblasLtCreate), ctypes.c_int()
    get, text = blaslt.hipblasLtGetVersion, blaslt.hipblasLtGetGitRevision
    assert get(handle, ctypes.byref(version)) == 0
    assert version.value == major * 100000 + minor * 100 + patch
    assert [get(handle, None), get(None, ctypes.byref(version))] == [3, 1]
    check_revision(text, handle, (3, 1))


def test_hipsparse(sparse_library: ctypes.CDLL) -> None:
    header = find().rocm_path / "include/hipsparse/hipsparse-version.h"
    names = "hipsparseVersionMajor hipsparseVersionMinor hipsparseVersionPatch"
    major, minor, patch = parts(header, names)
    handle, version = handle_by(sparse_library.hipsparseCreate), ctypes.c_int()
    assert sparse_library.hipsparseGetVersion(handle, ctypes.byref(version)) == 0
    assert version.value == major * 100000 + minor * 100 + patch
    check_revision(sparse_library.hipsparseGetGitRevision, handle, (3, 1))


def check_revision(revision: Any, handle: ctypes.c_void_p, wrong: tuple[int, int]) -> None:
    """A revision is a text; without a place or a handle there is none."""
    place = ctypes.create_string_buffer(b"~" * 63, 64)
    assert revision(handle, place) == 0
    assert place.value and b"~" not in place.value
    assert (revision(handle, None), revision(None, place)) == wrong


def test_miopen(dnn: ctypes.CDLL) -> None:
    """Each number may be left out, as the header says."""
    header = find().rocm_path / "include/miopen/version.h"
    names = "MIOPEN_VERSION_MAJOR MIOPEN_VERSION_MINOR MIOPEN_VERSION_PATCH"
    numbers = [ctypes.c_size_t(99) for _ in range(3)]
    assert dnn.miopenGetVersion(*map(ctypes.byref, numbers)) == 0
    assert [one.value for one in numbers] == parts(header, names)
    numbers[1].value = 99
    assert dnn.miopenGetVersion(None, ctypes.byref(numbers[1]), None) == 0
    assert numbers[1].value == parts(header, names)[1]
