"""Conditions of CMake: what is known decides them, the rest leaves them open."""

from __future__ import annotations

import pytest

from porter.source.build_files.cmake import commands
from porter.source.build_files.cmake_conditions import condition

VALUES = {
    "WITH_MPI": ["OFF"],
    "WITH_LOGS": ["ON"],
    "WITH_CUDA": ["OFF"],
    "RUNTIME": ["INTEL"],
    "EMPTY": [],
    "LIB": ["LIB-NOTFOUND"],
    "LOOP": ["${LOOP}"],
}


def decided(text: str) -> bool | None:
    data = f"if({text})".encode()
    (command,) = commands(data)
    return condition(command, data, VALUES)


@pytest.mark.parametrize(
    "text",
    [
        "WITH_LOGS",
        "NOT WITH_MPI",
        "UNIX AND NOT APPLE",
        "WITH_MPI OR WITH_LOGS",
        "WITH_LOGS OR SOMETHING",
        'RUNTIME STREQUAL "INTEL"',
        '"${RUNTIME}" MATCHES "^IN"',
        "NOT (WITH_MPI OR WIN32)",
        'CMAKE_CXX_COMPILER_ID MATCHES "Clang|GNU"',
        "1",
        "NOT EMPTY",
    ],
)
def test_what_is_known_holds(text: str) -> None:
    assert decided(text) is True


@pytest.mark.parametrize(
    "text",
    [
        "WITH_MPI",
        "MSVC",
        "WITH_MPI AND SOMETHING",
        'CMAKE_CXX_COMPILER_ID STREQUAL "PGI"',
        "${WITH_MPI}",
        "LIB",
        '"anything"',
        "0",
    ],
)
def test_what_is_known_does_not_hold(text: str) -> None:
    assert decided(text) is False


@pytest.mark.parametrize(
    "text",
    [
        "SOMETHING",
        "WITH_CUDA",
        "USE_ROCM",
        "NOT SOMETHING",
        "WITH_LOGS AND SOMETHING",
        "EXISTS file",
        "TARGET mpi OR WITH_MPI",
        'A VERSION_LESS "3"',
        '"${UNKNOWN}" STREQUAL ""',
        "${LOOP}",
        'RUNTIME MATCHES "(I+)+L"',
        "(" * 5000 + ")" * 5000,
        "NOT " * 5000,
        "",
    ],
)
def test_what_is_not_known_is_left_open(text: str) -> None:
    assert decided(text) is None
