"""Names with template arguments, taken apart."""

from __future__ import annotations

import pytest

from porter.verify.drafting.template_arguments import template_arguments


@pytest.mark.parametrize(
    ("text", "name", "arguments"),
    [
        ("x.data_ptr<float>", "x.data_ptr", ["float"]),
        ("x.accessor<c10::complex<float>, 2>", "x.accessor", ["c10::complex<float>", "2"]),
        ("x.to<A<b>>().f<std::pair<int, int>, 3>", "x.to<A<b>>().f", ["std::pair<int, int>", "3"]),
        ("x.size", "x.size", []),
        ("a > b.c<d>>", "a > b.c<d>>", []),
    ],
)
def test_the_last_arguments_are_taken_off(text: str, name: str, arguments: list[str]) -> None:
    assert template_arguments(text) == (name, arguments)
