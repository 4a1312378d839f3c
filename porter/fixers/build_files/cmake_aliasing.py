"""Have CMake's HIP compiler read memory again where pointers of two types may meet, as nvcc does.

## What it does
Behind `project(… CUDA)`, `enable_language(CUDA)` and `find_package(CUDA)`, in place of which HIP is
enabled, gives HIP's compiler the option `-fno-strict-aliasing`. A note says so, once a file.

## Why
C++ lets a compiler assume that pointers to different types do not meet. nvcc does not make use of
it: device code reads again what was written through a pointer to another type. clang does, and
would give the old value (rule NUM05).

## What it leaves alone
Files that speak of strict aliasing themselves. Take the line out where the project keeps C++'s
rule: clang then reads memory less often.

## References
C++ standard, [basic.lval]; clang, `-fno-strict-aliasing`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._cmake import changeable, indent, is_cuda_package
from porter.source import SourceFile
from porter.source.build_files.cmake import Command
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("BLD44", "cmake-aliasing", languages=(Language.CMAKE,))

_OPTION = b"add_compile_options($<$<COMPILE_LANGUAGE:HIP>:-fno-strict-aliasing>)"

EXAMPLES = (
    Example(
        "project(scan LANGUAGES CXX CUDA)\n",
        """
        project(scan LANGUAGES CXX CUDA)
        add_compile_options($<$<COMPILE_LANGUAGE:HIP>:-fno-strict-aliasing>)
        """,
        path="CMakeLists.txt",
        findings=("note",),
        title="a project",
    ),
    Example(
        """
        if(CMAKE_CUDA_COMPILER)
          enable_language(CUDA)
        endif()
        """,
        """
        if(CMAKE_CUDA_COMPILER)
          enable_language(CUDA)
          add_compile_options($<$<COMPILE_LANGUAGE:HIP>:-fno-strict-aliasing>)
        endif()
        """,
        path="CMakeLists.txt",
        findings=("note",),
        title="a language that is optional",
    ),
    Example(
        """
        project(scan LANGUAGES CXX CUDA)
        add_compile_options(-fno-strict-aliasing)
        """,
        path="CMakeLists.txt",
        title="a project that has an option of its own",
    ),
    Example("project(tools CXX)\n", path="CMakeLists.txt", title="C++"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the option behind each command that enables the language."""
    if b"strict-aliasing" in file.data:
        return
    found = [one for one in changeable(file) if _is_language(one)] or [
        one for one in changeable(file) if is_cuda_package(one) and one.words[0] == b"CUDA"
    ]
    for command in found:
        break_ = file.newline + indent(file.data, command.start)
        yield rule.insert(command.end, break_ + _OPTION)
    if found:
        yield rule.note(
            (found[0].start, found[0].end),
            "HIP's compiler gets -fno-strict-aliasing, which is how nvcc reads memory",
        )


def _is_language(command: Command) -> bool:
    """Tell whether the command makes CUDA a language of the project."""
    is_project = command.name == b"project"
    return (is_project or command.name == b"enable_language") and (
        b"CUDA" in command.words[is_project:]
    )
