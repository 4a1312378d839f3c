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
    "STANDARD": ["17"],
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
        "STANDARD VERSION_LESS 17.1",
        '"12.8" VERSION_GREATER_EQUAL "12.10" OR "1.2" VERSION_EQUAL "1.2.0"',
        "NOT HIP_VERSION VERSION_LESS 6.1",
        '"${hip_VERSION}" VERSION_GREATER "5.7.1"',
        "CMAKE_VERSION VERSION_GREATER_EQUAL 3.18",
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
        '"12.10" VERSION_LESS "12.8"',
        "CMAKE_VERSION VERSION_LESS 3.18",
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
        "HIP_VERSION VERSION_LESS 7.0",
        "CMAKE_VERSION VERSION_GREATER 3.28",
        "STANDARD VERSION_LESS 999999999999",
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
