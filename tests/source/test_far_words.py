"""Words far in front of a name are found: blanks and names of any length are no limit."""

from __future__ import annotations

import pytest

from porter.source import SourceFile
from porter.source.cpp.definitions import is_declared_at
from porter.source.cpp.functions import functions_of
from porter.source.cpp.uses import is_declared, is_function_declared
from porter.source.text.runs import run_start, word_start

FAR = 100_000
LONG = "n" * 200


@pytest.mark.parametrize("length", [0, 1, 31, 32, 33, 5_000])
def test_a_run_is_found_whole(length: int) -> None:
    text = b";" + b"a" * length
    assert word_start(text, len(text)) == 1
    assert run_start(text[1:], length, b"a") == 0


def test_a_long_type_declares() -> None:
    code = f"{LONG}1 f();".encode()
    assert is_declared(code, code.index(b" f") + 1)


@pytest.mark.parametrize("blanks", [1, FAR])
def test_a_value_behind_a_cast_is_no_declaration(blanks: int) -> None:
    code = f"x = (float{' ' * blanks}) n * cudaMalloc(1);".encode()
    assert not is_function_declared(code, code.index(b"cudaMalloc"))
    code = f"x = ({' ' * blanks}const float) n * cudaMalloc(1);".encode()
    assert not is_function_declared(code, code.index(b"cudaMalloc"))


def test_a_long_word_in_front_is_none_that_declares_nothing() -> None:
    text = f"{LONG}return atomicAdd(int);".encode()
    assert is_declared_at(
        SourceFile("a.cu", text), text.index(b"atomicAdd"), b"atomicAdd", is_api=True
    )


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (f"f{' ' * FAR}()", b"f"),
        (f"{LONG}()", LONG.encode()),
        (f"operator{' ' * FAR}+(int)", f"operator{' ' * FAR}+".encode()),
        ("operator()()", b"operator()"),
        ("A::~A()", b"~A"),
    ],
)
def test_names_of_functions_are_found(head: str, name: bytes) -> None:
    (found,) = functions_of(SourceFile("a.cu", f"__device__ int {head} {{ }}\n".encode()))
    assert found.name == name
