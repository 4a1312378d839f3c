"""Whether a name is CUDA's, used, or one that is declared there."""

from __future__ import annotations

import pytest

from porter.source.cpp.uses import is_declared


@pytest.mark.parametrize(
    "code",
    ["{ const NAME x; }", "static const NAME *x;", "; __device__ NAME x;", "(const NAME &x)"],
)
def test_a_type_behind_a_qualifier_is_used(code: str) -> None:
    assert not is_declared(code.encode(), code.index("NAME"))


@pytest.mark.parametrize(
    "code", ["int NAME;", "int const NAME = 1;", "static int NAME;", "const T NAME(1);"]
)
def test_a_name_behind_a_type_is_declared(code: str) -> None:
    assert is_declared(code.encode(), code.index("NAME"))
