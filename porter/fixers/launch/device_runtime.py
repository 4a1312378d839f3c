"""Find what device code asks of the runtime.

## What it does
Reports kernels that device code launches, and calls of the runtime API in device functions.

## Why
HIP has no dynamic parallelism: clang refuses `kernel<<<…>>>()` in a kernel (`reference to
__global__ function`), and the API has no device side (`no matching function for call to
'hipMalloc'`).

## What it leaves alone
Functions that the host runs, too: what they do in the device pass depends on conditions. Device
`malloc`, `free`, `printf` and `assert`, which HIP has.

## References
CUDA C++ Programming Guide, "CUDA Dynamic Parallelism"; HIP porting guide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.source import Finding, SourceFile
from porter.source.cpp.functions import functions_of
from porter.source.text.runs import word_start
from porter.source.text.spans import Span, merged
from porter.tables.names import NameKind

_EDGE = re.compile(rb"[;{}]|(?<!<)<<<(?!<)")
_TEMPLATE = re.compile(rb"\b([A-Za-z_]\w*+)[ \t]*+<")
_BLANKS = b" \t\r\n\\"
_API = re.compile(rb"\bcuda[A-Z]\w*(?=[ \t]*\()")

rule = Rule("LCH06", "device-runtime", fix=Fix.NONE, names=(b"__global__", b"__device__"))

EXAMPLES = (
    Example(
        """
        __global__ void parent(int* p) {
          child<<<1, 32>>>(p);
          cudaDeviceSynchronize();
        }
        """,
        findings=("error", "error"),
        title="dynamic parallelism",
    ),
    Example(
        "__device__ void* take(size_t n) { void* p; cudaMalloc(&p, n); return p; }\n",
        findings=("error",),
    ),
    Example(
        """
        __global__ void k(int* p) { p[0] = mine::cudaFoo(1); free(malloc(4)); }
        void host(int* p) { k<<<1, 32>>>(p); cudaDeviceSynchronize(); }
        __host__ __device__ void both() {
        #ifndef __CUDA_ARCH__
          cudaFree(0);
        #endif
        }
        """,
        title="the host, and functions of both sides",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield an error for each launch and each call of the API in device code."""
    launches = b"<<<" in file.code
    called = {name for name in file.names if name.startswith(b"cuda") and _is_api(context, name)}
    if not launches and not called:
        return
    bodies = merged(
        (function.body_start, function.body_end)
        for function in functions_of(file)
        if not function.is_host
    )
    for span in bodies:
        for start, end, name in _launches(file.code, span) if launches else ():
            yield rule.error(
                (start, end),
                f"{name.decode()} is launched by device code: HIP has no dynamic parallelism",
                hint="launch it from the host, or make it a device function that the block runs",
            )
        for match in _API.finditer(file.code, *span) if called else ():
            is_own = match.group() in context.defined or file.qualifier(match.start())
            if match.group() in called and not is_own and not file.is_member(match.start()):
                yield rule.error(
                    match,
                    f"{match.group().decode()} is called by device code: HIP's API is the host's",
                    hint="call it on the host; device code has malloc() and free()",
                )


def _is_api(context: Context, name: bytes) -> bool:
    row = context.tables.names.get(name)
    return row is not None and row.library == "runtime" and row.kind is NameKind.FUNCTION


def _launches(code: bytes, span: Span) -> Iterator[tuple[int, int, bytes]]:
    """Yield where launches begin and their `<<<` ends, and what is launched."""
    begin = span[0]
    for edge in _EDGE.finditer(code, *span):
        if edge.group() == b"<<<":
            kernel = code[begin : edge.start()].rstrip(_BLANKS)
            if kernel.endswith(b">"):
                named = _TEMPLATE.search(kernel)
                start, name = (named.start(), named[1]) if named else (0, b"a kernel")
            else:
                start = word_start(kernel, len(kernel))
                name = kernel[start:]
            if name and not name[:1].isdigit():
                yield begin + start, edge.end(), name
        begin = edge.end()
