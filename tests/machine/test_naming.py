"""Instances of a kernel template share a name."""

from __future__ import annotations

import pytest

from porter.machine.naming import base_name


@pytest.mark.parametrize(
    ("kernel", "name"),
    [
        ("scale(float*)", "scale"),
        ("void scale<float, 4>(float*)", "scale"),
        ("void a::b<std::pair<int, int> >::k<3>(int)", "a::b::k"),
        ("(anonymous namespace)::k(int)", "k"),
        ("void (anonymous namespace)::k<int>(int*)", "k"),
        ("void conv::(anonymous namespace)::k<int>(int*)", "conv::k"),
        ("plain", "plain"),
    ],
)
def test_the_name_of_a_kernel(kernel: str, name: str) -> None:
    assert base_name(kernel) == name
