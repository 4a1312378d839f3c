"""Link device code across files where CMake's CUDA does.

## What it does
Targets with `CUDA_SEPARABLE_COMPILATION` are compiled with `-fgpu-rdc` and linked with `-fgpu-rdc
--hip-link`; so is what links a library of that kind, where HIP's compiler links it. The variable
`CMAKE_CUDA_SEPARABLE_COMPILATION` becomes options of the directory. Where the property is taken
back, it goes.

## Why
CMake's HIP compiles each file's device code to its end: a `__device__` function of another file is
not found (`undefined hidden symbol`). CMake has no such property for HIP.

## What it leaves alone
Values that are computed, commands whose properties are in a variable, and variables that a function
sets: reported (BLD08). What links device code of a static library with a host compiler is up to the
project.

## References
CMake's manual: `CUDA_SEPARABLE_COMPILATION`, `LINK_LANGUAGE`; clang's manual, "HIP Support",
"Separate compilation"; hip-lang's CMake package, which asks for `--hip-link` as well.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Precedence, Rule
from porter.fixers.build_files._cmake import indent, without
from porter.fixers.build_files._device_linking import DeviceLinking, device_linking
from porter.source import SourceFile
from porter.source.text.copies import Piece, composed
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

# What renames properties and targets would else keep the whole command as it is.
rule = Rule(
    "BLD09", "cmake-device-linking", languages=(Language.CMAKE,), precedence=Precedence.REMOVAL
)

_COMPILE = b"$<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc>"
_LINK = b'"$<$<LINK_LANGUAGE:HIP>:-fgpu-rdc;--hip-link>"'

EXAMPLES = (
    Example(
        "set_target_properties(k PROPERTIES CUDA_SEPARABLE_COMPILATION ON)\n",
        """
        target_compile_options(k PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc>)
        target_link_options(k PUBLIC "$<$<LINK_LANGUAGE:HIP>:-fgpu-rdc;--hip-link>")
        """,
        path="CMakeLists.txt",
        title="a target",
    ),
    Example(
        """
        set_target_properties(k PROPERTIES
          CUDA_SEPARABLE_COMPILATION ON
          FOLDER gpu)
        """,
        """
        target_compile_options(k PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc>)
        target_link_options(k PUBLIC "$<$<LINK_LANGUAGE:HIP>:-fgpu-rdc;--hip-link>")
        set_target_properties(k PROPERTIES
          FOLDER gpu)
        """,
        path="CMakeLists.txt",
        title="one property of several",
    ),
    Example(
        """
        if(RDC)
          set(CMAKE_CUDA_SEPARABLE_COMPILATION ON)
        endif()
        """,
        """
        if(RDC)
          add_compile_options($<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc>)
          add_link_options("$<$<LINK_LANGUAGE:HIP>:-fgpu-rdc;--hip-link>")
        endif()
        """,
        path="CMakeLists.txt",
        title="a directory",
    ),
    Example(
        """
        set_property(TARGET a b PROPERTY CUDA_SEPARABLE_COMPILATION OFF)
        add_test(a a)
        """,
        "add_test(a a)\n",
        path="CMakeLists.txt",
        title="taken back",
    ),
    Example(
        """
        add_library(headers INTERFACE)
        set_target_properties(headers PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
        """,
        "add_library(headers INTERFACE)\n",
        path="CMakeLists.txt",
        title="a library of headers",
    ),
    Example(
        "set_target_properties(k PROPERTIES CUDA_SEPARABLE_COMPILATION ${RDC})\n",
        path="CMakeLists.txt",
        title="a value that is computed",
    ),
    Example(
        """
        function(own)
          set(CUDA_SEPARABLE_COMPILATION ON)
        endfunction()
        """,
        path="CMakeLists.txt",
        title="a variable of a function",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the options in place of the property."""
    for one in device_linking(file):
        command, blanks = one.command, indent(file.data, one.command.start)
        lines = list(_lines(one)) if one.is_on else []
        break_ = file.newline + blanks
        pieces = [piece for line in lines for piece in (*line, break_)]
        if one.is_alone and lines:
            text, copies = composed(file.data, pieces[:-1])
            yield rule.replace(command, text, copies=copies)
        elif one.is_alone:
            yield rule.replace(without(file.data, command.start, command.end), b"")
        else:
            if lines:
                text, copies = composed(file.data, pieces)
                yield rule.insert(command.start, text, copies=copies)
            yield rule.replace(without(file.data, one.start, one.end), b"")


def _lines(one: DeviceLinking) -> Iterator[tuple[Piece, ...]]:
    """Yield the commands, in pieces."""
    if not one.targets:
        yield (b"add_compile_options(%b)" % _COMPILE,)
        yield (b"add_link_options(%b)" % _LINK,)
    for target in one.targets:
        yield b"target_compile_options(", target, b" PRIVATE %b)" % _COMPILE
        yield b"target_link_options(", target, b" PUBLIC %b)" % _LINK
