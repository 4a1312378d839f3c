"""What GCC says of a unit."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.gcc import gcc, gcc_errors
from porter.compile.read.unit import Language, Unit

COMPILER = gcc()


@pytest.mark.skipif(COMPILER is None, reason="GCC is not installed")
def test_flags_of_what_builds_a_unit_come_before_its_own(tmp_path: Path) -> None:
    """setuptools gives `-DNDEBUG`, and an assertion may name what is there without it alone."""
    (tmp_path / "a.cpp").write_text("#include <cassert>\nvoid f() { assert(there_is_none); }\n")

    def lines(builders: tuple[str, ...], flags: tuple[str, ...] = ()) -> list[int]:
        unit = Unit("a.cpp", Language.CXX, "setup.py:1", flags=flags, builders=builders)
        return [one.line for one in gcc_errors(str(COMPILER), unit, tmp_path, ())]

    assert lines(()) == [2]
    assert lines(("-DNDEBUG",)) == []
    assert lines(("-DNDEBUG",), ("-UNDEBUG",)) == [2]
