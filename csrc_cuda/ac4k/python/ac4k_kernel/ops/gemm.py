"""Matrix products of bfloat16, float8 and int8."""

from __future__ import annotations

import torch
from torch import Tensor

from ac4k_kernel.extension import FLOAT8
from ac4k_kernel.ops.best import best

_bf16 = best("gemm_bf16")
_SCALED = {FLOAT8: best("gemm_fp8"), torch.int8: best("gemm_int8")}


def gemm(
    a: Tensor, b: Tensor, a_scale: Tensor | None = None, b_scale: Tensor | None = None
) -> Tensor:
    """Return `(a * a_scale[:, None]) @ (b * b_scale[:, None]).T` in bfloat16.

    Args:
        a: (rows, depth), contiguous, in bfloat16, float8 e4m3 or int8; a row of it is a multiple of
            16 bytes long.
        b: (columns, depth), like `a`: a weight as linear layers have it.
        a_scale: float32; one scale, or one a row. Needed for 8-bit types, and for them alone.
        b_scale: the same of b.

    Raises:
        ValueError: `a` is of another type, there are scales where there must be none, or none where
            they are needed.
    """
    multiply = _SCALED.get(a.dtype)
    if multiply is None:
        if a.dtype is not torch.bfloat16:
            raise ValueError(f"gemm takes bfloat16, {FLOAT8} and int8 here, got {a.dtype}")
        if a_scale is not None or b_scale is not None:
            raise ValueError(f"products of {a.dtype} take no scales")
        return _bf16(a, b)
    if a_scale is None or b_scale is None:
        raise ValueError(f"products of {a.dtype} need a_scale and b_scale")
    return multiply(a, b, a_scale, b_scale)
