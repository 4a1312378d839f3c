"""Comment out the line by which a notebook runs a cell, in a file that was copied out of it.

## What it does
Writes a line `%%cu`, `%%cuda --name scan.cu` or `%%writefile scan.cu` behind `//`.

## Why
Jupyter's magic words tell the notebook what to do with a cell, and it takes their line away before
nvcc sees the code. In a file of its own the line is no C++: `expected unqualified-id`.

## What it leaves alone
`%%` inside of literals, comments, macros and lines of code.

## References
IPython, "Built-in magic commands", on cell magics; nvcc4jupyter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import Edit, SourceFile

rule = Rule("LNG94", "cell-magics")

_MAGIC = re.compile(rb"^[ \t]*+(?P<sign>%%)[A-Za-z][\w+]*+(?=[ \t\r\n]|\Z)", re.MULTILINE)

EXAMPLES = (
    Example(
        "%%cu\n#include <cstdio>\n\n%%writefile a.cu\n__global__ void k() {}\n",
        "// %%cu\n#include <cstdio>\n\n// %%writefile a.cu\n__global__ void k() {}\n",
    ),
    Example(
        """
        // %%cu
        const char *text = R"(
        %%cu
        )";
        #define MOVE(r) \\
          asm("mov.u32 %0, %%laneid;" : "=r"(r))
        int rest = a
            %b;
        """,
        title="other percent signs",
    ),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[Edit]:
    """Yield the comment in front of each."""
    yield from commented_out(file)


def commented_out(file: SourceFile) -> Iterator[Edit]:
    """Yield what makes comments of the lines that are a notebook's."""
    for magic in _MAGIC.finditer(file.code):
        if file.directive_at(magic.start("sign")) is None:
            yield rule.insert(magic.start("sign"), b"// ")
