"""A program that ends right after a backward pass ends with its own status."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest

from porter.execute.cpu.torch_extension.build import torch_library

pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="extensions are PyTorch's")

#: An object that takes its time to end leaves the interpreter's lock to PyTorch's thread when
#: Python is already ending: half of the runs aborted.
PROGRAM = """
import sys, time
from pathlib import Path
from porter.execute.cpu.torch_extension.device import provide
provide(Path(sys.argv[1]))
import torch

class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, d):
        a, b = ctx.saved_tensors
        return d * b, d * a

class Slow:
    def __del__(self, sleep=time.sleep):
        sleep(0.3)

keep = Slow()
a, b = (torch.ones(40, 33, device="cuda", requires_grad=True) for _ in "ab")
if sys.argv[2] == "backward":
    gradients = torch.autograd.grad((Product.apply(a, b) * 2).sum(), (a, b))
"""


def ended(*arguments: str) -> tuple[int, str]:
    words = [sys.executable, "-c", PROGRAM, str(torch_library("gfx1100")), *arguments]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


@pytest.mark.slow
@pytest.mark.toolchain
def test_nothing_aborts_at_the_end() -> None:
    assert {ended("backward") for _ in range(8)} == {(0, "")}


@pytest.mark.slow
@pytest.mark.toolchain
def test_a_program_without_a_backward_pass() -> None:
    assert ended("none") == (0, "")
