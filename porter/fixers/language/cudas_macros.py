"""Report macros that a project defines for CUDA alone and uses for HIP as well.

## What it does
Warns, once a macro, where a file uses a macro for HIP's compiler that it defines in a branch for
CUDA, of a choice between CUDA and HIP (`#if defined(__CUDACC__) … #elif defined(__HIPCC__)`), and
nowhere else; or where a header of the project that it includes defines it so.

## Why
What a project keeps for CUDA beside its own side for HIP is left alone. HIP's compiler finds no
such macro: `use of undeclared identifier`.

## What it leaves alone
Macros that the branch for HIP names at all, since it may have a function or variable of that name;
names that HIP has; uses in branches for CUDA, and in directives.

## References
HIP porting guide, "Compiler defines: summary".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from porter.fixers import Context, Example, Fix, Precedence, Rule
from porter.project.compiled_together import headers_of
from porter.source import Finding, SourceFile, Use

rule = Rule("LNG73", "cudas-macros", fix=Fix.NONE, handles=(), precedence=Precedence.REPORT)

_NAME = re.compile(rb"\s*+(\w++)")
_DEFINED = re.compile(rb"(?m)^[ \t]*+#[ \t]*+define[ \t]++(\w++)")
#: How names begin that HIP, ROCm or compilers may have.
_OF_HIP = (b"hip", b"HIP", b"roc", b"ROC", b"rccl", b"miopen", b"__")

EXAMPLES = (
    Example(
        """
        #if defined(__CUDACC__)
        #define EVERY_LANE 0xffffffffu
        #define BOTH __host__ __device__
        #elif defined(__HIPCC__)
        #define BOTH __host__ __device__
        #endif
        BOTH unsigned lanes() { return EVERY_LANE; }
        """,
        findings=("warning",),
    ),
    Example(
        """
        #ifdef __HIPCC__
        constexpr unsigned EVERY_LANE = 1;
        #else
        #define EVERY_LANE 0xffffffffu
        #define hipFree cudaFree
        #endif
        unsigned lanes(void *p) { hipFree(p); return EVERY_LANE; }
        """,
        title="HIP's branch has it, or HIP itself",
    ),
    Example(
        """
        #ifdef __CUDACC__
        #define EVERY_LANE 0xffffffffu
        #endif
        unsigned lanes() { return EVERY_LANE; }
        """,
        title="no choice between both",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield a finding for each macro."""
    together = [file, *_choosing(file)]
    wanted = {name for one in together for name in _for_cuda(one, context)}
    wanted -= {name for one in together for name in _defined(one)}
    if not wanted:
        return
    choosing = {one.path for one in together}
    for path, data in headers_of(file).items():
        if path not in choosing:
            wanted -= set(_DEFINED.findall(data))
    for one in together:
        for use in one.occurrences_of(frozenset(wanted)):
            if one.dual.is_hip(use.start):
                wanted.discard(use.name)
    places: dict[bytes, list[Use]] = {}
    for use in file.occurrences_of(frozenset(wanted)) if wanted else ():
        if file.directive_at(use.start) is None:
            places.setdefault(use.name, []).append(use)
    for macro in sorted(places.keys() & wanted):
        yield rule.warning(
            places[macro][0],
            f"{macro.decode()} is defined for CUDA alone, and used for HIP as well",
            hint="define it in the branch for HIP, too",
            occurrences=len(places[macro]),
        )


def _choosing(file: SourceFile) -> list[SourceFile]:
    """Return the headers that a file includes in which there is a choice of CUDA or HIP."""
    headers = headers_of(file).items()
    return [SourceFile(path, data) for path, data in headers if _is_choosing(path, data)]


@lru_cache(maxsize=256)
def _is_choosing(path: str, data: bytes) -> bool:
    """Tell whether a header, which many files include, has a branch for CUDA beside HIP's."""
    return b"HIP" in data and b"CUDA" in data and bool(SourceFile(path, data).dual.cuda)


def _for_cuda(file: SourceFile, context: Context) -> Iterator[bytes]:
    """Yield the macros that a file defines where CUDA's compiler alone sees it."""
    for span in file.dual.cuda:
        for name in _DEFINED.findall(file.data, *span):
            if not name.startswith(_OF_HIP) and name not in context.tables.names:
                yield name


def _defined(file: SourceFile) -> Iterator[bytes]:
    """Yield the macros that a file defines where HIP's compiler sees it, too."""
    for one in file.directives:
        if one.keyword == b"define":
            name = _NAME.match(file.code, one.body_start, one.end)
            if name is not None:
                yield name[1]
