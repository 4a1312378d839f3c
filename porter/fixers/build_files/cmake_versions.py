"""Answer what CMake's conditions ask of CUDA's version and compiler.

## What it does
In `if`, `elseif` and `while`, a version of CUDA or of nvcc that is compared
(`CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 11.8`, `${CUDAToolkit_VERSION_MAJOR} EQUAL 12`)
becomes 12.7, or its part: as that HIP counts in the sources, too (LNG16).
`CMAKE_CUDA_COMPILER_ID` compared with `NVIDIA` becomes `CMAKE_HIP_COMPILER_ID` compared with
`Clang`: the port takes the way for nvcc, whose flags are converted.

## Why
Nobody sets these variables in a port. An empty version is less than any: the project would build
what it keeps for the oldest CUDA, or nothing at all.

## What it leaves alone
Variables that the project sets itself, and versions that are used otherwise, which BLD08 reports.

## References
CMake's manual, cmake-commands(7), `if`; HIP porting guide, "Compiler defines: summary".
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._cmake_versions import answers
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("BLD33", "cmake-versions", languages=(Language.CMAKE,))

EXAMPLES = (
    Example(
        """
        if(NOT CMAKE_CUDA_COMPILER_VERSION VERSION_LESS "11.1")
          set(NEW ON)
        elseif("${CUDAToolkit_VERSION_MAJOR}" EQUAL 12)
          set(NEW ON)
        endif()
        """,
        """
        if(NOT 12.7 VERSION_LESS "11.1")
          set(NEW ON)
        elseif("12" EQUAL 12)
          set(NEW ON)
        endif()
        """,
        findings=("note", "note"),
        path="CMakeLists.txt",
        title="versions",
    ),
    Example(
        """
        if(CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA")
          set(OURS ON)
        endif()
        """,
        """
        if(CMAKE_HIP_COMPILER_ID STREQUAL "Clang")
          set(OURS ON)
        endif()
        """,
        findings=("note",),
        path="CMakeLists.txt",
        title="the compiler",
    ),
    Example(
        """
        set(CUDA_VERSION 11.0)
        if(CUDA_VERSION VERSION_LESS 12)
          set(OLD ON)
        endif()
        """,
        path="CMakeLists.txt",
        title="the project's own",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the answers, and a note for each question."""
    told: set[int] = set()
    for answer in answers(file):
        yield rule.replace(answer.span, answer.text)
        if answer.asked not in told:
            told.add(answer.asked)
            as_what = "clang, as nvcc" if answer.text == b"CMAKE_HIP_COMPILER_ID" else "CUDA 12.7"
            yield rule.note(
                answer.span,
                f"{answer.name.decode()} is asked for: HIP counts as {as_what} here",
                hint="see that the branches say what ROCm needs",
            )
