"""Name the folder that is converted from where a file is, not by its own name.

## What it does
In Makefiles and CMake files of a folder `NAME`, paths that lead out of it and back in
(`../NAME/file.h`, `-I../NAME`) become paths within it (`file.h`, `-I.`).

## Why
The port lies in a folder of another name, beside which there is no `NAME`, or the one that is for
CUDA.

## What it leaves alone
Paths to other folders, which are said to be outside, and paths that variables make.

## References
GNU make's manual, "File Name Functions"; CMake's manual, cmake-language(7).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

_OWN = Options(own_folder="sim")

rule = Rule("BLD59", "own-folder", languages=(Language.MAKE, Language.CMAKE))

EXAMPLES = (
    Example(
        """
        FLAGS = -O2 -I../sim -I../sim/inc -I../simple
        main.o: main.cu ../sim/inc/a.h Makefile
        """,
        """
        FLAGS = -O2 -I. -Iinc -I../simple
        main.o: main.cu inc/a.h Makefile
        """,
        options=_OWN,
        path="Makefile",
    ),
    Example(
        "include_directories(${CMAKE_CURRENT_SOURCE_DIR}/../../sim/inc ../../sim)\n",
        "include_directories(${CMAKE_CURRENT_SOURCE_DIR}/../inc ..)\n",
        options=_OWN,
        path="lib/CMakeLists.txt",
        title="from a folder within",
    ),
    Example(
        "FLAGS = -I../../sim -I$(TOP)/../sim -I../sim2\n",
        options=_OWN,
        path="Makefile",
        title="other folders",
    ),
    Example("FLAGS = -I../sim\n", path="Makefile", title="a folder of another name is converted"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the paths within for those that lead out and in."""
    name = context.options.own_folder
    if not name or f"/{name}".encode() not in file.data:
        return
    depth = file.path.count("/")
    for match in _leading_in(name, depth).finditer(file.data):
        above = b"../" * depth
        if not match["more"]:
            above = above.rstrip(b"/") or b"."
        yield rule.replace(match.span("path"), above)


def _leading_in(name: str, depth: int) -> re.Pattern[bytes]:
    """Return the pattern of a path from a file `depth` folders deep to the folder `name` itself."""
    up = b"\\.\\./" * (depth + 1) + re.escape(name.encode())
    before = rb"(?:(?<=-[IL])|(?<=CURRENT_SOURCE_DIR\}/)|(?<=CURRENT_LIST_DIR\}/)|(?<![\w./)}\]-]))"
    return re.compile(before + rb"(?P<path>" + up + rb"(?:(?P<more>/)(?=[\w.$])|(?![\w./+-])))")
