"""Give PyTorch's reductions of a block CUDA's warps of 32 lanes.

## What it does
With `--warp 32`, the default, it takes `BlockReduceSum`, `BlockReduceMax`, `BlockReduce`,
`WarpReduceSum`, `WarpReduceMax`, `WarpReduce`, `Block1D` and `Block2D` of
`ATen/native/cuda/block_reduce.cuh` (`at::native::cuda_utils`) from a support header, where a warp
has 32 lanes.

## Why
PyTorch's own count wavefronts, 64 lanes on gfx9. Beside blocks of CUDA's warps (WRP20, WRP23) that
is silently wrong: a block of 32 threads has no whole wavefront, so that its sum is 0, and one of 96
leaves the last third out.

## What it leaves alone
Names without `cuda_utils::` in front, which it reports where a file includes the header; functions
of the project's own. Everything with `--warp native`.

## References
PyTorch `ATen/native/cuda/block_reduce.cuh`: "The size of each block should be a multiple of
`C10_WARP_SIZE`".
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule, When
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_NAMES = frozenset(
    b"BlockReduceSum BlockReduceMax BlockReduce WarpReduceSum WarpReduceMax WarpReduce "
    b"Block1D Block2D".split()
)
_SCOPES = (b"at::native::cuda_utils", b"native::cuda_utils", b"cuda_utils")
_HEADERS = (b"ATen/native/cuda/block_reduce.cuh", b"ATen/native/hip/block_reduce.cuh")
#: How far in front of a name "using" is looked for.
_NEAR = 16

rule = Rule("WRP36", "torch-block-reductions", names=tuple(sorted(_NAMES)), when=When(warp="32"))

EXAMPLES = (
    Example(
        """
        #include <ATen/native/cuda/block_reduce.cuh>
        __device__ float f(float x, float *s) {
            return at::native::cuda_utils::BlockReduceSum<float>(x, s);
        }
        """,
        """
        #include "porter_compat/torch_block_reduce.hpp"
        #include <ATen/native/cuda/block_reduce.cuh>
        __device__ float f(float x, float *s) {
            return porter::cuda_utils::BlockReduceSum<float>(x, s);
        }
        """,
    ),
    Example(
        """
        #include <ATen/native/cuda/block_reduce.cuh>
        using at::native::cuda_utils::WarpReduceSum;
        """,
        """
        #include "porter_compat/torch_block_reduce.hpp"
        #include <ATen/native/cuda/block_reduce.cuh>
        using porter::cuda_utils::WarpReduceSum;
        """,
    ),
    Example(
        """
        #include <ATen/native/cuda/block_reduce.cuh>
        using namespace at::native;
        using namespace at::native::cuda_utils;
        __device__ float f(float x, float *s) { return BlockReduceSum(x, s); }
        """,
        findings=("warning",),
        title="whose it is cannot be told",
    ),
    Example(
        "__device__ float f(float x) { return cub::WarpReduce<float>(s).Sum(x); }\n",
        title="another library's",
    ),
    Example(
        "float x = at::native::cuda_utils::BlockReduceSum<float>(y, s);\n",
        options=Options(warp="native"),
    ),
)  # fmt: skip


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each use in PyTorch's namespace, and a finding for those without one."""
    includes = any(include.path in _HEADERS for include in file.includes)
    is_chosen = False  # by a using-declaration, for what comes behind it
    for use in file.occurrences_of(_NAMES - context.defined):
        scope = file.qualifier(use.start)
        if scope in _SCOPES:
            whole = (file.qualified_start(use.start), use.end)
            before = file.code[max(0, whole[0] - _NEAR) : whole[0]]
            is_chosen |= before.rstrip().endswith(b"using")
            yield rule.replace(
                whole, b"porter::cuda_utils::" + use.name, support="torch_block_reduce.hpp"
            )
        elif scope is None and includes and not is_chosen:
            yield rule.warning(
                use,
                f"PyTorch's {use.name.decode()} counts wavefronts, 64 lanes on gfx9, where the "
                "rest of the port has warps of 32: a block of 32 threads comes to nothing",
                hint=f"call porter::cuda_utils::{use.name.decode()}, of torch_block_reduce.hpp",
            )
