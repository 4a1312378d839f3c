"""Have hipcc read memory again where pointers of two types may meet, as nvcc does, in Makefiles.

## What it does
A Makefile in which hipcc takes nvcc's place begins with a line that adds `-fno-strict-aliasing` to
`HIPCC_COMPILE_FLAGS_APPEND`, which hipcc reads from the environment. A note says so.

## Why
C++ lets a compiler assume that pointers to different types do not meet. nvcc does not make use of
it: device code reads again what was written through a pointer to another type. clang does, and
would give the old value (rule NUM05).

## What it leaves alone
Files that speak of strict aliasing, or of that variable, themselves. Take the line out where the
project keeps C++'s rule: clang then reads memory less often.

## References
C++ standard, [basic.lval]; clang, `-fno-strict-aliasing`; hipcc's manual, "hipcc environment
variables".
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._make import CALLS_NVCC, after_comments, changeable
from porter.fixers.build_files._make_questions import question
from porter.source import SourceFile
from porter.source.build_files.makefile import Kind
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("BLD45", "make-aliasing", languages=(Language.MAKE,))

_LINE = b"export HIPCC_COMPILE_FLAGS_APPEND += -fno-strict-aliasing"
_OWN = (b"strict-aliasing", b"HIPCC_COMPILE_FLAGS_APPEND")

EXAMPLES = (
    Example(
        """
        # Builds scan.
        NVCC ?= nvcc
        scan: scan.cu
        \t$(NVCC) scan.cu -o scan
        """,
        """
        # Builds scan.
        export HIPCC_COMPILE_FLAGS_APPEND += -fno-strict-aliasing
        NVCC ?= nvcc
        scan: scan.cu
        \t$(NVCC) scan.cu -o scan
        """,
        path="Makefile",
        findings=("note",),
        title="a compiler in a variable",
    ),
    Example(
        """
        scan: scan.cu
        \tnvcc -Xcompiler -fno-strict-aliasing scan.cu -o scan
        """,
        path="Makefile",
        title="a project that has an option of its own",
    ),
    Example("tool: tool.c\n\t$(CC) tool.c -o tool\n", path="Makefile", title="C"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the line at the beginning of a Makefile that calls nvcc."""
    if b"nvcc" not in file.data or any(one in file.data for one in _OWN):
        return
    for line in changeable(file):
        is_other = line.kind is Kind.OTHER or question(line) is not None
        match = None if is_other else CALLS_NVCC.search(line.text)
        if match is not None:
            yield rule.insert(after_comments(file), _LINE + file.newline)
            yield rule.note(
                (line.text_start + match.start(), line.text_start + match.end()),
                "hipcc gets -fno-strict-aliasing, which is how nvcc reads memory",
            )
            return
