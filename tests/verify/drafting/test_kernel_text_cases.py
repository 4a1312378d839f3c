"""Drafts for kernels that stand as texts in Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.verify.drafting.draft import draft
from porter.verify.drafting.draft_of_library import Draft
from tests.verify.drafting.trees import axes, body

WHOLE = '''
import cupy
scale = cupy.RawKernel(r"""
extern "C" __global__ void scale(const float *x, double *sums, float by, int n, int m) {}
""", "scale")
'''
FILLED = '''
from pycuda.compiler import SourceModule
made = SourceModule("""
__global__ void filled(%(type)s *x) {}
""" % {"type": kind})
'''


def drafted(folder: Path, **files: str) -> Draft:
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    return draft(folder, 8)


def test_a_kernel_is_launched_with_memory_for_its_sizes_and_threads(tmp_path: Path) -> None:
    made = drafted(tmp_path / "a", one=WHOLE)
    assert made.cases == 1 and made.left_out == ()
    assert 'MODULE = "libkernels.so"\nSOURCES = ["one.py"]\n' in made.text
    said = " ".join(body(made.text, "scale").split())
    room = "max(n * m, 4 * grid_blocks * block_threads)"
    assert f"x = generator.normal({room}, dtype='float32')" in said
    called = "module.launch_scale(grid_blocks, block_threads, x, sums, c_float(by), n, m)"
    assert called in said
    assert axes(made.text, "scale")["block_threads"] == [64, 128, 256]
    assert axes(made.text, "scale")["grid_blocks"] == [4, 8, 16]


def test_kernels_that_cannot_be_launched_are_named(tmp_path: Path) -> None:
    other = "a = '''__global__ void none(int n) {}\n__global__ void odd(Thing *x) {}'''\n"
    made = drafted(tmp_path / "a", one=WHOLE, other=other, text=FILLED)
    assert [one.partition(" in ")[0] for one in made.left_out] == ["none", "odd", "filled"]
    assert "none in other.py:1: it takes no memory" in made.left_out[0]
    assert "`Thing *x`" in made.left_out[1]
    assert "filled in text.py:3: not whole until Python fills it; write it" in made.left_out[2]


def test_a_project_without_texts_has_no_draft(tmp_path: Path) -> None:
    with pytest.raises(PorterError, match="no kernels in texts"):
        drafted(tmp_path / "a", one="x = 1\n")
