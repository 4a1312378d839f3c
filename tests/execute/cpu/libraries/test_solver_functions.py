"""Every dense function of hipSOLVER and cuSOLVER that the table has, for each type of elements."""

from __future__ import annotations

import ctypes
from typing import Any

import pytest

from porter.execute.cpu.libraries.solver_table import INTERFACES, entries, routines

from .solver_arguments import Calling
from .solver_checks import CHECKS, Run
from .solver_spectra import SPECTRA

pytestmark = pytest.mark.toolchain

ALL = CHECKS | SPECTRA


@pytest.fixture(scope="module")
def calling(solver: ctypes.CDLL) -> Calling:
    handles = {}
    for interface, prefix in INTERFACES.items():
        handles[interface] = ctypes.c_void_p()
        assert getattr(solver, f"{prefix}Create")(ctypes.byref(handles[interface])) == 0
    return Calling(solver, handles)


@pytest.fixture(scope="module")
def infos(solver: ctypes.CDLL) -> dict[str, Any]:
    made = {"syevj": ctypes.c_void_p(), "gesvdj": ctypes.c_void_p()}
    assert solver.cusolverDnCreateSyevjInfo(ctypes.byref(made["syevj"])) == 0
    assert solver.cusolverDnCreateGesvdjInfo(ctypes.byref(made["gesvdj"])) == 0
    return made


def test_there_is_a_check_for_each() -> None:
    assert {routine.name for routine in routines()} == ALL.keys()


@pytest.mark.parametrize("routine", routines(), ids=lambda routine: routine.name)
def test_results(calling: Calling, infos: dict[str, Any], routine: Any) -> None:
    ran = list(entries(routine))
    for entry in ran:
        ALL[routine.name](Run(calling, entry, infos))
    assert len(ran) >= 4
