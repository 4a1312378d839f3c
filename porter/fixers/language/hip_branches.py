"""Compile a project's own HIP side where HIP's compiler reads the file.

## What it does
Where a file chooses between CUDA and HIP by `USE_ROCM` alone, the port defines it at the top of the
file, for HIP's compilers and for what is compiled for HIP's platform. Other conditions that only a
build answers (`ROCM_VERSION`, `USE_ROCM` and another macro) are reported, once a file and macro.

## Why
What such a condition keeps for CUDA is left alone, since HIP's compiler is not meant to see it.
hipcc and clang define `__HIPCC__` and `__HIP__`, but not `USE_ROCM`: a build that does not either
compiles the side of CUDA, which was not converted.

## What it leaves alone
Conditions that HIP's compiler answers by itself, files that define the macro, and files that
include PyTorch's headers, whose build for ROCm defines `USE_ROCM`.

## References
`torch.utils.cpp_extension`, the flags for HIP; HIP porting guide, "Compiler defines: summary".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile, Use
from porter.source.cpp.placement import top_offset
from porter.source.preprocessor.conditionals import chains
from porter.source.preprocessor.definitions import defined_names
from porter.source.text.edits import RuleOutput

_DEFINED = b"USE_ROCM"
_MACROS = (_DEFINED, b"ROCM_VERSION", b"ROCM_VERSION_MAJOR", b"TORCH_HIP_VERSION")
_NAME = re.compile(rb"\b(?:" + b"|".join(_MACROS) + rb")\b")
_WORD = re.compile(rb"[A-Za-z_]\w*")
_TORCH = (b"torch/", b"ATen/", b"c10/")
_DEFINITION = (
    b"#if !defined(USE_ROCM) && (defined(__HIP__) || defined(__HIP_PLATFORM_AMD__))",
    b"#define USE_ROCM 1",
    b"#endif",
    b"",
)

rule = Rule("LNG19", "hip-branches", names=_MACROS)

EXAMPLES = (
    Example(
        """
        #pragma once
        #ifdef USE_ROCM
        #include <hip/hip_runtime.h>
        #else
        #include <cuda_runtime.h>
        #endif
        #ifndef USE_ROCM
          cudaFree(p);
        #endif
        """,
        """
        #pragma once
        #if !defined(USE_ROCM) && (defined(__HIP__) || defined(__HIP_PLATFORM_AMD__))
        #define USE_ROCM 1
        #endif
        #ifdef USE_ROCM
        #include <hip/hip_runtime.h>
        #else
        #include <cuda_runtime.h>
        #endif
        #ifndef USE_ROCM
          cudaFree(p);
        #endif
        """,
        findings=("note",),
    ),
    Example(
        """
        #ifdef ROCM_VERSION
          hipFree(p);
        #else
          cudaFree(p);
        #endif
        """,
        findings=("warning",),
        title="a macro that has a value which only the build knows",
    ),
    Example(
        """
        #if defined(USE_ROCM) || defined(WITH_GPU)
          cudaFree(p);
        #else
          free(p);
        #endif
        """,
        findings=("warning",),
        title="another macro decides, too",
    ),
    Example(
        """
        #include <ATen/ATen.h>
        #ifdef USE_ROCM
        #else
          cudaFree(p);
        #endif
        """,
        title="PyTorch's build defines it",
    ),
    Example(
        """
        #ifdef USE_CUDA
          cudaFree(p);
        #endif
        #ifdef USE_ROCM
          hipFree(p);
        #endif
        """,
        title="CUDA's side is converted, and a second one beside it would be too much",
    ),
    Example(
        """
        #if defined(USE_ROCM) || defined(__HIPCC__)
          a();
        #else
          b();
        #endif
        """,
        title="the compiler defines enough",
    ),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[RuleOutput]:
    """Yield the definition, and a finding for each macro that chooses between the sides."""
    if any(include.path.startswith(_TORCH) for include in file.includes):
        return
    choices = list(_choices(file))
    told: set[bytes] = {_DEFINED} if _is_defined(file) else set()
    for one in choices:
        if one.is_alone and _DEFINED not in told:
            told.add(_DEFINED)
            yield rule.insert(top_offset(file), file.newline.join(_DEFINITION))
            yield rule.note(
                Use.at(one.start, one.name),
                "USE_ROCM is defined at the top: the project's own HIP side is compiled",
            )
    for one in choices:
        text, place = one.name.decode(), Use.at(one.start, one.name)
        if one.name not in told:
            told.add(one.name)
            yield rule.warning(
                place,
                f"the project's own HIP side is compiled only where {text} is defined; its CUDA "
                "side was left as it is",
                hint=f"define it in the port's build: -D{text}=…",
            )


class _Choice(NamedTuple):
    """A macro by which a condition chooses between the sides.

    Attributes:
        start: where it stands.
        name: the macro.
        is_alone: it is `USE_ROCM`, and nothing else is asked.
    """

    start: int
    name: bytes
    is_alone: bool


def _choices(file: SourceFile) -> Iterator[_Choice]:
    """Yield the macros by which conditions keep code for CUDA."""
    cuda = set(file.dual.cuda)
    for chain in chains(file.directives, len(file.code)):
        if not any((branch.start, branch.end) in cuda for branch in chain.branches):
            continue
        for branch in chain.branches:
            directive = branch.directive
            condition = file.code[directive.body_start : directive.end]
            name = _NAME.search(condition)
            if name is not None and b"__HIP" not in condition:
                is_alone = set(_WORD.findall(condition)) - {b"defined"} <= {_DEFINED}
                yield _Choice(directive.body_start + name.start(), name.group(), is_alone)


def _is_defined(file: SourceFile) -> bool:
    return _DEFINED in defined_names(file.code, file.directives)
