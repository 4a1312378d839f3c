"""JSON is taken for what porter wrote only where each value is of its type."""

from __future__ import annotations

import pytest

from porter.files import json_values as values


def test_what_was_written_comes_back() -> None:
    assert values.parsed(b'{"a": [1, -2.5, true, null, "\\u00e9"]}') == {
        "a": [1, -2.5, True, None, "é"]
    }


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "Expecting value"),
        (b"\xff", "utf-8"),
        (b"{}x", "Extra data"),
        (b"[NaN]", "NaN is not a number"),
        (b"[-Infinity]", "Infinity is not a number"),
        (b'[{"a": 1, "a": 1}]', "a key is named twice"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b"9" * 100_000, "digits"),
    ],
)
def test_what_is_no_json_says_why(data: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        values.parsed(data)


@pytest.mark.parametrize(
    ("take", "value"),
    [
        (values.table, []),
        (values.rows, {}),
        (values.rows, "ab"),
        (values.text, 1),
        (values.texts, "ab"),
        (values.texts, [1]),
        (values.name, ""),
        (values.name, "a\0b"),
        (values.name, "\ud800"),
        (values.whole, True),
        (values.whole, 1.0),
        (values.whole, -1),
        (values.whole, 1 << 63),
        (values.number, True),
        (values.number, "1"),
        (values.number, float("inf")),
        (values.number, 10**400),
        (values.flag, 1),
        (values.flag, None),
        (lambda value: values.row(value, 2), [1]),
        (lambda value: values.fields(value, ("a",)), {}),
        (lambda value: values.fields(value, ("a",)), {"a": 1, "b": 2}),
        (lambda value: values.fields(value, ("a",), ("b",)), {"a": 1, "c": 2}),
    ],
)
def test_a_value_of_another_type_is_refused(take, value: object) -> None:
    with pytest.raises(
        ValueError, match=r"expected|missing|not known|surrogates|too (small|large)"
    ):
        take(value)


def test_a_value_of_its_type_is_taken() -> None:
    assert values.fields({"a": 1, "b": 2}, ("a",), ("b",)) == {"a": 1, "b": 2}
    assert values.row([1, 2], 2) == [1, 2]
    assert (values.whole(0), values.whole(-3, -3), values.number(2), values.flag(False)) == (
        0, -3, 2.0, False,
    )  # fmt: skip
    assert (values.name("a"), values.text(""), values.texts(["a"])) == ("a", "", ("a",))
