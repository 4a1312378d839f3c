"""Offsets looked up in spans that overlap in any way."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from porter.source.text.spans import holds, merged

_SPANS = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 8)).map(lambda s: (s[0], sum(s))))


@given(_SPANS)
def test_an_offset_is_held_by_one_of_them(spans: list[tuple[int, int]]) -> None:
    together = merged(spans)
    for offset in range(45):
        assert holds(together, offset) == any(start <= offset < end for start, end in spans)
