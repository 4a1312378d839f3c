"""Ports and the executor's CUDA give what an NVIDIA GPU gives, at the edges of functions, too."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from porter.execute import cpu
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from tests.compat.edges.known import known
from tests.compat.edges.programs import program
from tests.compat.edges.record import recorded, results, units
from tests.compat.edges.values import REALS, numbers

pytestmark = pytest.mark.toolchain


def is_same(kind: str, given: str, wanted: str) -> bool:
    """Return whether a result is the recorded one: bits, or numbers as near as their type asks."""
    if given == wanted or kind not in REALS:
        return given == wanted
    return all(map(_is_near, [kind] * 2, numbers(kind, given), numbers(kind, wanted)))


def _is_near(kind: str, number: float, wanted: float) -> bool:
    if math.isnan(wanted) or math.isnan(number):
        return math.isnan(wanted) and math.isnan(number)
    if math.copysign(1, number) != math.copysign(1, wanted):
        return False
    real = REALS[kind]
    return number == wanted or abs(number - wanted) <= real.relative * abs(wanted) + real.absolute


def differing(folder: Path, unit: int, arch: str) -> list[str]:
    """Return the functions of a unit that do not give what is recorded, and are not known to."""
    source = folder / "cuda" / f"edges{unit}.cu"
    source.parent.mkdir()
    source.write_text(program(units()[unit]), "utf-8")
    side = "cuda" if arch.startswith("sm_") else "hip"
    if side == "hip":
        write_port([source.parent], Options(), Destination(OutputMode.OUT, folder / "port"))
        source = folder / "port" / source.name
    given = results(cpu.build(source, arch=arch).run(timeout=300).stdout)
    wanted = recorded()
    told = []
    for function in units()[unit]:
        head = f"{function.result}|{function}"
        pairs = list(zip(given[head], wanted[head], strict=True))
        off = [place for place, pair in enumerate(pairs) if not is_same(function.result, *pair)]
        if off and function.name not in known(side):
            first = off[0]
            told.append(f"{head}: {len(off)}, at {first} {pairs[first][0]}, not {pairs[first][1]}")
    return told


def test_the_recording_has_every_function() -> None:
    assert {f"{one.result}|{one}" for unit in units() for one in unit} <= recorded().keys()


def test_what_is_known_to_differ_is_a_function() -> None:
    names = {one.name for unit in units() for one in unit}
    assert known("hip") | known("cuda") <= names


@pytest.mark.slow
@pytest.mark.parametrize("arch", ["sm_80", "gfx942", "gfx1100"])
@pytest.mark.parametrize("unit", range(len(units())))
def test_functions_at_their_edges(tmp_path: Path, unit: int, arch: str) -> None:
    assert differing(tmp_path, unit, arch) == []


@pytest.mark.slow
def test_least_and_largest(tmp_path: Path) -> None:
    """One unit of them, for the port."""
    assert differing(tmp_path, len(units()) // 2, "gfx1100") == []
