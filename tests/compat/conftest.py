"""Kernels in CUDA, ported by porter, compiled for one architecture and run on the CPU."""

from pathlib import Path

import pytest

from porter.execute.cpu import Module
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

KERNELS = Path(__file__).parent / "kernels"


@pytest.fixture(scope="session")
def port(tmp_path_factory) -> Path:
    """Return the folder that holds the port of kernels/."""
    folder = tmp_path_factory.mktemp("port")
    write_port([KERNELS], Options(), Destination(OutputMode.OUT, folder))
    return folder


@pytest.fixture(scope="session")
def load(port):
    """Return a function (name of a file of kernels/, architecture) -> its module."""

    def module(name: str, arch: str) -> Module:
        return Module.load(port / name, arch=arch)

    return module


@pytest.fixture(scope="module", params=["gfx942", "gfx1100"], ids=["wave64", "wave32"])
def arch(request) -> str:
    """One architecture of each wave size."""
    return request.param


@pytest.fixture(scope="session")
def load_side(load):
    """Return a function (name of a file of kernels/, side) -> its module, ported or as it is."""

    def module(name: str, side: str) -> Module:
        return Module.load(KERNELS / name, arch=side) if side == "sm_80" else load(name, side)

    return module


@pytest.fixture(scope="module", params=["sm_80", "gfx942", "gfx1100"])
def side(request) -> str:
    """CUDA as it is, with CUDA's own headers, and the port on each wave size."""
    name: str = request.param
    return name
