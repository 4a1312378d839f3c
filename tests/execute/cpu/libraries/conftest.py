"""The libraries, loaded into this process: for them the host's memory is the device's."""

from __future__ import annotations

import ctypes

import pytest

from porter.execute.cpu.libraries.build import built
from porter.execute.cpu.libraries.catalogue import vendor_libraries
from porter.execute.cpu.native_build import native
from porter.toolchain.discovery import find

from .sparse_matrices import Generic
from .untested import Watched, write_down


def loaded(name: str) -> ctypes.CDLL:
    library = next(one for one in vendor_libraries() if one.name == name)
    toolchain = find()
    return Watched(str(built(library, toolchain, native(toolchain))))


def pytest_sessionfinish() -> None:
    write_down()


@pytest.fixture(scope="session")
def blas() -> ctypes.CDLL:
    if find().host_blas is None:
        pytest.skip("needs `porter toolchain install host-blas`")
    return loaded("blas")


@pytest.fixture(scope="session")
def solver() -> ctypes.CDLL:
    if find().host_blas is None:
        pytest.skip("needs `porter toolchain install host-blas`")
    return loaded("solver")


@pytest.fixture(scope="session")
def sparse_library() -> ctypes.CDLL:
    return loaded("sparse")


@pytest.fixture(scope="session")
def blaslt() -> ctypes.CDLL:
    if find().host_blas is None:
        pytest.skip("needs `porter toolchain install host-blas`")
    return loaded("blaslt")


@pytest.fixture(scope="session")
def rccl() -> ctypes.CDLL:
    return loaded("rccl")


@pytest.fixture(scope="session")
def dnn() -> ctypes.CDLL:
    if find().host_blas is None:
        pytest.skip("needs `porter toolchain install host-blas`")
    return loaded("dnn")


@pytest.fixture(params=["hipsparse", "cusparse"])
def old(request: pytest.FixtureRequest, sparse_library: ctypes.CDLL) -> Generic:
    """The older interface of either vendor."""
    return Generic(sparse_library, str(request.param))
