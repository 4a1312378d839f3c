"""What the device does not imitate says so when it is used, and can be named before."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest

from porter.execute.cpu.torch_extension.build import torch_library

pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="extensions are PyTorch's")

PROGRAM = """
import sys
from pathlib import Path
from porter.execute.cpu.torch_extension.device import provide
provide(Path(sys.argv[1]))
import torch

def captured(graph: torch.cuda.CUDAGraph | None, pool: "torch.cuda.MemPool | None" = None) -> None:
    assert not isinstance(graph, torch.cuda.CUDAGraph)

class Own(torch.cuda.CUDAGraph):
    pass

captured(None)
for made in (torch.cuda.CUDAGraph, Own, lambda: torch.cuda.graph(None), torch.cuda.MemPool,
             torch.cuda.memory_snapshot):
    try:
        made()
    except NotImplementedError as error:
        print(error)
"""


@pytest.mark.toolchain
def test_refused_classes_can_be_named_and_not_made() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(torch_library("gfx1100"))],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    names = ["CUDAGraph", "CUDAGraph", "graph", "MemPool", "memory_snapshot"]
    said = [f"the cpu executor does not imitate torch.cuda.{name}" for name in names]
    assert done.stdout.splitlines() == said
