"""Link what CMake tries to run with HIP's library by `LINK_LIBRARIES`.

## What it does
In `try_run` and `try_compile`, `CMAKE_FLAGS -DLINK_LIBRARIES:STRING=${CUDA_CUDART_LIBRARY}` becomes
`LINK_LIBRARIES hip::host`: the flag's part in front of CUDA's library becomes the command's own
word, with `CMAKE_FLAGS` once more where flags follow. BLD03 writes the library's name.

## Why
CUDA's libraries are paths, HIP's are imported targets. CMake hands targets on to the project that
it makes for the trial where they stand behind `LINK_LIBRARIES`; those that a flag names are not
known there: "Failed to generate test project build system".

## What it leaves alone
Flags that name none of CUDA's libraries by a variable, and those that name something in front of
one.

## References
CMake's manual: `try_compile`, "Options": LINK_LIBRARIES.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._cmake import changeable
from porter.source import Edit, SourceFile
from porter.source.build_files.cmake import Form
from porter.source.text.languages import Language

rule = Rule("BLD63", "cmake-tried-libraries", languages=(Language.CMAKE,))

_TRYING = (b"try_run", b"try_compile")
_FLAG = re.compile(rb"-DLINK_LIBRARIES(?::[A-Z]++)?+=(?=\$\{CUDA_\w++\})")

EXAMPLES = (
    Example(
        """
        try_run(RUN BUILT ${CMAKE_BINARY_DIR} ${PROJECT_SOURCE_DIR}/card.cpp
          CMAKE_FLAGS -DLINK_LIBRARIES:STRING=${CUDA_CUDART_LIBRARY}
          RUN_OUTPUT_VARIABLE CARD)
        """,
        """
        try_run(RUN BUILT ${CMAKE_BINARY_DIR} ${PROJECT_SOURCE_DIR}/card.cpp
          CMAKE_FLAGS LINK_LIBRARIES ${CUDA_CUDART_LIBRARY}
          RUN_OUTPUT_VARIABLE CARD)
        """,
        path="CMakeLists.txt",
    ),
    Example(
        """
        try_compile(BUILT ${CMAKE_BINARY_DIR} card.cpp CMAKE_FLAGS
          "-DLINK_LIBRARIES=${CUDA_LIBRARIES}" -DCMAKE_BUILD_TYPE=Release)
        """,
        """
        try_compile(BUILT ${CMAKE_BINARY_DIR} card.cpp CMAKE_FLAGS
          LINK_LIBRARIES "${CUDA_LIBRARIES}" CMAKE_FLAGS -DCMAKE_BUILD_TYPE=Release)
        """,
        path="CMakeLists.txt",
        title="another flag behind",
    ),
    Example(
        "try_run(RUN BUILT here card.cpp CMAKE_FLAGS -DLINK_LIBRARIES=${MPI_LIBRARIES})\n",
        path="CMakeLists.txt",
        title="another library",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield the command's own word in place of each such flag."""
    for command in changeable(file):
        if command.name not in _TRYING:
            continue
        behind = (*(one.text for one in command.arguments[1:]), b"")
        for argument, following in zip(command.arguments, behind, strict=True):
            if (flag := _FLAG.match(argument.text)) is None:
                continue
            quote = b'"' if argument.form is Form.QUOTED else b""
            taken = argument.start, argument.text_start + flag.end()
            yield rule.replace(taken, b"LINK_LIBRARIES " + quote)
            if following.startswith(b"-D"):
                yield rule.insert(argument.end, b" CMAKE_FLAGS")
