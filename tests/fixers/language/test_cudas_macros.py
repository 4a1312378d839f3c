"""LNG73: macros that are defined for CUDA alone, and used for HIP."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fixers.conftest import Convert
from tests.trial.test_findings import findings

CHOICE = "#if defined(__CUDACC__)\n#define LANES 32\n{cuda}#elif defined(__HIPCC__)\n{hip}#endif\n"


@pytest.mark.parametrize(
    ("cuda", "hip", "use", "count"),
    [
        ("", "", "int a = LANES, b = LANES;\n", 2),
        ("int a = LANES;\n", "", "", 0),
        ("", "#define LANES 64\n", "int a = LANES;\n", 0),
        ("", "int LANES = 64;\n", "int a = LANES;\n", 0),
        ("", "", "#ifndef LANES\n#define LANES 64\n#endif\nint a = LANES;\n", 0),
        ("", "", "#ifdef LANES\n#endif\n", 0),
    ],
)
def test_uses(converted: Convert, cuda: str, hip: str, use: str, count: int) -> None:
    found = converted(CHOICE.format(cuda=cuda, hip=hip) + use, "LNG73").findings
    assert [one.occurrences for one in found] == [count] * bool(count)


@pytest.mark.parametrize(
    ("hip", "other", "is_told"),
    [
        ("", "", True),
        ("#define LANES 64\n", "", False),
        ("int LANES = 64;\n", "", False),
        ("", "#define LANES 64\n", False),
    ],
)
def test_a_header_has_the_choice(tmp_path: Path, hip: str, other: str, is_told: bool) -> None:
    (tmp_path / "side.h").write_text("#pragma once\n" + CHOICE.format(cuda="", hip=hip))
    (tmp_path / "other.h").write_text("#pragma once\n" + other)
    (tmp_path / "use.cu").write_text('#include "side.h"\n#include "other.h"\nint a = LANES;\n')
    told = [one for one in findings(tmp_path) if one[1] == "LNG73"]
    assert bool(told) is is_told
