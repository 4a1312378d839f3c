"""Include HIP's header in C++ sources that CMake compiled as CUDA.

## What it does
Where `.cpp` sources get the property `LANGUAGE CUDA`, they also get the option
`--include=hip/hip_runtime.h`; so do sources that a variable names whose value is not known.

## Why
nvcc puts `cuda_runtime.h` in front of every file that it compiles as CUDA. HIP's compiler includes
nothing by itself, and a header of the project's may count on it. `.cu` files get an `#include`
(LNG01); a `.cpp` file may also be compiled as C++.

## What it leaves alone
`.cu` files.

## References
CUDA C++ compiler driver documentation, "--x cu"; CMake's manual: the source properties LANGUAGE and
COMPILE_OPTIONS.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._cmake import changeable, indent
from porter.fixers.build_files._cmake_values import values
from porter.source import SourceFile
from porter.source.build_files.cmake import Argument, Command
from porter.source.text.copies import composed
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("BLD30", "cmake-implicit-header", languages=(Language.CMAKE,))

_HOST_SUFFIXES = (b".cc", b".cpp", b".cxx", b".C")
_INCLUDED = b"--include=hip/hip_runtime.h"
_OPTION = b" APPEND PROPERTY COMPILE_OPTIONS %b)" % _INCLUDED

EXAMPLES = (
    Example(
        """
        macro(as_cuda target)
          get_target_property(all "${target}" SOURCES)
          foreach(one ${all})
            set_source_files_properties(${one} PROPERTIES LANGUAGE CUDA)
          endforeach()
        endmacro()
        """,
        """
        macro(as_cuda target)
          get_target_property(all "${target}" SOURCES)
          foreach(one ${all})
            set_source_files_properties(${one} PROPERTIES LANGUAGE CUDA)
            set_property(SOURCE ${one} APPEND PROPERTY COMPILE_OPTIONS --include=hip/hip_runtime.h)
          endforeach()
        endmacro()
        """,
        path="as_cuda.cmake",
        title="sources of a target",
    ),
    Example(
        "set_source_files_properties(a.cpp b.cu PROPERTIES LANGUAGE CUDA)\n",
        """
        set_source_files_properties(a.cpp b.cu PROPERTIES LANGUAGE CUDA)
        set_property(SOURCE a.cpp b.cu APPEND PROPERTY COMPILE_OPTIONS --include=hip/hip_runtime.h)
        """,
        path="CMakeLists.txt",
        title="a C++ source",
    ),
    Example(
        """
        set(NAME fft)
        set_property(SOURCE ${NAME}.cpp PROPERTY LANGUAGE CUDA)
        """,
        """
        set(NAME fft)
        set_property(SOURCE ${NAME}.cpp PROPERTY LANGUAGE CUDA)
        set_property(SOURCE ${NAME}.cpp APPEND PROPERTY COMPILE_OPTIONS --include=hip/hip_runtime.h)
        """,
        path="CMakeLists.txt",
        title="a name in a variable",
    ),
    Example(
        "set_source_files_properties(k.cu PROPERTIES LANGUAGE CUDA)\n",
        path="CMakeLists.txt",
        title="a .cu file",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the option behind each command that says that C++ is CUDA."""
    found = changeable(file)
    done = {tuple(one.words[1:-4]) for one in found if one.words[-1:] == [_INCLUDED]}
    for command in found:
        sources = _of_cuda(command)
        if tuple(one.text for one in sources) in done:
            continue
        if not any(_may_be_cpp(file, one.text) for one in sources):
            continue
        given = (sources[0].start, sources[-1].end)
        break_ = file.newline + indent(file.data, command.start)
        text, copies = composed(file.data, (break_, b"set_property(SOURCE ", given, _OPTION))
        yield rule.insert(command.end, text, copies=copies)


def _may_be_cpp(file: SourceFile, source: bytes) -> bool:
    """Tell whether sources are C++'s by their names, or what they are is not known."""
    named = list(values(file).words(source))
    return (not named and b"$" in source) or any(
        word.endswith(_HOST_SUFFIXES) or b"${" in word for word in named
    )


def _of_cuda(command: Command) -> tuple[Argument, ...]:
    """Return the arguments that name the sources, where their language is said to be CUDA."""
    words, arguments = command.words, command.arguments
    if (b"LANGUAGE", b"CUDA") not in pairwise(words):
        return ()
    if command.name == b"set_source_files_properties" and b"PROPERTIES" in words:
        return arguments[: words.index(b"PROPERTIES")]
    if command.name == b"set_property" and words[0] == b"SOURCE" and b"PROPERTY" in words:
        named = arguments[1 : words.index(b"PROPERTY")]
        return tuple(one for one in named if one.text not in (b"APPEND", b"APPEND_STRING"))
    return ()
