"""Kernels in CUDA, run as they are, and ported for AMD's architectures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from porter.errors import PorterError
from porter.execute.cpu import Module
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.toolchain.discovery import find
from tests.tensor_cores import fragments, instructions, rows, sparse


def _slow(*archs: str) -> list[Any]:
    return [pytest.param(arch, marks=pytest.mark.slow) for arch in archs]


#: CUDA, and one architecture for each width of wavefronts; then each other kind of instruction.
ARCHITECTURES = ("sm_80", "gfx942", "gfx1100", *_slow("gfx90a", "gfx950", "gfx1201"))
#: mma.cu takes the compiler longest for AMD; few.cu is a sample of it.
OF_PTX = ("sm_80", *_slow("gfx942", "gfx90a", "gfx950", "gfx1100", "gfx1201"))
OF_SPARSE = ("gfx942", *_slow("gfx90a", "gfx950", "gfx1100", "gfx1201"))


@pytest.fixture(scope="session")
def folders(tmp_path_factory) -> dict[bool, Path]:
    """Return the folder of the sources, by whether they are ported."""
    sources, port = tmp_path_factory.mktemp("cuda"), tmp_path_factory.mktemp("port")
    (sources / "mma.cu").write_text(instructions.source(instructions.DENSE))
    (sources / "few.cu").write_text(instructions.source(instructions.FEW))
    (sources / "wmma.cu").write_text(fragments.SOURCE)
    (sources / "wmma_rest.cu").write_text(fragments.source(fragments.REST))
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
def rest_module(folders: dict[bool, Path], request: pytest.FixtureRequest) -> Module:
    """Return the module of wmma_rest.cu for one architecture."""
    return _loaded(folders, request.param, "wmma_rest")


@pytest.fixture(scope="module", params=ARCHITECTURES)
def rows_module(folders: dict[bool, Path], request: pytest.FixtureRequest) -> Module:
    """Return the module of rows.cu for one architecture."""
    return _loaded(folders, request.param, "rows")


def _loaded(folders: dict[bool, Path], arch: str, name: str, *flags: str) -> Module:
    is_port = arch != "sm_80"
    if is_port:
        try:
            find(archs=[arch])
        except PorterError as error:
            pytest.skip(error.message)
    return Module.load(folders[is_port] / f"{name}.cu", arch=arch, flags=list(flags))


@pytest.fixture(scope="module", params=OF_SPARSE)
def sparse_module(folders: dict[bool, Path], request: pytest.FixtureRequest) -> Module:
    """Return the module of sparse.cu for one of AMD's architectures."""
    return _loaded(folders, request.param, "sparse")


@pytest.fixture(scope="module", params=["gfx90a", "gfx942", "gfx950"])
def whole_waves(folders: dict[bool, Path], request: pytest.FixtureRequest) -> dict[str, Module]:
    """Return the modules of mma.cu and wmma.cu, where both warps of a wave go together."""
    return {
        name: _loaded(folders, request.param, name, "-DPORTER_WHOLE_WAVES")
        for name in ("mma", "wmma")
    }
