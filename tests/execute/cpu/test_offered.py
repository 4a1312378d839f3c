"""The functions that our own CUDA sources and their ports call are there."""

from __future__ import annotations

import ctypes
import re
from pathlib import Path

import pytest

from porter.execute.cpu.native_build import native
from porter.toolchain.discovery import find

pytestmark = pytest.mark.toolchain

ROOT = Path(__file__).parents[3]
SUFFIXES = (".cu", ".cuh", ".cpp", ".h", ".hip")
#: Macros, types and templates of the headers; behind them are functions of the list.
NOT_FUNCTIONS = {"cudaGetDeviceProperties", "hipGetDeviceProperties"}


def called(folder: str, prefix: str) -> set[str]:
    """Names of API functions that sources below `folder` call."""
    pattern = re.compile(rf"(?<![\w:.]){prefix}[A-Z]\w+(?=\s*\()")
    files = [p for p in (ROOT / folder).rglob("*") if p.suffix in SUFFIXES]
    return {name for file in files for name in pattern.findall(file.read_text(errors="replace"))}


@pytest.mark.parametrize(("folder", "prefix"), [("csrc_cuda", "cuda"), ("ported", "hip")])
def test_what_our_sources_call_is_offered(folder: str, prefix: str) -> None:
    parts = native(find())
    library = ctypes.CDLL(str(parts.cuda_runtime if prefix == "cuda" else parts.runtime))
    names = called(folder, prefix) - NOT_FUNCTIONS
    assert len(names) > 20
    assert {name for name in names if not hasattr(library, name)} == set()
