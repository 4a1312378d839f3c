"""Write shared memory of a known size without `extern`.

## What it does
Takes `extern` from `extern __shared__ int x[2];` and `extern __shared__ int x;`. A declaration that
has such names beside one of dynamic size is an error finding.

## Why
nvcc takes such a declaration for a definition (its warning 20044 says so), with memory of its own
beside the dynamic one. clang refuses it: `extern` is for memory whose size the launch gives.

## What it leaves alone
`extern __shared__ T x[];`, dynamic shared memory. Where units are linked by `-rdc=true`, `extern`
means what it says: the edit is noted, so that a person can undo it there.

## References
Diagnostic 20044 of nvcc; clang's diagnostic `err_cuda_extern_shared`; CUDA C++ Programming Guide,
"__shared__".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_SHARED = b"__shared__"
_EXTERN = re.compile(rb"(?:\bextern\b[ \t\r\n]*+)++")
_DYNAMIC = re.compile(rb"\w[ \t\r\n]*\[[ \t\r\n]*\]")

#: Bytes of a declaration that are looked through for its end.
_LONGEST = 4000

rule = Rule("MEM04", "extern-shared", names=(b"__shared__",))

EXAMPLES = (
    Example(
        """
        __global__ void k() {
            extern __shared__ int x[kSize];
        }
        """,
        """
        __global__ void k() {
            __shared__ int x[kSize];
        }
        """,
        findings=("note",),
        title="an array",
    ),
    Example(
        "extern __shared__ float sum, rows[2][32];\n",
        "__shared__ float sum, rows[2][32];\n",
        findings=("note",),
        title="a number and an array",
    ),
    Example(
        """
        extern __shared__ float x[];
        extern __shared__ __align__(16) char y[];
        __shared__ int z[2];
        """,
        title="dynamic memory, and static memory without extern",
    ),
    Example(
        """
        #define BUFFER(T, name) extern __shared__ T name[]
        int a, b[2];
        """,
        title="dynamic memory in a macro",
    ),
    Example(
        """
        extern "C" __global__ void k(int n) {
            __shared__ int x[2];
        }
        """,
        title="a kernel with C linkage",
    ),
    Example(
        "extern __shared__ int x[], y[2];\n", findings=("error",), title="both in one declaration"
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each `extern` before shared memory of a known size."""
    done = 0
    for start, behind, _ in file.occurrences_of(rule.names):
        end = _end(file, start)
        extern = _EXTERN.search(file.code, max(done, file.statement_start(start)), start)
        done = behind
        if extern is None:
            continue
        if end is None:
            yield rule.error(
                (extern.start(), start),
                f"a declaration of shared memory of more than {_LONGEST} bytes is not looked at",
                "split it; one of a known size has no extern in HIP",
            )
            continue
        if _is_all_dynamic(file.code[start:end]):
            continue
        if _DYNAMIC.search(file.code, start, end):
            yield rule.error(
                (extern.start(), end),
                "shared memory of dynamic and of known size in one declaration",
                hint="declare the sized ones by themselves, without extern",
            )
            continue
        yield rule.replace(extern, b"")
        yield rule.note(
            (extern.start(), end),
            "shared memory of a known size: nvcc takes this extern for a definition",
            hint="with -rdc=true it names another unit's: put it back and build with -fgpu-rdc",
        )


def _end(file: SourceFile, start: int) -> int | None:
    """Return where the declaration around `start` ends: at its semicolon, or with its macro.

    None when that is further than `_LONGEST` bytes.
    """
    directive = file.directive_at(start)
    limit = len(file.code) if directive is None else directive.end
    found = file.code.find(b";", start, min(limit, start + _LONGEST))
    if found < 0 and limit > start + _LONGEST:
        return None
    return found if found >= 0 else limit


def _is_all_dynamic(declared: bytes) -> bool:
    """Tell whether each name of a declaration has an array of no size."""
    names = re.sub(rb"<[^<>]*>|\([^()]*\)", b"", declared).split(b",")
    return all(_DYNAMIC.search(name) for name in names)
