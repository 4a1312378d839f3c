"""Versions below 3.5, at which CMake 4 stops."""

from __future__ import annotations

import pytest

from tests.fixers.conftest import Convert


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "cmake_minimum_required(VERSION 2.8.12)\n",
            "cmake_minimum_required(VERSION 2.8.12...3.5)\n",
        ),
        ("cmake_policy(VERSION 3.1)\n", "cmake_policy(VERSION 3.1...3.5)\n"),
        (
            "cmake_minimum_required(VERSION 3.4 FATAL_ERROR)\n",
            "cmake_minimum_required(VERSION 3.4...3.5 FATAL_ERROR)\n",
        ),
        ("cmake_policy(SET CMP0048 NEW)\n", "cmake_policy(SET CMP0048 NEW)\n"),
        ("cmake_minimum_required(VERSION ${OLD})\n", "cmake_minimum_required(VERSION ${OLD})\n"),
        ("cmake_minimum_required(VERSION 3.10)\n", "cmake_minimum_required(VERSION 3.10)\n"),
    ],
)
def test_what_is_named_behind_a_version(converted: Convert, before: str, after: str) -> None:
    assert converted(before, path="CMakeLists.txt").data.decode() == after


def test_a_version_that_is_raised_for_hip_has_none_behind_it(converted: Convert) -> None:
    text = "cmake_minimum_required(VERSION 2.8)\nproject(x CXX CUDA)\n"
    told = converted(text, path="CMakeLists.txt").data.decode()
    assert told == "cmake_minimum_required(VERSION 3.21)\nproject(x CXX HIP)\n"
