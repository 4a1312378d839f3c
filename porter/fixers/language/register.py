"""Drop the keyword `register`, which C++17 no longer has.

## What it does
Deletes `register` in front of a declaration of C++ or CUDA code.

## Why
The keyword has asked for nothing since C++11, and C++17 took it away. nvcc warns; clang, which
compiles HIP as C++17, refuses it.

## What it leaves alone
Files of C that no C++ includes, and variables bound to a register by name (`register int x
asm("r1")`), which are reported.

## References
P0001R1, "Remove Deprecated Use of the register Keyword"; [diff.cpp14.dcl.dcl] of the C++ standard.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.project.compiled_together import is_read_by
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_KEYWORD = b"register"
_OF_CPP = (".cu", ".cuh", ".cpp", ".cc", ".cxx", ".hpp")
_BOUND = re.compile(rb"[^;{}()=]*\b(?:asm|__asm__|__asm)\b")

rule = Rule("LNG06", "register", names=(_KEYWORD,))

EXAMPLES = (
    Example(
        """
        for (register int i = 0; i < n; ++i) sum += p[i];
        void f(register float x);
        """,
        """
        for (int i = 0; i < n; ++i) sum += p[i];
        void f(float x);
        """,
    ),
    Example('register int base asm("r1");\n', findings=("error",), title="bound by name"),
    Example("register int i;\n", path="list.c", title="C has the keyword"),
    Example("pool.register_all(); // register int i;\n", title="other words"),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each keyword."""
    if file.path.endswith(".c") and rule.names & file.names and not _is_included_by_cpp(file):
        return
    for start, end, _name in file.occurrences_of(rule.names):
        if any(one.start <= start < one.end for one in file.directives if one.keyword != b"define"):
            continue
        if _BOUND.match(file.code, end):
            yield rule.error(
                (start, end),
                "a variable bound to a register by name: the register is NVIDIA's or the host's",
            )
            continue
        while file.code[end : end + 1] in (b" ", b"\t"):
            end += 1
        yield rule.replace((start, end), b"")


def _is_included_by_cpp(file: SourceFile) -> bool:
    """Tell whether a unit of C++ includes a file that is called one of C."""
    root = file.depend_on_tree()
    return root is not None and is_read_by(root, file.path, _OF_CPP)
