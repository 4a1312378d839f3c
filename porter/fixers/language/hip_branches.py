"""Tell which macro the port's build has to define where the project has a HIP side of its own.

## What it does
Reports, once a file and macro, that branches for HIP (`#ifdef USE_ROCM`) are taken only when the
build defines the macro. Nothing is changed.

## Why
What such a condition keeps for CUDA is left alone, since HIP's compiler is not meant to see it.
hipcc and clang define `__HIPCC__` and `__HIP_PLATFORM_AMD__`, but not `USE_ROCM`, `ROCM_VERSION`
and the like: a build that does not either compiles the side of CUDA, which was not converted.

## What it leaves alone
Conditions that HIP's compiler answers by itself, and files that include PyTorch's headers, whose
build for ROCm defines `USE_ROCM`.

## References
`torch.utils.cpp_extension`, the flags for HIP; HIP porting guide, "Compiler defines: summary".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.source import Finding, SourceFile
from porter.source.preprocessor.conditionals import chains

_MACROS = (b"USE_ROCM", b"ROCM_VERSION", b"ROCM_VERSION_MAJOR", b"TORCH_HIP_VERSION")
_NAME = re.compile(rb"\b(?:" + b"|".join(_MACROS) + rb")\b")
_TORCH = (b"torch/", b"ATen/", b"c10/")

rule = Rule("LNG19", "hip-branches", fix=Fix.NONE, names=_MACROS)

EXAMPLES = (
    Example(
        """
        #ifdef USE_ROCM
        #include <hip/hip_runtime.h>
        #else
        #include <cuda_runtime.h>
        #endif
        #ifndef USE_ROCM
          cudaFree(p);
        #endif
        """,
        findings=("warning",),
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
        #if defined(USE_ROCM) || defined(__HIPCC__)
          a();
        #else
          b();
        #endif
        #ifdef USE_ROCM
          c();
        #endif
        """,
        title="the compiler defines enough; nothing is kept for CUDA",
    ),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[Finding]:
    """Yield a finding for each macro that chooses between the sides."""
    if any(include.path.startswith(_TORCH) for include in file.includes):
        return
    cuda = set(file.dual.cuda)
    reported: set[bytes] = set()
    for chain in chains(file.directives, len(file.code)):
        if not any((branch.start, branch.end) in cuda for branch in chain.branches):
            continue
        for branch in chain.branches:
            directive = branch.directive
            condition = file.code[directive.body_start : directive.end]
            name = _NAME.search(condition)
            if name is None or name.group() in reported or b"__HIP" in condition:
                continue
            reported.add(name.group())
            start = directive.body_start + name.start()
            yield rule.warning(
                (start, start + len(name.group())),
                f"the project's own HIP side is compiled only where {name.group().decode()} is "
                "defined; its CUDA side was left as it is",
                hint=f"define it in the port's build: -D{name.group().decode()}",
            )
