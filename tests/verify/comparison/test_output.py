"""What a program printed, compared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from porter.verify.comparison.output import compare_output, differ_in_decimals_alone


def differs(reference: str, actual: str, rtol: float = 1e-5, atol: float = 1e-6, **more) -> bool:
    return bool(compare_output(reference, actual, rtol=rtol, atol=atol, **more).differences)


@pytest.mark.parametrize(
    ("reference", "actual"),
    [
        ("sum 1.0000001\n", "sum 1.0\n"),
        ("error 9.4e-08  ok\n", "error   2.2e-08 ok\n"),
        ("n 3 nan inf -inf\n", "n 3 nan inf -inf\n"),
        ("mask 0xff\n", "mask 0xFF\n"),
        ("trailing  \n", "trailing\n"),
    ],
)
def test_what_agrees(reference: str, actual: str) -> None:
    assert not differs(reference, actual)


@pytest.mark.parametrize(
    ("reference", "actual"),
    [
        ("sum 1.001\n", "sum 1.0\n"),
        ("count 1000000\n", "count 1000001\n"),
        ("ok\n", "failed\n"),
        ("a 1.0\n", "a nan\n"),
        ("a inf\n", "a -inf\n"),
        ("a\nb\n", "a\n"),
        ("x 1 2\n", "x 1\n"),
    ],
)
def test_what_differs(reference: str, actual: str) -> None:
    assert differs(reference, actual)


def test_a_line_can_be_ignored() -> None:
    assert differs("time 3 ms\nsum 4\n", "time 5 ms\nsum 4\n")
    assert not differs("time 3 ms\nsum 4\n", "time 5 ms\nsum 4\n", ignore=("^time",))


def test_it_says_what_parts_and_how_far() -> None:
    result = compare_output("a 1.0\nb 2.0\n", "a 1.0\nb 2.5\n", rtol=1e-5, atol=0)
    (difference,) = result.differences
    assert (difference.place, difference.reason) == ("line 2", "2.5 instead of 2.0")
    assert (result.numbers, result.worst) == (2, 0.5)


@given(st.text(st.characters(codec="utf-8")))
def test_any_text_agrees_with_itself(text: str) -> None:
    assert not differs(text, text, rtol=0, atol=0)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_agree_within_the_tolerance_only(value: float) -> None:
    assert not differs(f"v {value!r}", f"v {value!r}", rtol=0, atol=0)
    if abs(value) < 1e100:
        other = float(value) + 1.0 + abs(value) * 1e-3
        assert differs(f"v {value!r}", f"v {other!r}", rtol=1e-6, atol=1e-6)


def test_what_functions_that_are_a_unit_off_change_is_allowed_four_times() -> None:
    reference, nudged = "k 3 x 1.0 2.0\n7.0\n", ["k 3 x 1.01 2.0\n7.5", "k 3 x 1.03 2.0\n7.0"]
    found = compare_output(reference, "k 3 x 1.11 2.0\n", rtol=1e-5, atol=1e-6, nudged=nudged)
    assert [one.reason for one in found.differences] == ["one side has no such line"]
    found = compare_output(reference, "k 3 x 1.11 2.0\n8.9\n", rtol=1e-5, atol=0, nudged=nudged)
    assert not found.differences and found.numbers == 4 and "4 times what" in found.bounds[0].origin
    assert found.remarks[0].startswith("2 numbers differ by more than is usual: within 4 times")
    assert differs(reference, "k 3 x 1.13 2.0\n7.0\n", nudged=nudged)
    assert differs(reference, "k 3 x 1.0 2.1\n7.0\n", nudged=nudged)


def test_neither_words_nor_integers_are_allowed_more() -> None:
    assert differs("n 3 at 1.5", "n 4 at 1.5", nudged=["n 5 at 1.5"])
    assert differs("n at 1.5", "n at 1.6", nudged=["n near 1.7"])


def test_whether_decimals_alone_differ() -> None:
    def alone(reference: str, actual: str) -> bool:
        return differ_in_decimals_alone(compare_output(reference, actual, rtol=0, atol=0))

    assert alone("n 3 at 1.5\nx 0.0", "n 3 at 1.6\nx 0.1")
    assert not alone("n 3 at 1.5", "n 4 at 1.5")
    assert not alone("n 3 at 1.5", "n 3 at nan")
    assert not alone("same 1.5", "same 1.5")
