"""Regular expressions of a pack take time linear in the text, whatever they are."""

from __future__ import annotations

import sys

import pytest

from porter.errors import PorterError
from porter.packs.user_patterns import user_pattern


def test_an_expression_that_would_backtrack_for_ever() -> None:
    assert user_pattern("(a+)+$").search(b"a" * 100_000 + b"b") is None


@pytest.mark.parametrize("regex", ["(", r"(a)\1", "(?=a)"])
def test_what_re2_does_not_take(regex: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(PorterError, match=r"\[keep\] text"):
        user_pattern(regex)
    assert capfd.readouterr().err == ""


def test_without_re2(monkeypatch: pytest.MonkeyPatch) -> None:
    user_pattern.cache_clear()
    monkeypatch.setitem(sys.modules, "re2", None)
    with pytest.raises(PorterError, match="needs RE2"):
        user_pattern("legacy")
