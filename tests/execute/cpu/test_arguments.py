"""Kernel arguments: what fits is passed byte for byte, what does not is refused."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from porter.errors import PorterError
from porter.execute.cpu.arguments import Arguments
from porter.execute.cpu.device_image import KernelDescription, Parameter


def kernel(*parameters: tuple[int, str]) -> KernelDescription:
    described = tuple(Parameter(size, kind) for size, kind in parameters)
    return KernelDescription(0, "k", "k(...)", described, "loop", 0, 1024)


def passed(parameter: tuple[int, str], value: Any) -> bytes:
    arguments = Arguments(kernel(parameter), [value])
    return ctypes.string_at(arguments.table[0], parameter[0])


def test_an_array_is_passed_by_address() -> None:
    array = np.zeros(3)
    assert passed((8, "p"), array) == array.ctypes.data.to_bytes(8, "little")


def test_none_is_a_null_pointer() -> None:
    assert passed((8, "p"), None) == bytes(8)


@pytest.mark.parametrize(
    ("parameter", "value", "content"),
    [
        ((4, "i"), 5, b"\5\0\0\0"),
        ((4, "i"), -1, b"\xff" * 4),
        ((1, "i"), True, b"\1"),
        ((4, "i"), 0xFFFFFFFF, b"\xff" * 4),
        ((8, "i"), np.int64(1), b"\1" + bytes(7)),
        ((4, "f"), 1.0, b"\0\0\x80\x3f"),
        ((4, "f"), 1, b"\0\0\x80\x3f"),
        ((2, "f"), np.float16(1), b"\0\x3c"),
        ((3, "s"), b"abc", b"abc"),
    ],
)
def test_numbers(parameter: tuple[int, str], value: Any, content: bytes) -> None:
    assert passed(parameter, value) == content


@pytest.mark.parametrize(
    ("parameter", "value", "problem"),
    [
        ((4, "i"), np.float32(1), "takes an integer"),
        ((4, "f"), np.int32(1), "takes a floating-point number"),
        ((4, "i"), np.int64(1), "takes 4 bytes, got 8"),
        ((4, "i"), 1 << 32, "does not fit 32 bits"),
        ((4, "i"), 1.5, "takes an integer, got float"),
        ((8, "p"), np.float32(1), "takes a pointer"),
        ((8, "p"), np.zeros((4, 4))[:, 1], "must be contiguous"),
        ((12, "s"), 5, "takes an aggregate"),
    ],
)
def test_what_does_not_fit(parameter: tuple[int, str], value: Any, problem: str) -> None:
    with pytest.raises(PorterError, match=problem):
        Arguments(kernel(parameter), [value])


def test_the_number_of_arguments() -> None:
    with pytest.raises(PorterError, match="takes 2 arguments, got 1"):
        Arguments(kernel((4, "i"), (4, "i")), [1])


@pytest.mark.parametrize(
    ("signature", "name"),
    [
        ("void axpy<float, 4>(float*, int)", "axpy<float, 4>"),
        ("lib::(anonymous namespace)::k(int*)", "lib::(anonymous namespace)::k"),
        ("plain", "plain"),
        ("void apply<(Op)1>(int (*)(int))", "apply<(Op)1>"),
    ],
)
def test_names(signature: str, name: str) -> None:
    described = KernelDescription(0, "_Z", signature, (), "loop", 0, 1024)
    assert described.qualified_name == name
    assert described.answers_to(name)


def test_a_kernel_answers_to_short_names() -> None:
    described = KernelDescription(0, "_Z1", "void ns::axpy<float, 4>(float*)", (), "loop", 0, 1024)
    for name in ("_Z1", "axpy", "ns::axpy", "axpy<float,4>", "ns::axpy<float, 4>"):
        assert described.answers_to(name)
    assert not described.answers_to("axpy<double, 4>")
