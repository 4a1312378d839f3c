"""Tests a toolchain: compiles a kernel with hipcub, host and device, for both wave sizes."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from porter.errors import PorterError
from porter.toolchain.model import Emit, Toolchain

#: One architecture with waves of 64 lanes, one with waves of 32.
ARCHS = ("gfx942", "gfx1100")
#: What a newer compiler is installed for.
NEWEST_ARCHS = ("gfx950", "gfx1100")

_KERNEL = """\
#include <hip/hip_runtime.h>
#include <hipcub/hipcub.hpp>
#include <vector>

__global__ void block_sum(const float* in, float* out) {
  using Reduce = hipcub::BlockReduce<float, 256>;
  __shared__ typename Reduce::TempStorage storage;
  const float sum = Reduce(storage).Sum(in[blockIdx.x * 256 + threadIdx.x]);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

void launch(const float* in, float* out, int blocks) {
  std::vector<int> empty;
  block_sum<<<blocks, 256>>>(in, out);
}
"""

_PROGRAM = """\
#include <cstdio>
#include <string>
int main() { std::string s = "ok"; std::puts(s.c_str()); }
"""


def verify_hip(toolchain: Toolchain, archs: Sequence[str] = ARCHS) -> None:
    """Compile a hipcub kernel to an object with host and device code.

    Raises:
        PorterError: it does not compile; the message holds the compiler's first error.
    """
    with tempfile.TemporaryDirectory(prefix="porter-") as scratch:
        source = Path(scratch, "block_sum.hip")
        source.write_text(_KERNEL, encoding="ascii")
        command = toolchain.hip_command(
            source, archs, emit=Emit.OBJECT, output=source.with_suffix(".o"), flags=["-w"]
        )
        _require(command, f"the toolchain cannot compile a hipcub kernel for {', '.join(archs)}")


def links_programs(clang: Path) -> bool:
    """Tell whether `clang` compiles and links a C++ program with the system's libraries."""
    with tempfile.TemporaryDirectory(prefix="porter-") as scratch:
        source = Path(scratch, "hosted.cpp")
        source.write_text(_PROGRAM, encoding="ascii")
        command = [str(clang), str(source), "-fuse-ld=lld", "-o", str(source.with_suffix(""))]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _require(command: list[str], message: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines()
        first = next((line for line in lines if "error:" in line), lines[-1] if lines else "")
        raise PorterError(f"{message}: {first}", hint="`porter toolchain status` shows its parts")
