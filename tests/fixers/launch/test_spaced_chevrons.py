"""Launches whose chevrons a formatter has pulled apart."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from porter.testing import apply
from porter.toolchain.discovery import find
from porter.toolchain.model import Emit

SPACED = """\
#include <cuda_runtime.h>
template <class T> struct two { static const int size = 2; };
template <class T> __global__ void fill(T *p) { *p = 1; }
void run(int *p) {
    fill<int> << <1, 2 >> > (p);
    fill << <dim3(two<two<int>>::size),
             64, 0, 0 >>
        > (p);
}
"""


@pytest.mark.toolchain
def test_they_compile(tmp_path: Path) -> None:
    source = tmp_path / "a.hip"
    source.write_bytes(apply(SPACED).data)
    command = find().hip_command(source, "gfx942", emit=Emit.SYNTAX, flags=["-Werror"])
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
