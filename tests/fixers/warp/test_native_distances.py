"""The loop whose counter is a shuffle's distance is found at any length, in the same function."""

from __future__ import annotations

import pytest

from porter.testing import apply

LOOP = "for (int o = kHalf; o; o >>= 1) {"
SHUFFLE = "v += __shfl_down_sync(m, v, o);"


@pytest.mark.parametrize("lines", [1, 10_000])
def test_a_loop_is_found_however_long_it_is(lines: int) -> None:
    text = (
        f"__global__ void k(int v, unsigned m) {{\n{LOOP}\n{'  v += 1;' * lines}\n{SHUFFLE}\n}}}}\n"
    )
    assert [one.rule for one in apply(text, "WRP29", warp="native").findings] == ["WRP29"]


def test_a_loop_of_another_function_is_none_of_a_parameter() -> None:
    text = (
        f"__device__ int f(int v, unsigned m) {{ {LOOP} v += o; }} return v; }}\n"
        f"__device__ int g(int v, unsigned m, int o) {{ {SHUFFLE} return v; }}\n"
    )
    assert not apply(text, "WRP29", warp="native").findings


def test_the_last_of_several_loops_counts() -> None:
    half = LOOP.replace("kHalf", "warpSize / 2")
    text = f"__device__ void f(int v, unsigned m) {{ {LOOP} }} {half} {SHUFFLE} }} }}\n"
    assert not apply(text, "WRP29", warp="native").findings
    text = f"__device__ void f(int v, unsigned m) {{ {half} }} {LOOP} {SHUFFLE} }} }}\n"
    assert apply(text, "WRP29", warp="native").findings


def test_a_shuffle_without_any_loop() -> None:
    text = f"__device__ void f(int v, unsigned m, int o) {{ {SHUFFLE} }}\n"
    assert not apply(text, "WRP29", warp="native").findings
