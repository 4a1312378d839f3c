"""LNG05: `lerp`, which C++20 has, too."""

from __future__ import annotations

from collections.abc import Callable

import pytest

KERNEL = """\
#include <math.h>

inline __device__ __host__ float lerp(float a, float b, float t)
{
    return a + t*(b-a);
}
inline __device__ __host__ float2 lerp(float2 a, float2 b, float t)
{
    return make_float2(lerp(a.x, b.x, t), lerp(a.y, b.y, t));
}
__global__ void k(float2* x) { x[0] = lerp(x[1], x[2], 0.25f); }
float host() { return lerp(1.0f, 2.0f, 0.5f); }
"""


@pytest.mark.slow
@pytest.mark.toolchain
@pytest.mark.parametrize("std", ["c++17", "c++20"])
@pytest.mark.parametrize("header", ["math.h", "cmath"])
def test_helper_math_compiles_by_both_standards(
    type_errors: Callable[..., list[str]], std: str, header: str
) -> None:
    assert type_errors(KERNEL.replace("math.h", header), std=std) == []


@pytest.mark.toolchain
def test_the_standard_s_function_is_why(type_errors: Callable[..., list[str]]) -> None:
    hidden = KERNEL.replace("#include <math.h>", "#include <math.h>\n#define AGAIN lerp")
    hidden = hidden.replace("float lerp(float a, float b", "float AGAIN(float a, float b")
    assert type_errors(hidden) == []
    first = type_errors(hidden, std="c++20")[0]
    assert "declaration conflicts with target of using declaration" in first
