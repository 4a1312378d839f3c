"""Answer questions for CUDA's compiler and its version for HIP.

## What it does
`__CUDACC__`, `__NVCC__` and `__CUDACC_RTC__` become `__HIPCC__` and `__HIPCC_RTC__`. In conditions,
a test for a version of CUDA or of nvcc (`CUDART_VERSION >= 11000`, `__CUDACC_VER_MAJOR__ >= 9`)
becomes a test for HIP, which counts as newer than any: `defined(HIP_VERSION)`. Elsewhere
`CUDA_VERSION` and `CUDART_VERSION` become `HIP_VERSION`.

## Why
HIP's compiler defines none of them. Code for the device would be skipped, and in a condition an
undefined version counts as 0: the way for the oldest CUDA is chosen, with functions that HIP never
had. HIP's own version numbers cannot be compared with CUDA's.

## What it leaves alone
Conditions in which the project itself asks for HIP. Tests whose newer way needs what HIP lacks
while the older way does without: they stay, are false, and are reported as a note. `==` and `!=`
and arithmetic with a version are reported.

## References
HIP porting guide, "Compiler defines: summary"; nvcc documentation, "Predefined macros".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from porter.fixers import Context, Example, Fixer
from porter.fixers.language._branches import cuda_chains, takes_older_way
from porter.source import Severity, SourceFile
from porter.source.conditionals import Chain
from porter.source.directives import Directive
from porter.source.edits import Yield
from porter.source.spans import holds, merged

_COMPILERS = {
    b"__CUDACC__": b"__HIPCC__",
    b"__NVCC__": b"__HIPCC__",
    b"__CUDACC_RTC__": b"__HIPCC_RTC__",
}
#: Version -> the macro of HIP that stands for "newer than any of these".
_VERSIONS = {
    b"CUDA_VERSION": b"HIP_VERSION",
    b"CUDART_VERSION": b"HIP_VERSION",
    b"__CUDACC_VER__": b"__HIPCC__",
    b"__CUDACC_VER_MAJOR__": b"__HIPCC__",
    b"__CUDACC_VER_MINOR__": b"__HIPCC__",
}
_ANY_VERSION = b"|".join(_VERSIONS)
_COMPARED = re.compile(
    rb"(?P<asked>(?<!!)(?<![! \t]\()defined[ \t]*(?:\([ \t]*(?:"
    + _ANY_VERSION
    + rb")[ \t]*\)|[ \t]"
    rb"(?:" + _ANY_VERSION + rb"))[ \t\\\r\n]*&&[ \t\\\r\n]*)?"
    rb"(?:\b(?P<macro>" + _ANY_VERSION + rb")[ \t]*(?P<op>>=|<=|<(?!<)|>(?!>))[ \t]*\d+"
    rb"|\b\d+[ \t]*(?P<po>>=|<=|<(?!<)|>(?!>))[ \t]*(?P<orcam>" + _ANY_VERSION + rb"))"
    rb"(?![ \t]*[-+*/%0-9])"
)
_NAME = re.compile(rb"\b(?:" + _ANY_VERSION + rb")\b")
_DEFINED = re.compile(rb"(?:defined[ \t]*\(?[ \t]*|#[ \t]*ifn?def[ \t]+)\Z")
_FIRST_WORD = re.compile(rb"[ \t\\\r\n]*(\w*)")
_CONDITIONS = (b"if", b"elif", b"ifdef", b"ifndef", b"elifdef", b"elifndef")
_MIRRORED = {b">=": b"<=", b"<=": b">=", b">": b"<", b"<": b">"}

fixer = Fixer(
    "P04",
    "compiler-macros",
    triggers=tuple(name.decode() for name in (*_COMPILERS, *_VERSIONS)),
)

EXAMPLES = (
    Example(
        "#ifdef __CUDACC__\n#define HD __host__ __device__\n#else\n#define HD\n#endif\n",
        "#ifdef __HIPCC__\n#define HD __host__ __device__\n#else\n#define HD\n#endif\n",
    ),
    Example(
        "#include <cuda_runtime.h>\n#if CUDART_VERSION >= 11000 && !defined(__NVCC__)\n#endif\n",
        "#include <cuda_runtime.h>\n#if defined(HIP_VERSION) && !defined(__HIPCC__)\n#endif\n",
        title="HIP counts as newer than any version",
    ),
    Example(
        "#include <cuda.h>\n#if defined(CUDA_VERSION) && CUDA_VERSION < 9000\n  old();\n#endif\n",
        "#include <cuda.h>\n#if defined(HIP_VERSION) && !defined(HIP_VERSION)\n  old();\n#endif\n",
    ),
    Example(
        "int version() { return CUDART_VERSION; }\n",
        "#include <hip/hip_version.h>\nint version() { return HIP_VERSION; }\n",
    ),
    Example(
        "#if CUDA_VERSION >= 12080\n  cuDevSmResourceSplitByCount(a, &n, b, 0, 0, 8);\n#else\n"
        "  whole();\n#endif\n",
        findings=("note",),
        title="HIP lacks what the newer way needs",
    ),
    Example("#if CUDA_VERSION == 10010\n#endif\n", findings=("warning",)),
    Example(
        "#if defined(__CUDACC__) || defined(__HIPCC__)\n#endif\n#ifdef USE_ROCM\n#elif "
        "CUDA_VERSION >= 11000\n#endif\n",
        title="the project asks for HIP itself",
    ),
)


@fixer.check
def check(file: SourceFile, context: Context) -> Iterator[Yield]:
    """Yield an edit for each question that can be answered."""
    yield from _compilers(file)
    chains = list(cuda_chains(file, frozenset(_VERSIONS)))
    uses_hip_version = False
    for chain in chains:
        older = takes_older_way(file, context, chain, _VERSIONS)
        for branch in chain.branches:
            for said in _answer(file, branch.directive, older):
                uses_hip_version = uses_hip_version or b"HIP_VERSION" in getattr(said, "text", b"")
                yield said
        if older:
            yield _older_way(chain)
    for name in (b"CUDA_VERSION", b"CUDART_VERSION"):
        for start in file.occurrences(name):
            directive = file.directive_at(start)
            if directive is not None and directive.keyword in _CONDITIONS:
                continue
            if not _is_defined_by_file(file, name):
                uses_hip_version = True
                yield fixer.replace(start, start + len(name), b"HIP_VERSION")
    if uses_hip_version and not _brings_version(file, context):
        yield fixer.include("<hip/hip_version.h>")


def _compilers(file: SourceFile) -> Iterator[Yield]:
    chains = cuda_chains(file, frozenset(_COMPILERS))
    spans = [
        (branch.directive.body_start, branch.directive.end)
        for chain in chains
        for branch in chain.branches
    ]
    spans += [(each.body_start, each.end) for each in file.directives if each.keyword == b"define"]
    asked = merged(spans)
    for start, name in file.occurrences_of(frozenset(_COMPILERS)):
        if holds(asked, start) and not _is_defined_by_file(file, name):
            yield fixer.replace(start, start + len(name), _COMPILERS[name])


@lru_cache(maxsize=16)
def _is_defined_by_file(file: SourceFile, name: bytes) -> bool:
    heads = (
        _FIRST_WORD.match(file.code, each.body_start, each.end)
        for each in file.directives
        if each.keyword in (b"define", b"undef")
    )
    return any(head is not None and head[1] == name for head in heads)


def _answer(file: SourceFile, directive: Directive, older: bool) -> Iterator[Yield]:
    code, first, last = file.code, directive.start, directive.end
    compared: list[tuple[int, int]] = []
    for match in _COMPARED.finditer(code, first, last):
        macro = match.group("macro") or match.group("orcam")
        operator = match.group("op") or _MIRRORED[match.group("po")]
        asked_end = match.end("asked") if match.group("asked") else match.start()
        if older:
            compared.append((asked_end, match.end()))
            continue
        test = b"defined(" + _VERSIONS[macro] + b")"
        if operator in (b">=", b">"):
            compared.append((match.start(), match.end()))
            yield fixer.replace(match.start(), match.end(), test)
        else:
            compared.append((asked_end, match.end()))
            yield fixer.replace(asked_end, match.end(), b"!" + test)
    spans = merged(compared)
    for match in _NAME.finditer(code, first, last):
        if holds(spans, match.start()):
            continue
        if _DEFINED.search(code, max(0, match.start() - 40), match.start()):
            yield fixer.replace(match.start(), match.end(), _VERSIONS[match.group()])
        else:
            yield fixer.finding(
                Severity.WARNING,
                match.start(),
                match.end(),
                f"{match.group().decode()} is not defined by HIP; here it counts as 0",
                "say what HIP is to do here, with defined(HIP_VERSION)",
            )


def _older_way(chain: Chain) -> Yield:
    directive = chain.branches[0].directive
    return fixer.finding(
        Severity.NOTE,
        directive.start,
        directive.end,
        "the way for older versions of CUDA is taken: the newer one needs what HIP lacks",
    )


def _brings_version(file: SourceFile, context: Context) -> bool:
    """Tell whether the file includes a header of CUDA's that becomes one of HIP's."""
    rows = context.tables.headers
    return any(
        include.path.startswith((b"torch/", b"ATen/", b"c10/", b"hip/"))
        or (include.path in rows and rows[include.path].hip.startswith(b"hip/"))
        for include in file.includes
        if not include.is_test
    )
