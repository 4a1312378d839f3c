"""Normalisation."""

import torch

from ..jit.core import compile_ops


@compile_ops("module_norm", fc_name="ck_tile_rms_norm")
def _rms_norm(
    out: torch.Tensor,
    input: torch.Tensor,
    weight: torch.Tensor,
    epsilon: float,
    rows: int,
    columns: int,
) -> None: ...


def rms_norm(input: torch.Tensor, weight: torch.Tensor, epsilon: float = 1e-6) -> torch.Tensor:
    """Return `input / sqrt(mean(input², last axis) + epsilon) * weight`, all in float32."""
    if input.dtype is not torch.float32 or weight.dtype is not torch.float32:
        raise TypeError(f"rms_norm takes float32, not {input.dtype} and {weight.dtype}")
    if weight.shape != input.shape[-1:]:
        raise ValueError(f"rms_norm: {list(weight.shape)} weights for rows of {input.shape[-1]}")
    out = torch.empty_like(input)
    columns = input.shape[-1]
    if input.numel():
        _rms_norm(out, input, weight, float(epsilon), input.numel() // columns, columns)
    return out
