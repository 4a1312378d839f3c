"""Spans of bytes that other bytes take the place of."""

from __future__ import annotations

import pytest

from porter.source import Edit
from porter.source.text.splice import Change, spliced


@pytest.mark.parametrize(
    ("changes", "new"),
    [
        ([], b"0123456789"),
        ([(3, 3, b"a")], b"012a3456789"),
        ([(0, 2, b""), (4, 6, b"abc")], b"23abc6789"),
        ([(3, 3, b"a"), (3, 4, b"b"), (4, 4, b"c")], b"012abc456789"),
        ([(0, 10, b"all")], b"all"),
        ([Edit(1, 2, b"x", "API01")], b"0x23456789"),
    ],
)
def test_changes_stand_where_they_are(changes: list[Change], new: bytes) -> None:
    assert spliced(b"0123456789", changes) == new


def test_a_part_has_the_changes_in_it_by_their_place_in_the_whole() -> None:
    assert spliced(b"0123456789", [(4, 5, b"ab"), (7, 7, b"c")], 3, 8) == b"3ab56c7"
