"""Gated activations."""

import torch

from ..jit.core import compile_ops


@compile_ops("module_activation", fc_name="ck_tile_silu_and_mul")
def _silu_and_mul(out: torch.Tensor, input: torch.Tensor, rows: int, columns: int) -> None: ...


def silu_and_mul(input: torch.Tensor) -> torch.Tensor:
    """Return `silu(gate) * up`, where the last axis of `input` holds gate, then up (float32)."""
    if input.dtype is not torch.float32:
        raise TypeError(f"silu_and_mul takes float32, not {input.dtype}")
    if input.shape[-1] % 2:
        raise ValueError(f"silu_and_mul: {input.shape[-1]} columns are not gate and up")
    columns = input.shape[-1] // 2
    out = input.new_empty((*input.shape[:-1], columns))
    if out.numel():
        _silu_and_mul(out, input, out.numel() // columns, columns)
    return out
