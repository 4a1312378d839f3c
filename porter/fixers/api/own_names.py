"""Tell which names were taken for the project's own.

## What it does
Notes each function, method, variable, macro or type that the project defines under a name that is
also CUDA's, and in each file that uses such a name the place of the definition that counts there.
Nothing is changed, and no other rule changes the name where it means that definition.

## Why
A class may have a method called `cudaMalloc`, a wrapper a variable called `cudaFree`. Renaming
them breaks whoever calls them from outside, and what they mean has nothing to do with HIP. Leaving
a name alone in silence would be as bad: the note says what was left alone and where it counts.

How far a definition counts: a function, macro or type of the global scope in its file and in all
that include it; what a namespace or class declares in that namespace or class, and in the bodies
of its members; a local one in its block, or up to the `#endif` of a condition that asks for a
release of CUDA's, where the name is used behind it.

## What it leaves alone
Calls behind a macro without a semicolon (`CHECK_LAST cudaFree(p);`), which have the shape of a
declaration: they are CUDA's and converted, unless the word in front is known to be a type.
What re-declares CUDA's own: prototypes without a body, typedefs of CUDA's handles, stand-ins for
builds without CUDA (under `#ifndef USE_CUDA` and the like, or in a branch beside one that includes
CUDA's runtime). These are converted with the rest.
A `#define cudaX hipX` stays as it is, and uses of `cudaX` are converted.

## References
[basic.scope] and [basic.lookup.unqual] of the C++ standard.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.source import Finding, SourceFile, Use
from porter.source.cpp.declarations import Extent
from porter.source.cpp.definitions import MACRO_FOR_HIP, Definition
from porter.tables.cuda_style import may_be_cudas

rule = Rule("API16", "own-names", fix=Fix.NONE)

EXAMPLES = (
    Example(
        """
        struct Pool {
          void *cudaMalloc(size_t n);
        };
        """,
        findings=("note",),
        title="a method",
    ),
    Example(
        """
        #define cudaFree(p) tracked_free(p)
        void f(void *p) { cudaFree(p); }
        """,
        findings=("note",),
        title="a macro",
    ),
    Example(
        """
        void f(void *p) {
          g(p); CHECK_LAST
          cudaFree(p);
        }
        """,
        title="a call behind a macro is CUDA's",
    ),
    Example(
        """
        #ifdef USE_NPU
        using cudaStream_t = void *;
        inline int cudaMalloc(void **p, size_t n) { return npu_malloc(p, n); }
        #else
        #include <cuda_runtime.h>
        #endif
        cudaError_t e = cudaMalloc(&p, n);
        """,
        title="CUDA's names for another device",
    ),
    Example(
        """
        #ifndef USE_CUDA
        typedef void *cudaStream_t;
        inline int cudaMalloc() { return 0; }
        #endif
        cudaError_t e = cudaMalloc(&p, n);
        """,
        title="CUDA's own, re-declared",
    ),
    Example(
        """
        void f(cublasHandle_t h) {
        #if CUDA_VERSION < 9000
          const cublasGemmAlgo_t CUBLAS_GEMM_DEFAULT = CUBLAS_GEMM_DFALT;
        #endif
          g(h, CUBLAS_GEMM_DEFAULT);
        }
        """,
        findings=("note",),
        title="a variable for old releases alone: CUDA's behind the condition",
    ),
    Example(
        """
        void f(cublasHandle_t h) {
        #if OLD
          const int CUBLAS_GEMM_DEFAULT = 1;
        #else
          const int CUBLAS_GEMM_DEFAULT = 2;
        #endif
          g(h, CUBLAS_GEMM_DEFAULT);
        }
        """,
        findings=("note", "note"),
        title="a variable in each case",
    ),
)

_WHERE = {
    Extent.FILE: "here and in all that include this file",
    Extent.NAMESPACE: "in that namespace",
    Extent.CLASS: "in that class and its methods",
    Extent.LOCAL: "in its block",
}


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield a note for each definition of the file, and for each that it uses of another."""
    for definition in context.definitions:
        if not _is_any_name(context, definition.name) and (
            definition.has_body or definition.name in context.defined
        ):
            yield rule.note(definition, _message(definition))
    noted = {definition.name for definition in context.definitions}
    for definition in context.included:
        places = file.own.get(definition.name)
        is_noted = definition.name in noted or _is_any_name(context, definition.name)
        if places and not is_noted:
            noted.add(definition.name)
            use = Use.at(min(places), definition.name)
            yield rule.note(use, _used(definition), occurrences=len(places))


def _is_any_name(context: Context, name: bytes) -> bool:
    """Tell whether a name only looks like CUDA's."""
    tables = context.tables
    return may_be_cudas(name) and not (name in tables.names or name in tables.unmapped)


def _used(definition: Definition) -> str:
    name = definition.name.decode("utf-8", "replace")
    verb = "defined" if definition.has_body else "declared"
    place = f"{verb} at {definition.path}:{definition.line}"
    return f"{name} is the project's own here, a {definition.kind} {place}"


def _message(definition: Definition) -> str:
    name = definition.name.decode("utf-8", "replace")
    if definition.kind == MACRO_FOR_HIP:
        return f"{name} is defined as HIP's name already: the macro stays, its uses are converted"
    owner = b"::".join(definition.scope).decode("utf-8", "replace")
    of = f" of {owner}" if owner else ""
    where = _WHERE[definition.extent]
    article = "an" if definition.kind.startswith(("a", "e", "i", "o", "u")) else "a"
    return f"{name} is {article} {definition.kind}{of} of the project's own, left alone {where}"
