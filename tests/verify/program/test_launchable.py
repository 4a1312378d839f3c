"""A kernel of a shared header that a program never names says nothing about the program."""

from __future__ import annotations

import pytest

from porter.verify.coverage import Kernels
from porter.verify.program.launchable import launchable

HEADER = b"""\
__global__ void to_color(unsigned char *out, const float *in) {}
__global__ void to_color(uchar4 *out, const float *in);
template <class T> __global__ void __launch_bounds__(256) shade(T *out) {}
"""
KERNELS = Kernels(
    frozenset(("to_color(unsigned char*, float const*)", "void shade<float>(float*)", "add(int*)")),
    frozenset(("add(int*)",)),
)


def names(source: bytes) -> set[str]:
    return set(launchable(KERNELS, [HEADER, source]).names)


def test_what_is_only_defined_is_left_out() -> None:
    assert names(b"__global__ void add(int *x) {} void f() { add<<<1, 1>>>(x); }") == {"add"}


@pytest.mark.parametrize(
    "mention",
    [
        b"to_color<<<1, 64>>>(out, in);",
        b"hipLaunchKernelGGL(to_color, 1, 64, 0, 0, out, in);",
        b"run((const void *)&to_color);",
    ],
)
def test_what_is_named_may_be_launched(mention: bytes) -> None:
    assert names(b"void f() { %s }" % mention) == {"add", "to_color"}


def test_an_instance_is_named_by_its_template() -> None:
    assert names(b"void f() { shade<float><<<1, 1>>>(x); }") == {"add", "shade"}


def test_a_program_that_launches_nothing_is_still_told_so() -> None:
    idle = KERNELS._replace(launched=frozenset())
    assert launchable(idle, [HEADER, b"int main() {}"]) == idle
