"""Compile HIP as C++17 where a CMake file asks for an older standard.

## What it does
`CMAKE_CUDA_STANDARD` and the property `CUDA_STANDARD` of 98 to 14 become HIP's of 17. Where
`CMAKE_CXX_STANDARD` is set to an older one, `set(CMAKE_HIP_STANDARD 17)` follows it; where
`set_target_properties` gives a target such a `CXX_STANDARD`, it gives it `HIP_STANDARD 17`, too.

## Why
CMake takes C++'s standard for HIP where HIP's is not set. ROCm's Thrust, CUB and rocPRIM refuse
C++11 (`rocPRIM requires at least C++14`), and ROCm 7's want C++17.

## What it leaves alone
Files that do not speak of CUDA; standards in variables; C++'s own standard.

## References
CMake's manual: the variables CMAKE_CXX_STANDARD and CMAKE_HIP_STANDARD, the property HIP_STANDARD;
rocPRIM, `rocprim/config.hpp`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._cmake import changeable, indent
from porter.source import SourceFile
from porter.source.build_files.cmake import Command
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("BLD48", "cmake-standards", languages=(Language.CMAKE,))

_OLD = frozenset((b"98", b"03", b"11", b"14"))
_CUDAS = (b"CMAKE_CUDA_STANDARD", b"CUDA_STANDARD")
_SETS_HIPS = re.compile(rb"CMAKE_(?:CUDA|HIP)_STANDARD\b")
_SPEAKS_OF_CUDA = re.compile(rb"(?i)cuda")

EXAMPLES = (
    Example(
        """
        set(CMAKE_CXX_STANDARD 11)
        find_package(CUDA REQUIRED)
        """,
        """
        set(CMAKE_CXX_STANDARD 11)
        set(CMAKE_HIP_STANDARD 17)
        find_package(CUDA REQUIRED)
        """,
        path="CMakeLists.txt",
        title="C++'s standard, which HIP would take",
    ),
    Example(
        """
        set(CMAKE_CXX_STANDARD 11)
        set(CMAKE_CUDA_STANDARD 14)
        set_target_properties(a PROPERTIES CUDA_STANDARD 11 CXX_STANDARD 14)
        set_target_properties(b PROPERTIES CXX_STANDARD 14)
        """,
        """
        set(CMAKE_CXX_STANDARD 11)
        set(CMAKE_CUDA_STANDARD 17)
        set_target_properties(a PROPERTIES CUDA_STANDARD 17 CXX_STANDARD 14)
        set_target_properties(b PROPERTIES CXX_STANDARD 14 HIP_STANDARD 17)
        """,
        path="CMakeLists.txt",
        title="CUDA's own standard, and those of targets",
    ),
    Example(
        """
        set(CMAKE_CXX_STANDARD 17)
        find_package(CUDA REQUIRED)
        set_target_properties(b PROPERTIES CXX_STANDARD ${STANDARD})
        """,
        path="CMakeLists.txt",
        title="a standard that will do, and one that is not known",
    ),
    Example("set(CMAKE_CXX_STANDARD 11)\n", path="CMakeLists.txt", title="C++ alone"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the standard wherever an older one is asked for."""
    if not _SPEAKS_OF_CUDA.search(file.data):
        return
    sets_hips = _SETS_HIPS.search(file.data) is not None
    for command in changeable(file):
        yield from _of_cuda(command)
        if command.name == b"set" and not sets_hips and _old(command, b"CMAKE_CXX_STANDARD"):
            text = file.newline + indent(file.data, command.start) + b"set(CMAKE_HIP_STANDARD 17)"
            yield rule.insert(command.end, text)
        words = command.words
        if command.name == b"set_target_properties" and not {b"CUDA_STANDARD", b"HIP_STANDARD"} & {
            *words
        }:
            for at in _old(command, b"CXX_STANDARD"):
                yield rule.insert(command.arguments[at].end, b" HIP_STANDARD 17")


def _of_cuda(command: Command) -> Iterator[RuleOutput]:
    """Yield 17 for each older standard of CUDA's."""
    for name in _CUDAS:
        for at in _old(command, name):
            argument = command.arguments[at]
            yield rule.replace((argument.text_start, argument.text_end), b"17")


def _old(command: Command, name: bytes) -> list[int]:
    """Return which arguments are an older standard that is given to `name`."""
    words = command.words
    return [at for at in range(1, len(words)) if words[at - 1] == name and words[at] in _OLD]
