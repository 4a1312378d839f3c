"""Drop `struct` in front of types that HIP declares as typedefs.

## What it does
`struct cudaGraphicsResource *r` becomes `hipGraphicsResource *r` in the end: the keyword goes here,
the name by its row of the tables. A forward declaration of such a type goes altogether, and HIP's
header is included in its place.

## Why
CUDA's headers define these types under a tag, HIP's under another tag with a typedef of the name.
`struct` before a typedef is an error where the typedef has been seen, and another type where not.

## What it leaves alone
Types whose tag HIP has, too (`struct cudaDeviceProp`, `enum cudaMemcpyKind`), and definitions.

## References
[dcl.type.elab] of the C++ standard; `hip/hip_runtime_api.h`, `hip/driver_types.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fixer
from porter.source import SourceFile
from porter.source.backwards import words_before
from porter.source.text.edits import Yield

#: CUDA's tags whose counterparts are typedefs; a test holds them against HIP's headers.
TYPEDEFS = frozenset(
    b"cudaGraphicsResource cudaLaunchParams cudaExternalMemoryBufferDesc "
    b"cudaExternalMemoryHandleDesc cudaExternalMemoryMipmappedArrayDesc "
    b"cudaExternalSemaphoreHandleDesc cudaExternalSemaphoreSignalParams "
    b"cudaExternalSemaphoreWaitParams cudaExternalMemoryHandleType "
    b"cudaExternalSemaphoreHandleType CUgraphicsResource_st CUDA_LAUNCH_PARAMS_st "
    b"CUtexref_st".split()
)
_KEYWORD = re.compile(rb"\b(?:struct|enum|class)[ \t\r\n]+(?:::[ \t]*)?\Z")

fixer = Fixer(
    "API11", "elaborated-types", triggers=tuple(sorted(name.decode() for name in TYPEDEFS))
)

EXAMPLES = (
    Example(
        "struct cudaGraphicsResource *r;\nvoid f(struct cudaGraphicsResource **r);\n",
        "cudaGraphicsResource *r;\nvoid f(cudaGraphicsResource **r);\n",
    ),
    Example(
        "struct cudaGraphicsResource;\nclass View;\n",
        "#include <hip/hip_runtime.h>\n\nclass View;\n",
        title="a forward declaration",
        path="view.h",
    ),
    Example(
        "struct cudaDeviceProp p; enum cudaMemcpyKind k; cudaGraphicsResource_t r;\n",
        title="tags that HIP has",
    ),
)


@fixer.check
def check(file: SourceFile, context: Context) -> Iterator[Yield]:
    """Yield an edit for each keyword."""
    for start, name in file.occurrences_of(TYPEDEFS - context.defined):
        keyword = _KEYWORD.search(file.code, words_before(file, start, 3), start)
        if keyword is None:
            continue
        end = file.next(start + len(name))
        follows = file.code[end : end + 1]
        if follows in (b"{", b":"):
            continue
        if follows == b";" and _begins(file, keyword.start()):
            yield fixer.replace(keyword.start(), end + 1, b"")
            yield fixer.include(f"<{context.tables.names[name].header}>")
            continue
        yield fixer.replace(keyword.start(), start, b"")


def _begins(file: SourceFile, offset: int) -> bool:
    """Tell whether a declaration begins at `offset`."""
    last = file.previous(offset)
    if last < 0 or file.code[last : last + 1] in (b";", b"{", b"}"):
        return True
    return any(one.start <= last < one.end for one in file.directives)
