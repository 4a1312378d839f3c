"""Have hipcc take pointers to the same memory, and braces, as nvcc does, in Makefiles.

## What it does
A Makefile in which hipcc takes nvcc's place begins with a line that adds `-fno-strict-aliasing` and
`-Wno-error=c++11-narrowing` to `HIPCC_COMPILE_FLAGS_APPEND`, which hipcc reads from the
environment. A note says so. Where the file makes warnings errors (`-Werror`), a result that nobody
looks at stays a warning (`-Wno-error=unused-result`), and so does what `-Wall` and `-Wextra` find.

## Why
C++ lets a compiler assume that pointers to different types do not meet. nvcc does not make use of
it: device code reads again what was written through a pointer to another type. clang does, and
would give the old value (rule NUM05). Numbers that narrow in the braces of an aggregate, as in
`float2 v = {x, 0.5 * y}`, are a warning of nvcc's and g++'s and an error of clang's, which the
option makes a warning, too. `hipError_t` is `[[nodiscard]]`, `cudaError_t` is not. nvcc gives
`-Wall` to the host compiler, which sees no device code; clang warns of that, too.

## What it leaves alone
Files that speak of that variable themselves, and an option that the file speaks of (strict
aliasing, narrowing). Take the first out where the project keeps C++'s rule: clang then reads memory
less often.

## References
C++ standard, [basic.lval] and [dcl.init.list]; clang, `-fno-strict-aliasing`,
`-Wc++11-narrowing`; hipcc's manual, "hipcc environment variables".
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._as_nvcc import is_strict, lacking, strict_options, told
from porter.fixers.build_files._make import CALLS_NVCC, after_comments, changeable
from porter.fixers.build_files._make_questions import question
from porter.source import SourceFile
from porter.source.build_files.makefile import Kind
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("BLD45", "make-as-nvcc", languages=(Language.MAKE,))

_VARIABLE = b"HIPCC_COMPILE_FLAGS_APPEND"

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
        export HIPCC_COMPILE_FLAGS_APPEND += -fno-strict-aliasing -Wno-error=c++11-narrowing
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
        """
        export HIPCC_COMPILE_FLAGS_APPEND += -Wno-error=c++11-narrowing
        scan: scan.cu
        \tnvcc -Xcompiler -fno-strict-aliasing scan.cu -o scan
        """,
        path="Makefile",
        findings=("note",),
        title="a project that has one of the options itself",
    ),
    Example(
        """
        NVCCFLAGS = --Werror all-warnings -Xcompiler -fno-strict-aliasing,-Wnarrowing
        scan: scan.cu
        \tnvcc $(NVCCFLAGS) scan.cu -o scan
        """,
        """
        export HIPCC_COMPILE_FLAGS_APPEND += -Wno-error=unused-result -Wno-error=all -Wno-error=extra
        NVCCFLAGS = --Werror all-warnings -Xcompiler -fno-strict-aliasing,-Wnarrowing
        scan: scan.cu
        \tnvcc $(NVCCFLAGS) scan.cu -o scan
        """,  # noqa: E501
        path="Makefile",
        findings=("note",),
        title="warnings that are errors",
    ),
    Example("tool: tool.c\n\t$(CC) tool.c -o tool\n", path="Makefile", title="C"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the line at the beginning of a Makefile that calls nvcc."""
    options = lacking(file)
    if is_strict(file.data):
        options += strict_options()
    if b"nvcc" not in file.data or _VARIABLE in file.data or not options:
        return
    added = b"export %s += %s" % (_VARIABLE, b" ".join(options))
    for line in changeable(file):
        is_other = line.kind is Kind.OTHER or question(line) is not None
        match = None if is_other else CALLS_NVCC.search(line.text)
        if match is not None:
            yield rule.insert(after_comments(file), added + file.newline)
            place = (line.text_start + match.start(), line.text_start + match.end())
            yield rule.note(place, told("hipcc", options))
            return
