"""Formats guessed from bytes alone."""

import numpy as np
import pytest

from porter.verify.comparison.formats import encode, named
from porter.verify.comparison.likely_format import likely_formats

DRAWN = np.random.default_rng(3).standard_normal(3000)


@pytest.mark.parametrize("name", ["float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize("scale", [0.01, 1.0, 300.0])
def test_drawn_numbers_are_told(name: str, scale: float) -> None:
    content = np.frombuffer(encode(DRAWN * scale, named(name)).tobytes(), np.uint8)
    narrow = ("float16", "bfloat16")
    assert likely_formats(content)[0] in (narrow if name in narrow else (name,))


def test_zeros_and_gaps_say_nothing() -> None:
    values = DRAWN.astype(np.float32)
    values[::2], values[1::4] = 0, np.nan
    assert likely_formats(np.frombuffer(values.tobytes(), np.uint8))[0] == "float32"
    assert likely_formats(np.zeros(64, np.uint8)) == ()


def test_sums_of_short_numbers_may_be_narrow_or_wide() -> None:
    sums = np.rint(DRAWN[:45] * 32).astype(np.float32) / 32
    assert {"float16", "float32"} <= {*likely_formats(np.frombuffer(sums.tobytes(), np.uint8))}


def test_other_bytes_are_no_numbers() -> None:
    for values in (np.arange(5000, dtype=np.int32), np.arange(5000) + 0x7F0012340000):
        assert likely_formats(np.frombuffer(values.tobytes(), np.uint8)) == ()
