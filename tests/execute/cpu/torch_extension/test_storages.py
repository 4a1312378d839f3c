"""Storages on the device are made, moved, copied and read as those of a PyTorch for GPUs."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest

from porter.execute.cpu.torch_extension.build import torch_library

pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="extensions are PyTorch's")

PROGRAM = """
import io, sys, warnings
from pathlib import Path
from porter.execute.cpu.torch_extension.device import provide
provide(Path(sys.argv[1]))
import torch

warnings.simplefilter("ignore")  # typed storages are deprecated
print(torch.cuda.FloatStorage(5).device, torch.cuda.FloatStorage(5).size())
print(torch.cuda.LongStorage([1, 2]).tolist(), torch.UntypedStorage(8).device)
moved = torch.FloatStorage([1, 2, 3]).cuda()
print(moved.tolist(), moved.cpu().device, isinstance(moved, torch.cuda.FloatStorage))
print(torch.empty(0, device="cuda").set_(moved).tolist())
kept = io.BytesIO()
torch.save(torch.arange(3, device="cuda"), kept)
kept.seek(0)
print(torch.load(kept), list(torch.UntypedStorage([7, 8], device="cuda").clone()))
"""


@pytest.mark.toolchain
def test_storages_of_the_device() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(torch_library("gfx1100"))],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "cuda:0 5",
        "[1, 2] cpu",
        "[1.0, 2.0, 3.0] cpu True",
        "[1.0, 2.0, 3.0]",
        "tensor([0, 1, 2], device='cuda:0') [7, 8]",
    ]
