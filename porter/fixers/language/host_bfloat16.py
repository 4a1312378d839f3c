"""Give host code bfloat16's types without device builtins.

## What it does
In C++ files that the host's compiler builds (`.cpp`, `.cc`, `.cxx`), replaces
`#include <cuda_bf16.h>` by the support header `host_bfloat16.hpp`.

## Why
CUDA's `cuda_bf16.h` can be read by any C++ compiler. HIP's `hip_bf16.h` cannot: it includes warp
functions whose bodies call `__builtin_amdgcn_ds_bpermute` and its like unguarded. PyTorch's build
gives `.cpp` files to the host's compiler on ROCm, too.

## What it leaves alone
Device files and headers, which HIP's compiler reads. Arithmetic on bfloat16 in host code has no
counterpart then; the compiler names the line.

## References
`hip/amd_detail/amd_hip_bf16.h` and `amd_warp_functions.h` of ROCm 6.4 and 7.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from porter.compat.headers import support_path
from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

rule = Rule("LNG02", "host-bfloat16", headers=(b"cuda_bf16",))

_HEADERS = frozenset({b"cuda_bf16.h", b"cuda_bf16.hpp"})
_HOST_SUFFIXES = frozenset({".cpp", ".cc", ".cxx", ".c++"})
_SUPPORT = "host_bfloat16.hpp"

EXAMPLES = (
    Example(
        """
        #include <cuda_bf16.h>
        void scale(__nv_bfloat16 *x, int n);
        """,
        """
        #include "porter_compat/host_bfloat16.hpp"
        void scale(__nv_bfloat16 *x, int n);
        """,
        path="binding.cpp",
    ),
    Example("#include <cuda_bf16.h>\n", title="HIP's compiler reads device files"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit that replaces the inclusion, delimiters included."""
    if PurePosixPath(file.path).suffix not in _HOST_SUFFIXES:
        return
    for include in file.includes:
        if include.path in _HEADERS and not include.is_test:
            path = support_path(file.path, _SUPPORT).encode()
            yield rule.replace(include.quoted_span, b'"%b"' % path, support=_SUPPORT)
