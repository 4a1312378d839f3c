"""Ask for HIP's headers where code asks for CUDA's.

## What it does
In conditions, a macro by which CUDA's headers tell that they were read (`__DRIVER_TYPES_H__`,
`CUBLAS_API_H_`, `CUSPARSEAPI`) becomes the include guard of the HIP header that takes the place of
that header. `CUDAAPI`, `CUFFTAPI` and the like, which are empty on Linux, are deleted elsewhere.

## Why
Helper headers decide by such macros what they offer: `#ifdef __DRIVER_TYPES_H__` around the names
of errors, `#ifdef CURAND_H_` around those of cuRAND. HIP's headers do not define them. Nothing
fails where the condition stands; all that is in it is gone, and its first use does not compile.

## What it leaves alone
Conditions in which the project itself asks for HIP, and macros that the project defines itself.
A macro of a header that nothing takes the place of, and one that no table has though it is spelled
as CUDA spells its include guards, is reported.

## References
`rules/cuda-hip/marks.tsv`, which `porter rules derive-marks` writes from the headers of both sides;
every row is proved by compiling.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile, Use
from porter.source.cpp.uses import is_asked_for
from porter.source.preprocessor.conditionals import chains
from porter.source.preprocessor.dual import mentions_hip
from porter.source.text.edits import RuleOutput
from porter.tables.names import MarkRow

rule = Rule("LNG18", "header-marks")

_CONDITIONS = frozenset((b"if", b"elif", b"ifdef", b"ifndef", b"elifdef", b"elifndef"))
_API = re.compile(rb"[A-Z]+API\Z")
#: How CUDA and its libraries spell their include guards.
_GUARD = re.compile(
    rb"_{0,2}(?:(?:cuda|nvrtc|npp|nvjpeg|nvml|cupti)\w*_h|CU(?:DA|BLAS|FFT|RAND|SPARSE|SOLVER|DNN|PTI"
    rb"|TENSOR|FILE)\w*_H|NV(?:_NPP|GRAPH|JPEG|ML|RTC|TOOLSEXT)\w*_H|HOST_(?:CONFIG|DEFINES)_H"
    rb")_{0,2}\Z"
)
#: The versions of CUDA's interfaces, and of libraries beside those that HIP has.
_VERSION = re.compile(
    rb"_{0,2}(?:CUDART_API|CUPTI(?:_API)?|NPP|NVML(?:_API)?|NVJPEG|NVRTC|CUTENSOR|CUSPARSELT|CUDSS"
    rb"|CUFILE|OPTIX)_VER(?:SION|_MAJOR|_MINOR|_PATCH|_BUILD|_UPDATE)\Z|_CCCL_VERSION\Z"
)

EXAMPLES = (
    Example(
        """
        #ifdef __DRIVER_TYPES_H__
        const char *name(cudaError_t error);
        #endif
        """,
        """
        #ifdef HIP_INCLUDE_HIP_DRIVER_TYPES_H
        const char *name(cudaError_t error);
        #endif
        """,
        path="helper.h",
    ),
    Example(
        """
        #if defined(CUBLAS_API_H_) && !defined(CUSPARSEAPI)
        #endif
        """,
        """
        #if defined(HIPBLAS_H) && !defined(HIPSPARSE_H)
        #endif
        """,
        path="helper.h",
        title="libraries",
    ),
    Example(
        "cudaError_t CUDARTAPI open(int device);\n",
        "cudaError_t open(int device);\n",
        title="a calling convention that Linux has not",
    ),
    Example(
        """
        #ifdef _CUDA_PIPELINE_H_
        #endif
        #ifndef CUTENSOR_TYPES_H_
        #endif
        """,
        findings=("warning", "note"),
        title="nothing of HIP's takes the place of that header; in no table",
    ),
    Example(
        """
        #if NPP_VERSION >= 12000 && defined(CUTENSOR_VERSION)
        #endif
        #if __CUDART_API_VERSION > 9000
        #endif
        """,
        findings=("warning", "note", "note"),
        path="helper.h",
        title="versions that HIP's headers have none like",
    ),
    Example(
        """
        #ifndef CUDA_UTILS_H
        #define CUDA_UTILS_H
        #endif
        #if defined(USE_ROCM) || defined(CURAND_H_)
        #endif
        """,
        title="the project's own include guard, and a condition that asks for HIP",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit or a finding for each place that speaks of one of CUDA's headers."""
    marks = context.tables.marks
    wanted = {
        name: marks[name]
        for name in marks.keys() & file.names
        if name not in context.defined and _is_told_here(marks[name])
    }
    unknown = [name for name in file.names - marks.keys() if _is_of_a_header(name)]
    if not wanted and not unknown:
        return
    asking = _asking(file)
    for name, row in wanted.items():
        for use in file.occurrences_of(frozenset((name,))):
            start, end, _ = use
            if _asks(file, asking, start):
                yield _asked(use, row)
            elif _API.match(name) and not _is_defined_at(file, start):
                while file.code[end : end + 1] in (b" ", b"\t"):
                    end += 1
                yield rule.replace((start, end), b"")
    for name in unknown:
        places = list(file.occurrences_of(frozenset((name,))))
        if name in context.defined or any(_is_defined_at(file, use.start) for use in places):
            continue
        for use in places:
            if _asks(file, asking, use.start):
                yield _unknown(use)


def _is_told_here(row: MarkRow) -> bool:
    """Tell whether a mark is this rule's: versions that HIP has are LNG16's."""
    return row.kind == "mark" or not row.hip


def _is_of_a_header(name: bytes) -> bool:
    """Tell whether a name looks like an include guard, or a version, of CUDA's headers."""
    return _GUARD.match(name) is not None or _VERSION.match(name) is not None


def _asking(file: SourceFile) -> frozenset[int]:
    """Return where directives start that may ask for a header, those that speak of HIP left out."""
    asking = {one.start for one in file.directives if one.keyword == b"define"}
    for chain in chains(file.directives, len(file.code)):
        if not mentions_hip(chain, file.code):
            asking.update(
                branch.directive.start
                for branch in chain.branches
                if branch.directive.keyword in _CONDITIONS
            )
    return frozenset(asking)


def _asks(file: SourceFile, asking: frozenset[int], start: int) -> bool:
    """Tell whether one of the directives asks whether the macro at `start` is defined."""
    directive = file.directive_at(start)
    if directive is None or directive.start not in asking or start < directive.body_start:
        return False
    is_named = file.is_macro_name(start)
    return directive.keyword != b"define" or (is_asked_for(file.code, start) and not is_named)


def _is_defined_at(file: SourceFile, start: int) -> bool:
    """Tell whether a `#define` or `#undef` names the macro at `start`."""
    one = file.directive_at(start)
    return (
        one is not None
        and one.keyword in (b"define", b"undef")
        and file.previous(start) < one.body_start <= start
    )


def _asked(use: Use, row: MarkRow) -> RuleOutput:
    if row.hip:
        return rule.replace(use, row.hip, detail=row.library)
    return rule.warning(
        use,
        f"{use.name.decode()} is never defined: nothing of HIP's takes the place of "
        f"{row.cuda_header}",
        hint="what asks for it is not compiled; decide what HIP is to do here",
    )


def _unknown(use: Use) -> RuleOutput:
    return rule.note(
        use,
        f"{use.name.decode()} stands in no table; if a header of CUDA's defines it, HIP's do not",
    )
