"""Answer questions for CUDA's compiler and for versions for HIP.

## What it does
`__CUDACC__`, `__NVCC__` and `__CUDACC_RTC__` become `__HIPCC__` and `__HIPCC_RTC__`, as do
`__CUDACC_EXTENDED_LAMBDA__` and `__CUDACC_RELAXED_CONSTEXPR__`, which tell flags of nvcc whose work
HIP's compiler does without. In conditions, a test for a version of CUDA or of nvcc
(`CUDART_VERSION >= 11000`, `__CUDACC_VER_MAJOR__ >= 9`) becomes a test for HIP, which counts as
CUDA 12.7: `defined(HIP_VERSION)`. A test for a version of one of CUDA's libraries
(`CUSPARSE_VERSION >= 11000`) becomes one for the header of HIP's library (`defined(HIPSPARSE_H)`),
and one for CUB's (`CUB_VERSION >= 101500`) becomes `defined(HIPCUB_VERSION)`, which counts as CUB
and CCCL 2.5, those of CUDA 12.6. Elsewhere `CUDA_VERSION` and `CUDART_VERSION` become
`HIP_VERSION`; a library's version there is reported.

## Why
HIP's compiler defines none of them. Code for the device would be skipped, and in a condition an
undefined version counts as 0: the way for the oldest CUDA is chosen, with functions that HIP never
had. HIP's own version numbers cannot be compared with CUDA's. Without an answer for CUB's version
what calls CUB is left out without a word.

## What it leaves alone
Conditions in which the project itself asks for HIP. CUDA 12.8 and later count as not reached: what
12.8 brought is Blackwell's (4-bit floats), and what 13 changed in functions HIP has as before
(`hipMemPrefetchAsync` takes a device's number). Tests whose newer way needs what HIP lacks
while the older way does without: they stay, are false, and are reported as a note. `==` and `!=`
and other arithmetic than `MAJOR * 10 + MINOR` and `VERSION / 1000` are reported.

## References
HIP porting guide, "Compiler defines: summary"; nvcc documentation, "Predefined macros".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from porter.fixers import Context, Example, Rule
from porter.fixers.language._branches import cuda_chains, takes_older_way, version_for_hip
from porter.fixers.language._compiler_tests import COMPILERS, compilers, is_defined_by_file
from porter.fixers.language._version_tests import (
    CUB_VERSIONS,
    LIBRARY_VERSIONS,
    VERSIONS,
    answers,
    any_of,
    brings_version,
    versions_of,
)
from porter.source import SourceFile, Use
from porter.source.cpp.uses import is_asked_for
from porter.source.preprocessor.conditionals import Chain
from porter.source.preprocessor.directives import Directive
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import DEVICE_SUFFIXES
from porter.source.text.spans import holds, merged
from porter.tables.supplies import supplies

_OF_LIBRARIES = LIBRARY_VERSIONS | CUB_VERSIONS.keys()
_CONDITIONS = (b"if", b"elif", b"ifdef", b"ifndef", b"elifdef", b"elifndef")

rule = Rule("LNG16", "compiler-macros", names=(*COMPILERS, *VERSIONS, *sorted(_OF_LIBRARIES)))

EXAMPLES = (
    Example(
        """
        #ifdef __CUDACC__
        #define HD __host__ __device__
        #else
        #define HD
        #endif
        """,
        """
        #ifdef __HIPCC__
        #define HD __host__ __device__
        #else
        #define HD
        #endif
        """,
    ),
    Example(
        "#ifndef __CUDACC_EXTENDED_LAMBDA__\n#error --extended-lambda\n#endif\n",
        "#ifndef __HIPCC__\n#error --extended-lambda\n#endif\n",
        title="what a flag of nvcc turns on",
    ),
    Example(
        """
        #include <cuda_runtime.h>
        #if CUDART_VERSION >= 11000 && !defined(__NVCC__)
        #endif
        """,
        """
        #include <cuda_runtime.h>
        #if defined(HIP_VERSION) && !defined(__HIPCC__)
        #endif
        """,
        title="HIP counts as newer than any version before CUDA 12.8",
    ),
    Example(
        """
        #include <cuda_runtime.h>
        #if CUDART_VERSION >= 13000 || CUDART_VERSION >= 12080
        #endif
        """,
        """
        #include <cuda_runtime.h>
        #if !defined(HIP_VERSION) || !defined(HIP_VERSION)
        #endif
        """,
        title="and not as what brought Blackwell",
    ),
    Example(
        """
        #include <cuda.h>
        #if defined(CUDA_VERSION) && CUDA_VERSION < 9000
        #endif
        """,
        """
        #include <cuda.h>
        #if defined(HIP_VERSION) && !defined(HIP_VERSION)
        #endif
        """,
    ),
    Example(
        "int version() { return CUDART_VERSION; }\n",
        """
        #include <hip/hip_version.h>
        int version() { return HIP_VERSION; }
        """,
    ),
    Example(
        """
        #if CUDA_VERSION >= 12040
          cuDevSmResourceSplitByCount(a, &n, b, 0, 0, 8);
        #else
          whole();
        #endif
        """,
        findings=("note",),
        title="HIP lacks what the newer way needs",
    ),
    Example(
        """
        #include <cusparse.h>
        #if CUSPARSE_VERSION >= 11000 || CUSPARSE_VER_MAJOR > 10
        #endif
        """,
        """
        #include <cusparse.h>
        #if defined(HIPSPARSE_H) || defined(HIPSPARSE_H)
        #endif
        """,
        title="a library's version",
    ),
    Example(
        """
        #include <cub/version.cuh>
        #ifndef CUB_VERSION
        #define CUB_VERSION 0
        #endif
        #if CUB_VERSION >= 101500
        #define HAS_SCAN_BY_KEY 1
        #endif
        #if CCCL_VERSION >= 2002000 && CCCL_MAJOR_VERSION < 3
        #endif
        """,
        """
        #include <hip/hip_version.h>
        #include <cub/version.cuh>
        #ifndef HIPCUB_VERSION
        #define CUB_VERSION 0
        #endif
        #if defined(HIPCUB_VERSION)
        #define HAS_SCAN_BY_KEY 1
        #endif
        #if defined(HIP_VERSION) && defined(HIP_VERSION)
        #endif
        """,
        title="CUB's version",
    ),
    Example(
        "#define CUB_VERSION 101500\n#if CUB_VERSION >= 101500\n#endif\n",
        title="a number that the file gives itself",
    ),
    Example(
        """
        #if CUDART_VERSION >= 11000
        #endif
        """,
        """
        #ifdef __HIPCC__
        #include <hip/hip_version.h>
        #endif
        #if defined(HIP_VERSION)
        #endif
        """,
        path="util.h",
        title="a header that the host's compiler may read, too",
    ),
    Example("int version() { return CUFFT_VERSION; }\n", findings=("error",)),
    Example(
        "#if __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ * 10 >= 1120\n#endif\n",
        "#if defined(__HIPCC__)\n#endif\n",
        title="a version that is computed",
    ),
    Example("#if CUDA_VERSION == 10010\n#endif\n", findings=("warning",)),
    Example(
        """
        #if defined(__CUDACC__) || defined(__HIPCC__)
        #endif
        #ifdef USE_ROCM
        #elif CUDA_VERSION >= 11000
        #endif
        """,
        title="the project asks for HIP itself",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each question that can be answered."""
    for use in compilers(file):
        yield rule.replace(use, COMPILERS[use.name])
    versions = versions_of(file, context)
    chains = list(cuda_chains(file, frozenset(versions)))
    uses_hip_version = False
    for chain in chains:
        newest = {version: version_for_hip(version) for version in versions}
        older = takes_older_way(file, context, chain, newest)
        for branch in chain.branches:
            for one in _answer(file, branch.directive, versions, older=older):
                uses_hip_version = uses_hip_version or b"HIP_VERSION" in getattr(one, "text", b"")
                yield one
        if older:
            yield _older_way(chain)
    for name in (b"CUDA_VERSION", b"CUDART_VERSION", *sorted(_OF_LIBRARIES & file.names)):
        elsewhere = [
            use
            for use in file.occurrences_of(frozenset((name,)))
            if not _is_condition(file.directive_at(use.start))
        ]
        if not elsewhere or name in context.defined or is_defined_by_file(file, name):
            continue
        if name in supplies():  # a number that a support header has
            continue
        if name in _OF_LIBRARIES:
            yield _no_number(name, elsewhere)
            continue
        uses_hip_version = True
        for use in elsewhere:
            yield rule.replace(use, b"HIP_VERSION")
    if uses_hip_version and not brings_version(file, context):
        # nvcc knows the version in every file; a host's compiler knows it where the file includes
        # CUDA's headers, and may read it without ROCm's folder.
        is_device = file.path.endswith(tuple(DEVICE_SUFFIXES))
        yield rule.include("<hip/hip_version.h>", by_hipcc=not is_device)


def _is_condition(directive: Directive | None) -> bool:
    return directive is not None and directive.keyword in _CONDITIONS


def _no_number(name: bytes, places: list[Use]) -> RuleOutput:
    return rule.error(
        places[0],
        f"HIP has no {name.decode()}: it numbers NVIDIA's releases",
        hint="ask HIP's library for its version at run time",
        occurrences=len(places),
    )


def _answer(
    file: SourceFile, directive: Directive, versions: Mapping[bytes, bytes], *, older: bool
) -> Iterator[RuleOutput]:
    code, first, last = file.code, directive.start, directive.end
    compared: list[tuple[int, int]] = []
    for answer in answers(code, (first, last), versions, older=older):
        compared.append(answer.span)
        if answer.text is not None:
            yield rule.replace(answer.span, answer.text)
    names = frozenset(versions)
    spans = merged(compared)
    for match in any_of(names).finditer(code, first, last):
        if holds(spans, match.start()):
            continue
        text = versions[match.group()]
        if text and is_asked_for(code, match.start()):
            yield rule.replace(match, text)
        else:
            yield rule.warning(
                match,
                f"{match.group().decode()} is not defined by HIP; here it counts as 0",
                hint="say what HIP is to do here, with defined(HIP_VERSION)",
            )


def _older_way(chain: Chain) -> RuleOutput:
    directive = chain.branches[0].directive
    return rule.note(
        directive, "the way for older versions of CUDA is taken: the newer one needs what HIP lacks"
    )
