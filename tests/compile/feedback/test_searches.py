"""A package that CMake looks for and does without is no cause of what stops it later."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.feedback.causes import Causes, Kind
from porter.compile.feedback.output import cause_of
from porter.compile.feedback.record import ConversionRecord

STATUS = "-- Could NOT find LAPACK (missing: LAPACK_LIBRARIES)\n"
ERROR = "CMake Error at absent/CMakeLists.txt:4 (message):\n  "


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("name the GPU by HIP_ARCH", Kind.UNREPORTED),
        ("this needs lapack: install it", Kind.ABSENT),
        ("Could NOT find LAPACK (missing: LAPACK_LIBRARIES)", Kind.ABSENT),
    ],
)
def test_the_message_that_stops_cmake_decides(tmp_path: Path, said: str, kind: Kind) -> None:
    known = Causes(ConversionRecord(tmp_path, {}), tmp_path)
    assert cause_of(f"{STATUS}{ERROR}{said}\n", tmp_path, tmp_path, known).kind is kind
