"""Atomic additions of 16 bits, as CUDA's overloads take their values."""

from __future__ import annotations

import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from porter.toolchain.discovery import find
from porter.toolchain.model import Emit

SOURCE = """
#include <hip/hip_fp16.h>
#include "atomics_narrow.hpp"
struct Half {
  unsigned short bits;
  __device__ operator __half() const { return __ushort_as_half(bits); }
};
__global__ void k(__half* sum, long long* bits, Half value) {
  atomicAdd(sum, value);
  atomicOr(bits, 1);
}
"""


@pytest.mark.toolchain
def test_what_converts_to_the_type_is_added(tmp_path: Path) -> None:
    source = tmp_path / "add.hip"
    source.write_text(SOURCE)
    flags = [f"-I{files('porter.compat')}", "--cuda-device-only"]
    command = find().hip_command(source, "gfx942", emit=Emit.SYNTAX, flags=flags)
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
