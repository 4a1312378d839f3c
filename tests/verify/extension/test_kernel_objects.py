"""Kernels in texts of Python are launched on both sides."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group
from porter.verify.extension.c_library import ABSENT, CLibrary

TEXT = '''
import cupy
sums = cupy.RawKernel(r"""
#include "first.cuh"
extern "C" __global__ void sums(const float *x, float *out, int n) {
    float sum = threadIdx.x < n ? x[threadIdx.x] : 0;
    for (int step = 16; step; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
    if (threadIdx.x == FIRST) out[blockIdx.x] = sum;
}
""", "sums")
broken = cupy.RawKernel(r"""
extern "C" __global__ void broken(float *x) { nowhere(x); }
""", "broken")
'''


def test_a_function_that_was_not_built_says_why(tmp_path: Path) -> None:
    import ctypes.util

    name = ctypes.util.find_library("c")
    assert name is not None
    library = CLibrary(Path(name))
    library._path = tmp_path / "libkernels.so"
    (tmp_path / ABSENT).write_text("launch_k\tthe text does not compile: x\n")
    with pytest.raises(AttributeError, match="the text does not compile: x"):
        library.launch_k()
    with pytest.raises(AttributeError, match="launch_other"):
        library.launch_other()


@pytest.mark.skipif(find_spec("torch") is None, reason="cases draw PyTorch's tensors")
@pytest.mark.slow
@pytest.mark.toolchain
def test_kernels_of_texts_are_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("up/include").mkdir(parents=True)
    Path("up/include/first.cuh").write_text("#define FIRST 0\n")
    Path("up/kernels.py").write_text(TEXT)
    for words in (["new", "project", "up", "port"], ["sync"]):
        done = CliRunner().invoke(group, words)
        assert done.exit_code == 0, done.output
    words = ["verify", "--ref", "cuda:cpu", "--on", "hip:cpu:gfx942", "--json"]
    done = CliRunner().invoke(group, words)
    verdicts = json.loads(done.stdout)
    of_sums = [one for one in verdicts if one["case"] == "sums"]
    assert len(of_sums) > 5 and all(one["passed"] and one["numbers"] for one in of_sums)
    assert "does not compile" in done.stdout  # on either side, and so it says nothing
    port = Path("port/kernels.py")
    port.write_text(port.read_text().replace("step = 16", "step = 8"))
    assert CliRunner().invoke(group, [*words, "-k", "sums"]).exit_code == 1
