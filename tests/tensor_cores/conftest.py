"""Kernels in CUDA, run as they are, and ported for AMD's architectures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from porter.execute.cpu import Module
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from tests.tensor_cores import fragments, instructions, rows, sparse


def _slow(*archs: str) -> list[Any]:
    return [pytest.param(arch, marks=pytest.mark.slow) for arch in archs]


#: CUDA, and one architecture for each width of wavefronts; then each other kind of instruction.
ARCHITECTURES = ("sm_80", "gfx942", "gfx1100", *_slow("gfx90a", "gfx1201"))
#: mma.cu takes the compiler longest for AMD; few.cu is a sample of it.
OF_PTX = ("sm_80", *_slow("gfx942", "gfx90a", "gfx1100", "gfx1201"))


@pytest.fixture(scope="session")
def folders(tmp_path_factory) -> dict[bool, Path]:
    """Return the folder of the sources, by whether they are ported."""
    sources, port = tmp_path_factory.mktemp("cuda"), tmp_path_factory.mktemp("port")
    (sources / "mma.cu").write_text(instructions.source(instructions.DENSE))
    (sources / "few.cu").write_text(instructions.source(instructions.FEW))
    (sources / "wmma.cu").write_text(fragments.SOURCE)
    (sources / "rows.cu").write_text(rows.SOURCE)
    (sources / "sparse.cu").write_text(sparse.SOURCE)
    write_port([sources], Options(), Destination(OutputMode.OUT, port))
    return {False: sources, True: port}


@pytest.fixture(scope="module", params=OF_PTX)
def module(folders: dict[bool, Path], request: pytest.FixtureRequest) -> Module:
    """Return the module of mma.cu for one architecture."""
    return _loaded(folders, request.param, "mma")


@pytest.fixture(scope="module", params=["gfx942"])
def few_module(folders: dict[bool, Path], request: pytest.FixtureRequest) -> Module:
    """Return the module of few.cu for one of AMD's architectures."""
    return _loaded(folders, request.param, "few")


@pytest.fixture(scope="module", params=ARCHITECTURES)
def wmma_module(folders: dict[bool, Path], request: pytest.FixtureRequest) -> Module:
    """Return the module of wmma.cu for one architecture."""
    return _loaded(folders, request.param, "wmma")


@pytest.fixture(scope="module", params=ARCHITECTURES)
def rows_module(folders: dict[bool, Path], request: pytest.FixtureRequest) -> Module:
    """Return the module of rows.cu for one architecture."""
    return _loaded(folders, request.param, "rows")


def _loaded(folders: dict[bool, Path], arch: str, name: str) -> Module:
    return Module.load(folders[arch != "sm_80"] / f"{name}.cu", arch=arch)


@pytest.fixture(scope="module", params=["gfx942", *_slow("gfx90a", "gfx1100", "gfx1201")])
def sparse_module(folders: dict[bool, Path], request: pytest.FixtureRequest) -> Module:
    """Return the module of sparse.cu for one of AMD's architectures."""
    return Module.load(folders[True] / "sparse.cu", arch=request.param)


@pytest.fixture(scope="module", params=["gfx90a", "gfx942"])
def whole_waves(folders: dict[bool, Path], request: pytest.FixtureRequest) -> dict[str, Module]:
    """Return the modules of mma.cu and wmma.cu, where both warps of a wave go together."""
    flags = ["-DPORTER_WHOLE_WAVES"]
    return {
        name: Module.load(folders[True] / f"{name}.cu", arch=request.param, flags=flags)
        for name in ("mma", "wmma")
    }
