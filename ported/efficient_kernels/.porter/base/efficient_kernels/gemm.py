"""Matrix product with a choice of algorithm."""

from __future__ import annotations

import torch

from efficient_kernels.loader import kernels

ALGORITHMS = ("auto", "basic", "tiled", "tensor_cores")


def _multiply(a: torch.Tensor, b: torch.Tensor, algorithm: str) -> torch.Tensor:
    if algorithm == "auto":
        half = a.dtype in (torch.float16, torch.bfloat16)
        algorithm = "tensor_cores" if half else "tiled"
    return getattr(kernels(), f"gemm_{algorithm}")(a, b)


class Gemm(torch.autograd.Function):
    """Forward and backward of `gemm`; the gradients are products too."""

    @staticmethod
    def forward(ctx, a: torch.Tensor, b: torch.Tensor, algorithm: str) -> torch.Tensor:
        ctx.save_for_backward(a, b)
        ctx.algorithm = algorithm
        return _multiply(a, b, algorithm)

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, dc: torch.Tensor) -> tuple[torch.Tensor | None, torch.Tensor | None, None]:
        a, b = ctx.saved_tensors
        da = _multiply(dc, b.t(), ctx.algorithm) if ctx.needs_input_grad[0] else None
        db = _multiply(a.t(), dc, ctx.algorithm) if ctx.needs_input_grad[1] else None
        return da, db, None


def gemm(a: torch.Tensor, b: torch.Tensor, algorithm: str = "auto") -> torch.Tensor:
    """The product of two matrices on the GPU.

    Args:
        a: (rows, inner).
        b: (inner, columns), of a's type.
        algorithm: "basic" (one thread an element), "tiled" (shared memory), "tensor_cores"
            (float16 and bfloat16 alone), or "auto": tensor cores where the type allows, else tiled.

    Returns:
        c: (rows, columns), of the same type; sums are kept in float (double for double).
    """
    if algorithm not in ALGORITHMS:
        raise ValueError(f"algorithm must be one of {ALGORITHMS}, got {algorithm!r}")
    return Gemm.apply(a, b, algorithm)
