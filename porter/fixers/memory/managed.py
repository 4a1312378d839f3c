"""Say what managed memory needs.

## What it does
Notes, once a file, where memory is shared with the host: `cudaMallocManaged`, `__managed__`,
`cudaHostAlloc` with the mapped flag. Where such a file has atomic additions of floats, it warns.

## Why
Pages of managed memory migrate on AMD GPUs only where XNACK is on (`HSA_XNACK=1`, on processors
that have it); elsewhere the device reads the host's memory over the bus. Compiled with
`-munsafe-fp-atomics`, atomic additions of floats to such (fine-grained) memory are lost without a
word.

## What it leaves alone
Code, which HIP takes as it is.

## References
HIP runtime API, "Unified memory management"; HIP, "Floating-point atomic operations and coarse/
fine-grained memory".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Fixer
from porter.source import Finding, Severity, SourceFile

_MANAGED = (b"cudaMallocManaged", b"cuMemAllocManaged", b"__managed__")
_MAPPED = (b"cudaHostAllocMapped", b"cudaHostRegisterMapped", b"CU_MEMHOSTALLOC_DEVICEMAP")
_FLOAT_ADD = re.compile(
    rb"\batomicAdd(?:_system|_block)?[ \t]*\([^;]{0,1000}?(?:\d\.\d*+f?\b|float|double)"
)

fixer = Fixer(
    "A01",
    "shared-with-host",
    fix=Fix.NONE,
    triggers=tuple(name.decode() for name in (*_MANAGED, *_MAPPED)),
)

EXAMPLES = (
    Example("cudaMallocManaged(&p, n);\ncudaMallocManaged(&q, n);\n", findings=("note",)),
    Example(
        "__managed__ float sum;\n__global__ void k() { atomicAdd(&sum, 1.0f); }\n",
        findings=("note", "warning"),
        title="with atomic additions of floats",
    ),
    Example(
        "cudaMalloc(&p, n);\n__global__ void k(float* p) { atomicAdd(p, 1.0f); }\n",
        title="the device's own memory",
    ),
)


@fixer.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield a note about managed memory, and a warning about atomics on it."""
    names = frozenset((*_MANAGED, *_MAPPED)) - context.defined
    places = sorted(
        (start, name)
        for name in names
        for start in file.occurrences(name)
        if not file.is_member(start) and not file.qualifier(start)
    )
    managed = [(start, name) for start, name in places if name in _MANAGED]
    if managed:
        start, name = managed[0]
        yield fixer.finding(
            Severity.NOTE,
            start,
            start + len(name),
            f"{name.decode()}: pages migrate on AMD GPUs where XNACK is on, and are read from the "
            "host elsewhere",
            "set HSA_XNACK=1 on processors that have it, or copy explicitly",
        )
    atomic = _FLOAT_ADD.search(file.code) if places else None
    if atomic is not None:
        yield fixer.finding(
            Severity.WARNING,
            atomic.start(),
            atomic.start() + len(b"atomicAdd"),
            "atomic additions of floats, in a file with memory shared with the host",
            "do not compile it with -munsafe-fp-atomics: on such memory they would be lost",
        )
