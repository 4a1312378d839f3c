"""Versions in conditions: a number ends where the preprocessor's numbers end."""

from __future__ import annotations

import pytest

from tests.fixers.conftest import Convert


@pytest.mark.parametrize("suffix", ["", "L", "u", "UL"])
def test_the_suffix_of_a_number_goes_with_it(converted: Convert, suffix: str) -> None:
    made = converted(f"#if __CUDA_ARCH__ >= 530{suffix}\nint a;\n#endif\n", "LNG15").data
    assert made == b"#if defined(__HIP_DEVICE_COMPILE__)\nint a;\n#endif\n"
    made = converted(f"#if CUDA_VERSION >= 9000{suffix}\nint a;\n#endif\n", "LNG16").data
    assert b"9000" not in made
    assert b")" + suffix.encode() not in made or not suffix


@pytest.mark.parametrize("number", ["0x12", "530name", "5.3"])
def test_what_is_no_whole_number_stays(converted: Convert, number: str) -> None:
    for macro, rule in (("__CUDA_ARCH__", "LNG15"), ("CUDA_VERSION", "LNG16")):
        made = converted(f"#if {macro} < {number}\nint a;\n#endif\n", rule).data
        assert number.encode() in made
