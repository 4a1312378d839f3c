"""Words of a command: those that `shlex` gives, in time."""

from __future__ import annotations

import shlex
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from porter.source.text.shell_words import shell_words
from tests.thorough import amount


@settings(max_examples=amount(150, 500))
@given(st.text(alphabet="ab $#;|&=-\\'\"\t\r\n\f\xa0é", max_size=24))
@example("a''b \"\" '' c")
@example('"a\\"b\\c\\\\d" \\  e\\\nf')
def test_the_words_are_those_of_shlex(text: str) -> None:
    try:
        expected = shlex.split(text)
    except ValueError:
        with pytest.raises(ValueError, match=r"backslash|quote"):
            shell_words(text)
    else:
        assert shell_words(text) == expected


@pytest.mark.parametrize(
    "text", ["'\"`" * 700_000, "a" * 2_000_000, '"' + "\\a" * 1_000_000, "\\a" * 1_000_000]
)
def test_a_long_word_takes_no_longer_than_many_short_ones(text: str) -> None:
    start = time.process_time()
    try:
        shell_words(text)
    except ValueError:
        pass
    assert time.process_time() - start < 5
