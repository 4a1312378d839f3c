"""LNG86: members that are marked where they are defined."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.trial.test_findings import findings


@pytest.mark.parametrize(
    ("declared", "is_told"),
    [("int at(int i) const;", True), ("SIDE int at(int i) const;", False), ("int n;", False)],
)
def test_a_class_in_a_header_is_told_of(tmp_path: Path, declared: str, is_told: bool) -> None:
    (tmp_path / "cells.h").write_text(f"#define SIDE __device__\nstruct Cells {{ {declared} }};\n")
    (tmp_path / "cells.cu").write_text(
        '#include "cells.h"\n__device__ int Cells::at(int i) const { return i; }\n'
    )
    told = [one for one in findings(tmp_path) if one[1] == "LNG86"]
    assert bool(told) is is_told
