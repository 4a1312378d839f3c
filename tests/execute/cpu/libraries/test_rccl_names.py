"""Versions, texts of errors and several ranks of one device, by both names of each function."""

from __future__ import annotations

import ctypes
import subprocess
import sys
import threading
from typing import Any

import numpy as np
import pytest

from porter.execute.cpu.native_build import native
from porter.toolchain.discovery import find

from .headers import defined_number
from .rccl_calls import SUM, Profiled, Rank, Size, UniqueId, at, unique

pytestmark = pytest.mark.toolchain

INVALID_ARGUMENT, RESULTS = 4, 7
RANKS, DOUBLES = 3, 8


@pytest.fixture(params=["nccl", "pnccl"])
def library(request: pytest.FixtureRequest, rccl: ctypes.CDLL) -> Any:
    return rccl if request.param == "nccl" else Profiled(rccl)


def versions(rccl: ctypes.CDLL, before: str = "") -> list[int]:
    """Return what both names tell in a process of their own, where no test has loaded others."""
    script = f"""
import ctypes
{before}
version, library = ctypes.c_int(), ctypes.CDLL({rccl._name!r})
for get in (library.ncclGetVersion, library.pncclGetVersion):
    assert get(ctypes.byref(version)) == 0
    print(version.value)
"""
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout
    return [int(one) for one in told.split()]


def test_the_version_is_the_headers(rccl: ctypes.CDLL) -> None:
    header = find().rocm_path / "include/rccl/rccl.h"
    assert versions(rccl) == [defined_number(header, "NCCL_VERSION_CODE")] * 2


def test_no_place_for_a_version(library: Any) -> None:
    assert library.ncclGetVersion(None) == INVALID_ARGUMENT


def test_the_version_where_cudas_runtime_is(rccl: ctypes.CDLL) -> None:
    toolchain = find()
    if toolchain.cuda_library_headers is None:
        pytest.skip("needs `porter toolchain install cuda-library-headers`")
    runtime = str(native(toolchain).cuda_runtime)
    header = toolchain.cuda_library_headers / "nccl.h"
    loaded = f"ctypes.CDLL({runtime!r}, ctypes.RTLD_GLOBAL)"
    assert versions(rccl, loaded) == [defined_number(header, "NCCL_VERSION_CODE")] * 2


def test_texts_of_errors(library: Any) -> None:
    text, last = library.ncclGetErrorString, library.ncclGetLastError
    text.restype = last.restype = ctypes.c_char_p
    texts = [text(code) for code in range(RESULTS)]
    assert all(texts) and len(set(texts)) == RESULTS
    assert text(RESULTS + 50) == text(-1) not in texts
    assert library.ncclCommDestroy(None) == INVALID_ARGUMENT
    assert last(None) == b""  # nothing beside the code


def test_ranks_of_one_device(library: Any) -> None:
    """Each rank waits for the others, with a number of its own on the device that they share."""
    name, sums, failures = unique(library), np.zeros((RANKS, 4)), []

    def run(number: int) -> None:
        try:
            rank, mine = Rank(library, name, number, RANKS, virtual=number), np.arange(4.0) + number
            rank("AllReduce", at(mine), at(sums[number]), Size(4), DOUBLES, SUM)
            assert library.ncclCommDestroy(rank.handle) == 0
        except BaseException as error:  # what a thread raises is not seen otherwise
            failures.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(RANKS)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(timeout=120)
    assert failures == []
    assert (sums == RANKS * np.arange(4) + sum(range(RANKS))).all()
    words = (ctypes.byref(ctypes.c_void_p()), RANKS, UniqueId(name))
    assert library.ncclCommInitRankMulti(*words, RANKS, 0) == INVALID_ARGUMENT
