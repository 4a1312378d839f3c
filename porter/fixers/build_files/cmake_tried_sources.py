"""Give CMake a copy of a `.cu` file that it tries to compile or run while it configures.

## What it does
`try_compile(… dir/card.cu …)` becomes `try_compile(… card.hip …)`, and so does what `try_run` is
given; `configure_file(dir/card.cu card.hip COPYONLY)` in front makes the copy, in the build's
folder. It warns where the file's name is in a variable.

## Why
CMake takes the language of such a source from its suffix, whatever properties it has, and the
suffix is CUDA's alone: `Unknown extension ".cu"` where the project enables HIP.

## What it leaves alone
Sources of other suffixes, and those that a variable names. What a source includes from its own
folder, the copy does not find.

## References
CMake's manual: `try_compile`, `try_run`, `configure_file`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._cmake import changeable, indent
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("BLD62", "cmake-tried-sources", languages=(Language.CMAKE,))

_TRYING = (b"try_run", b"try_compile")
#: The last part of a path; what is in front may be in variables.
_SOURCE = re.compile(rb"(?:.*/)?(?P<name>[\w.+-]++)(?<=\.cu)", re.DOTALL)

EXAMPLES = (
    Example(
        """
          try_run(RUN BUILT ${CMAKE_BINARY_DIR} ${TESTS}/card.cu)
        """,
        """
          configure_file(${TESTS}/card.cu "${CMAKE_CURRENT_BINARY_DIR}/card.hip" COPYONLY)
          try_run(RUN BUILT ${CMAKE_BINARY_DIR} "${CMAKE_CURRENT_BINARY_DIR}/card.hip")
        """,
        path="CMakeLists.txt",
    ),
    Example(
        "try_compile(BUILT ${CMAKE_BINARY_DIR} ${NAME}.cu)\n",
        path="CMakeLists.txt",
        findings=("warning",),
        title="a name in a variable",
    ),
    Example(
        "try_compile(BUILT ${CMAKE_BINARY_DIR} SOURCES atomics.cpp)\n",
        path="CMakeLists.txt",
        title="another language",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the copy of each such file, and its name."""
    for command in changeable(file):
        if command.name not in _TRYING:
            continue
        for argument in command.arguments:
            if not argument.text.endswith(b".cu"):
                continue
            source = _SOURCE.fullmatch(argument.text)
            if source is None:
                yield rule.warning(
                    (command.start, command.end),
                    f"{command.name.decode()} knows no language of a .cu file where HIP is enabled",
                    hint="try a copy of it with the suffix .hip: configure_file(… COPYONLY)",
                )
                continue
            copy = b'"${CMAKE_CURRENT_BINARY_DIR}/%b.hip"' % source["name"].removesuffix(b".cu")
            made = file.data[argument.start : argument.end]
            break_ = file.newline + indent(file.data, command.start)
            yield from rule.together(
                rule.insert(
                    command.start, b"configure_file(%b %b COPYONLY)%b" % (made, copy, break_)
                ),
                rule.replace((argument.start, argument.end), copy),
            )
