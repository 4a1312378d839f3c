"""Report `.cu` files that CMake tries to compile or run while it configures.

## What it does
Warns where `try_run` or `try_compile` is given a `.cu` file.

## Why
CMake takes the language of such a source from its suffix, whatever properties it has, and the
suffix is CUDA's alone: `Unknown extension ".cu"` where the project enables HIP.

## What it leaves alone
Sources of other suffixes, and those that a variable names.

## References
CMake's manual: `try_compile`, `try_run`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Precedence, Rule
from porter.fixers.build_files._cmake import changeable
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule(
    "BLD62",
    "cmake-tried-sources",
    languages=(Language.CMAKE,),
    fix=Fix.NONE,
    precedence=Precedence.REPORT,
)

_TRYING = (b"try_run", b"try_compile")

EXAMPLES = (
    Example(
        "try_run(RUN BUILT ${CMAKE_BINARY_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/card.cu)\n",
        path="CMakeLists.txt",
        findings=("warning",),
    ),
    Example(
        "try_compile(BUILT ${CMAKE_BINARY_DIR} SOURCES atomics.cpp)\n",
        path="CMakeLists.txt",
        title="another language",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a warning for each such file."""
    for command in changeable(file):
        if command.name in _TRYING:
            for argument in command.arguments:
                if argument.text.endswith(b".cu"):
                    yield rule.warning(
                        (argument.text_start, argument.text_end),
                        f"{command.name.decode()} knows no language of a .cu file "
                        "where HIP is enabled",
                        hint="try a copy of it with the suffix .hip: configure_file(… COPYONLY)",
                    )
