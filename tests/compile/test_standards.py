"""Standards of C++, and the one that PyTorch's headers want at the least."""

from __future__ import annotations

import pytest

from porter.compile.standards import raised, said_of, year


@pytest.mark.parametrize(
    ("std", "expected"),
    [("c++14", 14), ("gnu++17", 17), ("c++2a", 20), ("c++1y", 14), ("c++98", -2), ("latest", 0)],
)
def test_year(std: str, expected: int) -> None:
    assert year(std) == expected


@pytest.mark.parametrize(
    ("asked", "least", "taken"),
    [("c++14", "c++17", "c++17"), ("c++2a", "c++17", "c++2a"), ("c++11", "c++20", "c++20"),
     ("c++17", "c++17", "c++17")],
)  # fmt: skip
def test_a_source_takes_what_its_headers_want(asked: str, least: str, taken: str) -> None:
    assert raised(asked, least) == taken


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["c++14", "c++17", None, "c++14"], "c++14, c++17 raised to c++20, which torch asks for"),
        (["c++20", "c++23", None], ""),
        ([], ""),
    ],
)
def test_what_is_raised_is_said(asked: list[str | None], said: str) -> None:
    assert said_of(asked, "c++20") == said
