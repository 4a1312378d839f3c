"""Drop `struct` in front of types that HIP declares as typedefs.

## What it does
`struct cudaGraphicsResource *r` becomes `hipGraphicsResource *r` in the end: the keyword goes here,
the name by its row of the tables. A forward declaration of such a type goes altogether, and HIP's
header is included in its place. In a C source or header that includes nothing of CUDA's, where
`struct` alone declares the type, HIP's tag is named: `struct _hipGraphicsResource *r`.

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

from porter.fixers import Context, Example, Rule
from porter.fixers.language._counted_on import BRINGS
from porter.project.compiled_together import headers_of
from porter.source import SourceFile
from porter.source.backwards import words_before
from porter.source.text.edits import RuleOutput

#: CUDA's tags whose counterparts are typedefs; a test holds them against HIP's headers.
TYPEDEFS = frozenset(
    b"cudaGraphicsResource cudaLaunchParams cudaExternalMemoryBufferDesc "
    b"cudaExternalMemoryHandleDesc cudaExternalMemoryMipmappedArrayDesc "
    b"cudaExternalSemaphoreHandleDesc cudaExternalSemaphoreSignalParams "
    b"cudaExternalSemaphoreWaitParams cudaExternalMemoryHandleType "
    b"cudaExternalSemaphoreHandleType CUgraphicsResource_st CUDA_LAUNCH_PARAMS_st "
    b"CUtexref_st".split()
)
#: HIP's tags behind those typedefs that projects name without a header.
_TAGS = {b"cudaGraphicsResource": b"_hipGraphicsResource"}
_KEYWORD = re.compile(rb"\b(?:struct|enum|class)[ \t\r\n]+(?:::[ \t]*)?\Z")

rule = Rule("API11", "elaborated-types", names=TYPEDEFS)

EXAMPLES = (
    Example(
        """
        struct cudaGraphicsResource *r;
        void f(struct cudaGraphicsResource **r);
        """,
        """
        cudaGraphicsResource *r;
        void f(cudaGraphicsResource **r);
        """,
    ),
    Example(
        """
        #include <stddef.h>
        struct texture { struct cudaGraphicsResource *resource; };
        """,
        """
        #include <stddef.h>
        struct texture { struct _hipGraphicsResource *resource; };
        """,
        title="a header that declares the type by naming it",
        path="texture.h",
    ),
    Example(
        """
        struct cudaGraphicsResource;
        class View;
        """,
        """
        #include <hip/hip_runtime.h>

        class View;
        """,
        title="a forward declaration",
        path="view.h",
    ),
    Example(
        "struct cudaDeviceProp p; enum cudaMemcpyKind k; cudaGraphicsResource_t r;\n",
        title="tags that HIP has",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each keyword."""
    for use in file.occurrences_of(TYPEDEFS - context.defined):
        keyword = _KEYWORD.search(file.code, words_before(file, use.start, 3), use.start)
        if keyword is None:
            continue
        end = file.next(use.end)
        follows = file.code[end : end + 1]
        if follows in (b"{", b":"):
            continue
        if follows == b";" and _begins(file, keyword.start()):
            yield rule.replace((keyword.start(), end + 1), b"")
            yield rule.include(f"<{context.tables.names[use.name].header}>")
            continue
        tag = _TAGS.get(use.name)
        if tag is not None and _declares_by_naming(file):
            yield rule.replace(use, tag)
        else:
            yield rule.replace((keyword.start(), use.start), b"")


def _declares_by_naming(file: SourceFile) -> bool:
    """Tell whether nothing that a C source or header includes declares CUDA's types."""
    if not file.path.endswith((".h", ".c")):
        return False
    return not any(BRINGS.search(data) for data in (file.data, *headers_of(file).values()))


def _begins(file: SourceFile, offset: int) -> bool:
    """Tell whether a declaration begins at `offset`."""
    last = file.previous(offset)
    if last < 0 or file.code[last : last + 1] in (b";", b"{", b"}"):
        return True
    return any(one.start <= last < one.end for one in file.directives)
