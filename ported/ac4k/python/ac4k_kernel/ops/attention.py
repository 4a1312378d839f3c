"""Attention, forward: one function a precision."""

from __future__ import annotations

import math
from collections.abc import Callable

from torch import Tensor

from ac4k_kernel.extension import kernels
from ac4k_kernel.ops.best import best
from ac4k_kernel.ops.missing import missing

attention_bf16 = best("attention_bf16")
attention_fp8 = best("attention_fp8")
attention_int8_fp8 = best("attention_int8_fp8")


def _bf16(q: Tensor, k: Tensor, v: Tensor, scale: float, causal: bool) -> Tensor:
    return attention_bf16(q, k, v, scale, causal)


def _fp8(q: Tensor, k: Tensor, v: Tensor, scale: float, causal: bool) -> Tensor:
    q8, q_scale = kernels.quantize_fp8_tensor(q.contiguous())
    k8, k_scale = kernels.quantize_fp8_tensor(k.contiguous())
    v8, v_scale = kernels.quantize_values(v)
    return attention_fp8(q8, k8, v8, q_scale, k_scale, v_scale, scale, causal)


def _int8_fp8(q: Tensor, k: Tensor, v: Tensor, scale: float, causal: bool) -> Tensor:
    q8, q_scale = kernels.quantize_int8_rows(q.contiguous())
    k8, k_scale = kernels.quantize_int8_rows(k.contiguous())
    v8, v_scale = kernels.quantize_values(v)
    return attention_int8_fp8(q8, k8, v8, q_scale, k_scale, v_scale, scale, causal)


def _nvfp4(q: Tensor, k: Tensor, v: Tensor, scale: float, causal: bool) -> Tensor:
    q4, q_blocks, q_scale = kernels.quantize_nvfp4(q.contiguous())
    k4, k_blocks, k_scale = kernels.quantize_nvfp4(k.contiguous())
    v8, v_scale = kernels.quantize_values(v)
    return kernels.attention_nvfp4(
        q4, k4, v8, q_blocks, k_blocks, q_scale, k_scale, v_scale, scale, causal
    )


def _mxfp4(q: Tensor, k: Tensor, v: Tensor, scale: float, causal: bool) -> Tensor:
    q4, q_blocks = kernels.quantize_mxfp4(q.contiguous())
    k4, k_blocks = kernels.quantize_mxfp4(k.contiguous())
    v8, v_scale = kernels.quantize_values(v)
    return kernels.attention_mxfp4(q4, k4, v8, q_blocks, k_blocks, v_scale, scale, causal)


#: Precision -> function, of those that this build has.
PRECISIONS: dict[str, Callable[[Tensor, Tensor, Tensor, float, bool], Tensor]] = {
    "bf16": _bf16,
    "fp8": _fp8,
    "int8_fp8": _int8_fp8,
}
if hasattr(kernels, "attention_nvfp4"):
    PRECISIONS["nvfp4"] = _nvfp4
if hasattr(kernels, "attention_mxfp4"):
    PRECISIONS["mxfp4"] = _mxfp4


def attention(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    precision: str = "bf16",
    causal: bool = False,
    scale: float | None = None,
) -> Tensor:
    """Return softmax(scale * q k^T) v in bfloat16.

    Args:
        q: (batch, heads, tokens, dim), bfloat16, dim 64 or 128.
        k: (batch, key heads, key tokens, dim); each of its heads serves as many of q's in a row.
        v: like `k`.
        precision: "bf16"; "fp8" for both products in float8; "int8_fp8" for q k^T in int8 with a
            scale a token; "nvfp4" and "mxfp4" for q k^T in these, where the GPU has them.
        causal: query i sees the keys up to i + key tokens - tokens.
        scale: above 0; by default 1 / sqrt(dim).

    Raises:
        ValueError: this build has no such precision, or the scale is 0 or less.
    """
    function = PRECISIONS.get(precision)
    if function is None:
        raise missing("attention", precision, PRECISIONS)
    if scale is None:
        scale = 1.0 / math.sqrt(q.shape[-1])
    elif not scale > 0:
        raise ValueError(f"scale must be above 0, got {scale}")
    return function(q, k, v, scale, causal)
