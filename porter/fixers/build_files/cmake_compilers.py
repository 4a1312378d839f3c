"""Leave HIP's compiler to CMake where a script names CUDA's.

## What it does
`set(CMAKE_CUDA_COMPILER /usr/local/cuda/bin/nvcc)`, in toolchain files, too, and
`set(ENV{CUDACXX} …)` go. A variable of the project's own for nvcc, set or looked for by
`find_program`, becomes `${CMAKE_HIP_COMPILER}`; before the script's `project`, which finds it,
hipcc is looked for.

## Why
CMake finds HIP's compiler, by `HIPCXX` or beside ROCm; nvcc is none.

## What it leaves alone
Other compilers and programs. The word `nvcc` alone, where the project's scripts compare something
with it (`if(DEVICE_COMPILER STREQUAL "nvcc")`): it names a choice, and no program.

## References
CMake's manual: CMAKE_HIP_COMPILER, HIPCXX, `find_program`, cmake-toolchains(7).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Precedence, Rule
from porter.fixers.build_files._cmake import changeable, without
from porter.project.cmake_scripts import CMakeScripts
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

# What renames variables would else keep a command that goes.
rule = Rule("BLD28", "cmake-compilers", languages=(Language.CMAKE,), precedence=Precedence.REMOVAL)

_LANGUAGES = frozenset({b"CMAKE_CUDA_COMPILER", b"CMAKE_HIP_COMPILER", b"ENV{CUDACXX}"})
_NVCC = re.compile(rb"(?:.*/)?nvcc(?:\.exe)?")
_COMPARED = re.compile(rb"\b(?:STREQUAL|MATCHES)[ \t]++\"?+\^?+nvcc\$?+[\")\s]")
_BY_CMAKE = frozenset({b"${CUDA_NVCC_EXECUTABLE}", b"${CUDAToolkit_NVCC_EXECUTABLE}"})
_LOOKED_FOR = b"find_program(%b NAMES hipcc HINTS ENV ROCM_PATH PATHS /opt/rocm PATH_SUFFIXES bin)"

EXAMPLES = (
    Example(
        """
        set(CMAKE_CUDA_COMPILER "${CUDA_HOME}/bin/nvcc" CACHE FILEPATH "nvcc")
        set(ENV{CUDACXX} nvcc)
        set(CMAKE_CXX_COMPILER g++)
        """,
        "set(CMAKE_CXX_COMPILER g++)\n",
        path="toolchain.cmake",
        title="the language's compiler",
    ),
    Example(
        """
        find_program(NVCC NAMES nvcc PATHS /usr/local/cuda/bin REQUIRED)
        set(COMPILER /usr/local/cuda/bin/nvcc)
        """,
        """
        set(NVCC ${CMAKE_HIP_COMPILER})
        set(COMPILER ${CMAKE_HIP_COMPILER})
        """,
        path="CMakeLists.txt",
        title="a variable of the project's own",
    ),
    Example(
        """
        find_program(NVCC nvcc)
        if(NVCC)
          set(languages CUDA)
        endif()
        project(scan LANGUAGES CXX ${languages})
        """,
        """
        find_program(NVCC NAMES hipcc HINTS ENV ROCM_PATH PATHS /opt/rocm PATH_SUFFIXES bin)
        if(NVCC)
          set(languages CUDA)
        endif()
        project(scan LANGUAGES CXX ${languages})
        """,
        path="CMakeLists.txt",
        title="before CMake has found HIP's",
    ),
    Example(
        """
        set(DEVICE_COMPILER "nvcc")
        if("${DEVICE_COMPILER}" STREQUAL "nvcc")
          set(FAST ON)
        endif()
        """,
        path="CMakeLists.txt",
        title="the name of a choice",
    ),
    Example(
        """
        set(CMAKE_CUDA_COMPILER clang++)
        find_program(CCACHE ccache)
        set(WITH_NVCC nvcc_flags)
        """,
        path="CMakeLists.txt",
        title="other compilers and programs",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what takes the compiler out, or puts HIP's in its place."""
    is_choice: bool | None = None
    found = changeable(file)
    finds_it = next((one.start for one in found if one.name == b"project"), 0)
    for command in found:
        if command.name not in (b"set", b"find_program") or len(command.arguments) < 2:
            continue
        name, *rest = command.words
        given = rest[1:2] if rest[0] == b"NAMES" else rest[:1]
        if not any(_NVCC.fullmatch(word) or word in _BY_CMAKE for word in given):
            continue
        if given == [b"nvcc"] and command.name == b"set" and name not in _LANGUAGES:
            if is_choice is None:
                is_choice = _is_compared(file)
            if is_choice:
                continue
        if name in _LANGUAGES:
            yield rule.replace(without(file.data, command.start, command.end), b"")
        elif command.start < finds_it:
            yield rule.replace(command, _LOOKED_FOR % name)
        else:
            yield rule.replace(command, b"set(%b ${CMAKE_HIP_COMPILER})" % name)


def _is_compared(file: SourceFile) -> bool:
    """Tell whether the script or another of its project compares something with the word."""
    if _COMPARED.search(file.data):
        return True
    scripts = CMakeScripts(file.depend_on_tree(), file.path)
    return any(_COMPARED.search(data) for data in scripts.naming(b"nvcc"))
