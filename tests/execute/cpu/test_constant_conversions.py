"""Constants that do not fit the integer they are converted to, as an H200 gives them (nvcc 13)."""

from __future__ import annotations

import numpy as np
import pytest

from porter.execute.cpu import Module

pytestmark = pytest.mark.toolchain

SOURCE = """
extern "C" __global__ void constants(unsigned *out) {
  out[0] = (unsigned)(int)-3e9f;
  out[1] = (unsigned)(int)3e9f;
  out[2] = (unsigned)-5.0f;
  out[3] = (unsigned)1e10f;
  out[4] = (unsigned)(int)(0.0f / 0.0f);
  out[5] = (unsigned)(long long)1e30f;
  out[6] = (unsigned)(short)1e6f;
  out[7] = (unsigned char)300.0f;
  if ((unsigned)(int)-3e9f >> 31) out[8] = 1; else out[8] = 2;
}

extern "C" __global__ void variables(unsigned *out, float large, float medium) {
  out[0] = (int)large;
  out[1] = (unsigned)-large;
  out[2] = (unsigned)(short)medium;
}
"""
H200 = [0x80000000, 0x7FFFFFFF, 0, 0xFFFFFFFF, 0, 0xFFFFFFFF, 0x4240, 0x2C, 1]


def test_constants_convert_as_on_an_nvidia_gpu() -> None:
    out = np.zeros(len(H200), np.uint32)
    Module.load(SOURCE, arch="sm_80").kernel("constants")[1, 1](out)
    assert [hex(word) for word in out.tolist()] == [hex(word) for word in H200]


@pytest.mark.parametrize("arch", ["sm_80", "gfx942", "gfx1100"])
def test_variables_convert_as_on_every_gpu(arch: str) -> None:
    out = np.zeros(3, np.uint32)
    kernel = Module.load(SOURCE, arch=arch).kernel("variables")
    kernel[1, 1](out, np.float32(3e9), np.float32(1e6))
    assert out.tolist() == [0x7FFFFFFF, 0, 0x4240]
