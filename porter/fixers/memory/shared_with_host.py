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

from porter.fixers import Context, Example, Fix, Rule
from porter.source import Finding, SourceFile

_MANAGED = (b"cudaMallocManaged", b"cuMemAllocManaged", b"__managed__")
_MAPPED = (b"cudaHostAllocMapped", b"cudaHostRegisterMapped", b"CU_MEMHOSTALLOC_DEVICEMAP")
_ADD = re.compile(rb"\batomicAdd(?:_system|_block)?[ \t]*\(")
_FLOAT = re.compile(rb"\d\.\d*+f?\b|float|double")

rule = Rule("MEM01", "shared-with-host", fix=Fix.NONE, names=(*_MANAGED, *_MAPPED))

EXAMPLES = (
    Example(
        """
        cudaMallocManaged(&p, n);
        cudaMallocManaged(&q, n);
        """,
        findings=("note",),
    ),
    Example(
        """
        __managed__ float sum;
        __global__ void k() { atomicAdd(&sum, 1.0f); }
        """,
        findings=("note", "warning"),
        title="with atomic additions of floats",
    ),
    Example(
        """
        cudaMalloc(&p, n);
        __global__ void k(float* p) { atomicAdd(p, 1.0f); }
        """,
        title="the device's own memory",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield a note about managed memory, and a warning about atomics on it."""
    found = file.mentions(rule.names)
    managed = next((use for use in found if use.name in _MANAGED), None)
    if managed is not None:
        yield rule.note(
            managed,
            f"{managed.name.decode()}: pages migrate on AMD GPUs where XNACK is on, and are read "
            "from the host elsewhere",
            hint="set HSA_XNACK=1 on processors that have it, or copy explicitly",
        )
    atomic = _float_add(file.code) if found else None
    if atomic is not None:
        yield rule.warning(
            (atomic, atomic + len(b"atomicAdd")),
            "atomic additions of floats, in a file with memory shared with the host",
            hint="do not compile it with -munsafe-fp-atomics: on such memory they would be lost",
        )


def _float_add(code: bytes) -> int | None:
    """Return where the first atomic addition stands in whose statement floats are named."""
    at = 0
    while add := _ADD.search(code, at):
        end = code.find(b";", add.end())
        at = len(code) if end < 0 else end
        if _FLOAT.search(code, add.end(), at):
            return add.start()
    return None
