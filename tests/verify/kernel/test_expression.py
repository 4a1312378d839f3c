"""Arithmetic of parameters: C's results, nothing but arithmetic."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from porter.errors import PorterError
from porter.verify.kernel.expression import evaluate, integer


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("(rows * 32 + 255) / 256", 9),
        ("-7 / 2", -3),
        ("1.0 / 4", 0.25),
        ("min(rows, 5) + max(1, 2) % 2", 5),
        ("1 << 10 >> 2", 256),
    ],
)
def test_values(text: str, value: float) -> None:
    assert evaluate(text, {"rows": 65}) == value


@given(st.integers(-1000, 1000), st.integers(1, 1000))
def test_quotients_are_cut_towards_zero(a: int, b: int) -> None:
    assert integer("a / b", {"a": a, "b": b}) == int(a / b)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("columns", "no parameter is called 'columns'"),
        ("__import__('os')", "not arithmetic"),
        ("rows.real", "not arithmetic"),
        ("rows *", "is not an expression"),
        ("1 / (rows - 65)", "has no value"),
        ("1 << -1", "has no value"),
        ("1 << (1 << 60)", "has no value"),
        ("'a'", "not arithmetic"),
    ],
)
def test_what_is_refused(text: str, said: str) -> None:
    with pytest.raises(PorterError, match=said):
        evaluate(text, {"rows": 65})


def test_a_length_is_an_integer() -> None:
    with pytest.raises(PorterError, match=r"0\.5, not an integer"):
        integer("0.5", {})
