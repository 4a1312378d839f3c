"""LNG73: macros that are defined for CUDA alone, and used for HIP."""

from __future__ import annotations

import pytest

from tests.fixers.conftest import Convert

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
