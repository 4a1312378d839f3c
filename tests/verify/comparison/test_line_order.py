"""Lines in an order of their own each time are compared whatever their order."""

from __future__ import annotations

import pytest

from porter.verify.comparison.line_order import in_order_of, is_any_order


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        (["a\nb"], False),
        (["b\na"], True),
        (["a\nb", "b\na"], True),
        (["b\nc"], False),
        (["b\na\na"], False),
        ([], False),
    ],
)
def test_the_same_lines_in_another_order(others: list[str], expected: bool) -> None:
    assert is_any_order("a\nb", others) is expected


@pytest.mark.parametrize(
    ("text", "ordered"),
    [
        ("c 3\na 1\nb 2", "a 1\nb 2\nc 3"),
        ("c 3\nb 2.1\na 1", "a 1\nb 2.1\nc 3"),  # near the line that has no other
        ("b 2", "\nb 2"),
        ("c 3\nx\na 1\nb 2", "a 1\nb 2\nc 3\nx"),
        ("", ""),
    ],
)
def test_lines_meet_those_that_are_the_same(text: str, ordered: str) -> None:
    assert in_order_of(text, "a 1\nb 2\nc 3") == ordered
