"""Have CMake's HIP compiler take pointers to the same memory, and braces, as nvcc does.

## What it does
Behind `project(… CUDA)`, `enable_language(CUDA)` and `find_package(CUDA)`, in place of which HIP is
enabled, gives HIP's compiler the options `-fno-strict-aliasing` and `-Wno-error=c++11-narrowing`. A
note says so, once a file. Where a script of the project makes warnings errors (`-Werror`), a result
that nobody looks at stays a warning (`-Wno-error=unused-result`), in C++, too; and so does what
`-Wall` and `-Wextra` find in HIP sources.

## Why
C++ lets a compiler assume that pointers to different types do not meet. nvcc does not make use of
it: device code reads again what was written through a pointer to another type. clang does, and
would give the old value (rule NUM05). Numbers that narrow in the braces of an aggregate, as in
`float2 v = {x, 0.5 * y}`, are a warning of nvcc's and g++'s and an error of clang's, which the
option makes a warning, too. `hipError_t` is `[[nodiscard]]`, `cudaError_t` is not. nvcc gives
`-Wall` to the host compiler, which sees no device code; clang warns of that, too.

## What it leaves alone
An option that the file speaks of itself (strict aliasing, narrowing). Take the first out where the
project keeps C++'s rule: clang then reads memory less often.

## References
C++ standard, [basic.lval] and [dcl.init.list]; clang, `-fno-strict-aliasing`,
`-Wc++11-narrowing`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._as_nvcc import is_strict, lacking, strict_options, told
from porter.fixers.build_files._cmake import changeable, indent, is_cuda_package
from porter.project.cmake_scripts import CMakeScripts
from porter.source import SourceFile
from porter.source.build_files.cmake import Command
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.toolchain import as_nvcc

rule = Rule("BLD44", "cmake-as-nvcc", languages=(Language.CMAKE,))

EXAMPLES = (
    Example(
        "project(scan LANGUAGES CXX CUDA)\n",
        """
        project(scan LANGUAGES CXX CUDA)
        add_compile_options("$<$<COMPILE_LANGUAGE:HIP>:-fno-strict-aliasing;-Wno-error=c++11-narrowing>")
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
          add_compile_options("$<$<COMPILE_LANGUAGE:HIP>:-fno-strict-aliasing;-Wno-error=c++11-narrowing>")
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
        """
        project(scan LANGUAGES CXX CUDA)
        add_compile_options("$<$<COMPILE_LANGUAGE:HIP>:-Wno-error=c++11-narrowing>")
        add_compile_options(-fno-strict-aliasing)
        """,
        path="CMakeLists.txt",
        findings=("note",),
        title="a project that has one of the options itself",
    ),
    Example(
        """
        project(scan LANGUAGES CXX CUDA)
        add_compile_options(-Wall -Werror -fno-strict-aliasing -Wnarrowing)
        """,
        """
        project(scan LANGUAGES CXX CUDA)
        add_compile_options("$<$<COMPILE_LANGUAGE:HIP>:-Wno-error=unused-result;-Wno-error=all;-Wno-error=extra>")
        add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-Wno-error=unused-result>")
        add_compile_options(-Wall -Werror -fno-strict-aliasing -Wnarrowing)
        """,
        path="CMakeLists.txt",
        findings=("note",),
        title="warnings that are errors",
    ),
    Example("project(tools CXX)\n", path="CMakeLists.txt", title="C++"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the options behind each command that enables the language."""
    found = [one for one in changeable(file) if _is_language(one)] or [
        one for one in changeable(file) if is_cuda_package(one) and one.words[0] == b"CUDA"
    ]
    if not found:
        return
    options = {b"HIP": lacking(file)}
    if _is_strict(file):
        options[b"CXX"] = [as_nvcc.UNREAD.encode()]
        options[b"HIP"] += strict_options()
    for command in found:
        break_ = file.newline + indent(file.data, command.start)
        for languages, given in options.items():
            if given:
                text = b'add_compile_options("$<$<COMPILE_LANGUAGE:%b>:%b>")'
                yield rule.insert(command.end, break_ + text % (languages, b";".join(given)))
    if every := dict.fromkeys(one for given in options.values() for one in given):
        yield rule.note((found[0].start, found[0].end), told("HIP's compiler", list(every)))


def _is_strict(file: SourceFile) -> bool:
    """Tell whether a script of the project makes warnings errors."""
    scripts = CMakeScripts(file.depend_on_tree(), file.path)
    words = (b"Werror", b"COMPILE_WARNING_AS_ERROR")
    return is_strict(file.data) or any(
        is_strict(data) for word in words for data in scripts.naming(word)
    )


def _is_language(command: Command) -> bool:
    """Tell whether the command makes CUDA a language of the project."""
    is_project = command.name == b"project"
    return (is_project or command.name == b"enable_language") and (
        b"CUDA" in command.words[is_project:]
    )
