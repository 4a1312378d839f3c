"""The functions a model calls; autograd is wired up here."""

from __future__ import annotations

import torch

from causal_conv1d.extension import kernels

ACTIVATIONS = (None, "silu", "swish")


def _is_silu(activation: str | None) -> bool:
    if activation not in ACTIVATIONS:
        raise ValueError(f"activation must be None, 'silu' or 'swish', got {activation!r}")
    return activation is not None


def _dense(tensor: torch.Tensor | None) -> torch.Tensor | None:
    """The tensor itself when time or channel is dense, else a contiguous copy."""
    if tensor is None or tensor.dim() != 3 or tensor.stride(2) == 1 or tensor.stride(1) == 1:
        return tensor
    return tensor.contiguous()


class CausalConv1dFn(torch.autograd.Function):
    """Forward and backward of `causal_conv1d_fn`; the arguments are the same."""

    @staticmethod
    def forward(
        ctx: torch.autograd.function.FunctionCtx,
        x: torch.Tensor,
        weight: torch.Tensor,
        bias: torch.Tensor | None,
        seq_idx: torch.Tensor | None,
        initial_states: torch.Tensor | None,
        return_final_states: bool,
        final_states_out: torch.Tensor | None,
        activation: str | None,
    ) -> torch.Tensor | tuple[torch.Tensor, torch.Tensor]:
        silu = _is_silu(activation)
        x = _dense(x)
        bias = bias.contiguous() if bias is not None else None
        seq_idx = seq_idx.contiguous() if seq_idx is not None else None
        if not return_final_states:
            final_states_out = None
        elif final_states_out is None:
            batch, dim, _ = x.shape
            final_states_out = x.new_empty(batch, weight.shape[1] - 1, dim).transpose(1, 2)
        else:
            ctx.mark_dirty(final_states_out)
        out = kernels().causal_conv1d_fwd(
            x, weight, bias, seq_idx, initial_states, final_states_out, silu
        )
        ctx.save_for_backward(x, weight, bias, seq_idx, initial_states)
        ctx.silu = silu
        ctx.return_final_states = return_final_states
        return (out, final_states_out) if return_final_states else out

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, dout: torch.Tensor, *dfinal: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        x, weight, bias, seq_idx, initial_states = ctx.saved_tensors
        dx, dweight, dbias, dinitial_states = kernels().causal_conv1d_bwd(
            x,
            weight,
            bias,
            dout,
            seq_idx,
            initial_states,
            dfinal[0] if ctx.return_final_states else None,
            initial_states is not None and ctx.needs_input_grad[4],
            ctx.silu,
        )
        return dx, dweight, dbias, None, dinitial_states, None, None, None


def causal_conv1d_fn(
    x: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None = None,
    seq_idx: torch.Tensor | None = None,
    initial_states: torch.Tensor | None = None,
    return_final_states: bool = False,
    final_states_out: torch.Tensor | None = None,
    activation: str | None = None,
) -> torch.Tensor | tuple[torch.Tensor, torch.Tensor]:
    """Convolve each channel with its own causal filter.

    out[b, d, l] = act(bias[d] + sum_w weight[d, w] * x[b, d, l - width + 1 + w])

    x may be float32, float16 or bfloat16, and so may weight, independently of x. x may be
    channel-first (time dense) or channel-last (channel dense); seq_idx and states need the latter.

    Args:
        x: (batch, dim, seqlen).
        weight: (dim, width), width 2, 3 or 4.
        bias: (dim,), of weight's type.
        seq_idx: (batch, seqlen) int32. Steps see only steps of the same index; where it is
            negative the output is zero.
        initial_states: (batch, dim, width - 1), the inputs before the first step, of x's type.
        return_final_states: return (out, final_states) with the last width - 1 inputs.
        final_states_out: (batch, dim, width - 1), where to write them.
        activation: None, "silu" or "swish" (the same as "silu").

    Returns:
        out: (batch, dim, seqlen), of x's type and layout.
    """
    return CausalConv1dFn.apply(
        x,
        weight,
        bias,
        seq_idx,
        initial_states,
        return_final_states,
        final_states_out,
        activation,
    )


def causal_conv1d_update(
    x: torch.Tensor,
    conv_state: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None = None,
    activation: str | None = None,
    cache_seqlens: torch.Tensor | None = None,
    conv_state_indices: torch.Tensor | None = None,
) -> torch.Tensor:
    """Convolve new steps on top of a stored state, and update the state in place.

    Args:
        x: (batch, dim) or (batch, dim, seqlen).
        conv_state: (batch, dim, state_len) of x's type, state_len >= width - 1. The newest input
            comes last, unless cache_seqlens is given.
        weight: (dim, width).
        bias: (dim,).
        activation: None, "silu" or "swish".
        cache_seqlens: (batch,) int32. The state is then a ring buffer, and the new inputs go to
            cache_seqlens % state_len and after.
        conv_state_indices: (batch,) int32: the row of conv_state of each batch row. Rows that
            share a state are not allowed; a negative index skips the row (its output is zero).

    Returns:
        out: the shape of x.
    """
    silu = _is_silu(activation)
    single_step = x.dim() == 2
    if single_step:
        x = x.unsqueeze(-1)
    out = kernels().causal_conv1d_update(
        x, conv_state, weight, bias, silu, cache_seqlens, conv_state_indices
    )
    return out.squeeze(-1) if single_step else out
