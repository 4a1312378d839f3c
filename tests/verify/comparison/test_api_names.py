"""A text of CUDA's side has the names that the conversion gives its API."""

from __future__ import annotations

from porter.verify.comparison.api_names import as_ported


def test_calls_and_enumerators_that_macros_print_are_named_as_in_the_port() -> None:
    found = as_ported("sum 5\ncudaMalloc(&x, 128) -> cudaErrorInvalidValue\ncuInit(0)")
    assert found.text == "sum 5\nhipMalloc(&x, 128) -> hipErrorInvalidValue\nhipInit(0)"
    assert found.lines == [2, 3]


def test_other_words_stay() -> None:
    text = "CUDA error in curve 5, cubes: 3\n"
    assert as_ported(text) == (text, [])
