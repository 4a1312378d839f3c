"""Turn off the link-time optimisation that CMake or pybind11 asks GCC for.

## What it does
`INTERPROCEDURAL_OPTIMIZATION` and `CMAKE_INTERPROCEDURAL_OPTIMIZATION`, for every configuration,
become `OFF`; `pybind11_add_module` gets `NO_EXTRAS`, and `nanobind_add_module` loses `LTO`.

## Why
The host's units are GCC's, which then writes objects that hold no machine code. nvcc has GCC link
them; what has device code is linked by HIP's compiler, whose linker reads nothing in them and says
nothing either: a Python module without `PyInit_…` is "built". pybind11 asks for it by itself in
each build without debugging.

## What it leaves alone
Projects that do not speak of CUDA; values that come from variables; `-flto`, of which BLD55 makes
objects for both linkers.

## References
CMake's manual, `INTERPROCEDURAL_OPTIMIZATION`; pybind11's, `pybind11_add_module`; nanobind's,
`nanobind_add_module`; GCC's, `-fno-fat-lto-objects`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files import _cmake
from porter.fixers.build_files._cudas_language import has_cudas_language
from porter.source import SourceFile
from porter.source.build_files.cmake import Command
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("BLD65", "cmake-link-time", languages=(Language.CMAKE,))

_PROPERTY = re.compile(rb"(?:CMAKE_)?INTERPROCEDURAL_OPTIMIZATION(?:_[A-Z]+)?")
_IS_ON = re.compile(rb"(?i)ON|TRUE|YES|Y|1")
_SETTERS = frozenset(b"set set_property set_target_properties".split())
_ASKS = re.compile(rb"(?i)INTERPROCEDURAL_OPTIMIZATION|pybind11_add_module|nanobind_add_module")

EXAMPLES = (
    Example(
        """
        enable_language(CUDA)
        check_ipo_supported(RESULT works)
        if(works)
          set_target_properties(ops PROPERTIES INTERPROCEDURAL_OPTIMIZATION TRUE)
        endif()
        set(CMAKE_INTERPROCEDURAL_OPTIMIZATION_RELEASE ON)
        """,
        """
        enable_language(CUDA)
        check_ipo_supported(RESULT works)
        if(works)
          set_target_properties(ops PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
        endif()
        set(CMAKE_INTERPROCEDURAL_OPTIMIZATION_RELEASE OFF)
        """,
        path="CMakeLists.txt",
        title="CMake's own",
    ),
    Example(
        """
        enable_language(CUDA)
        pybind11_add_module(ops bind.cpp)
        pybind11_add_module(more NO_EXTRAS more.cpp)
        nanobind_add_module(others LTO others.cpp)
        """,
        """
        enable_language(CUDA)
        pybind11_add_module(ops NO_EXTRAS bind.cpp)
        pybind11_add_module(more NO_EXTRAS more.cpp)
        nanobind_add_module(others others.cpp)
        """,
        path="CMakeLists.txt",
        title="modules for Python",
    ),
    Example("pybind11_add_module(ops bind.cpp)\n", path="CMakeLists.txt", title="no CUDA"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what turns off each request."""
    if not _ASKS.search(file.data) or not has_cudas_language(file):
        return
    for command in _cmake.changeable(file):
        if command.name in _SETTERS:
            yield from _switched_off(command)
        elif command.name == b"pybind11_add_module":
            if len(command.arguments) > 1 and b"NO_EXTRAS" not in command.words:
                yield rule.insert(command.arguments[0].end, b" NO_EXTRAS")
        elif command.name == b"nanobind_add_module":
            for argument in command.arguments[1:]:
                if argument.text == b"LTO":
                    yield rule.replace(
                        _cmake.without_argument(file.data, argument.start, argument.end), b""
                    )


def _switched_off(command: Command) -> Iterator[RuleOutput]:
    for name, value in pairwise(command.arguments):
        if _PROPERTY.fullmatch(name.text) and _IS_ON.fullmatch(value.text):
            yield rule.replace((value.text_start, value.text_end), b"OFF")
