"""Write `typeof` as every dialect of C++ reads it.

## What it does
`typeof(x)` becomes `__typeof__(x)`.

## Why
`typeof` is GNU's, and a word of C++ for compilers that read its dialect: nvcc does by itself, clang
does not with `-std=c++17`, which builds of a port ask for (rocPRIM wants C++17): `unknown type name
'typeof'`. `__typeof__` is the same in both dialects.

## What it leaves alone
C sources, members and functions that are called so, and projects that define the word.

## References
GCC's manual, "Referring to a Type with typeof", "Alternate Keywords".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import Edit, SourceFile

rule = Rule("LNG56", "typeof", names=(b"typeof",), handles=())

_WORD = re.compile(rb"(?<![\w.>:])typeof(?=[ \t]*+\()")
_OWN = re.compile(rb"(?m)^[ \t]*+#[ \t]*+define[ \t]++typeof\b")

EXAMPLES = (
    Example(
        "#define READ_ONCE(x) (*(volatile typeof(x) *)&(x))\n",
        "#define READ_ONCE(x) (*(volatile __typeof__(x) *)&(x))\n",
    ),
    Example("__typeof__(x) y; value.typeof(x);\n", title="the other spelling, and a member"),
    Example("#define typeof decltype\ntypeof(x) y;\n", title="the project's own"),
    Example("typeof(x) y;\n", path="old.c", title="C"),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[Edit]:
    """Yield the spelling for each."""
    if file.path.endswith(".c") or _OWN.search(file.code):
        return
    for match in _WORD.finditer(file.code):
        yield rule.replace(match, b"__typeof__")
