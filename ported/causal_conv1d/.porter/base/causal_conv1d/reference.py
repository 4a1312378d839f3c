"""The same functions in plain PyTorch, on any device: what the kernels are tested against."""

from __future__ import annotations

import torch
import torch.nn.functional as F


def _activate(out: torch.Tensor, activation: str | None) -> torch.Tensor:
    if activation not in (None, "silu", "swish"):
        raise ValueError(f"activation must be None, 'silu' or 'swish', got {activation!r}")
    return out if activation is None else F.silu(out)


def causal_conv1d_ref(
    x: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None = None,
    seq_idx: torch.Tensor | None = None,
    initial_states: torch.Tensor | None = None,
    return_final_states: bool = False,
    final_states_out: torch.Tensor | None = None,
    activation: str | None = None,
) -> torch.Tensor | tuple[torch.Tensor, torch.Tensor]:
    """Reference for `causal_conv1d_fn`: a sum over the filter's taps, in weight's type.

    Shapes: x (batch, dim, seqlen), weight (dim, width), bias (dim,), seq_idx (batch, seqlen),
    states (batch, dim, width - 1).
    """
    batch, dim, seqlen = x.shape
    width = weight.shape[1]
    states = x.new_zeros(batch, dim, width - 1) if initial_states is None else initial_states
    history = torch.cat([states, x], dim=-1)
    inputs = history.to(weight.dtype)

    out = torch.zeros(batch, dim, seqlen, dtype=weight.dtype, device=x.device)
    if seq_idx is not None:
        # The initial state belongs to the first step's sequence.
        owner = torch.cat([seq_idx[:, :1].expand(-1, width - 1), seq_idx], dim=-1)
    for w in range(width):
        tap = weight[:, w, None] * inputs[..., w : w + seqlen]
        if seq_idx is not None:
            tap = tap * (owner[:, None, w : w + seqlen] == seq_idx[:, None, :])
        out = out + tap
    if bias is not None:
        out = out + bias[:, None]
    out = _activate(out, activation)
    if seq_idx is not None:
        out = out.masked_fill((seq_idx < 0)[:, None, :], 0.0)
    out = out.to(x.dtype)
    if not return_final_states:
        return out
    final_states = history[..., history.shape[-1] - (width - 1) :]
    if final_states_out is not None:
        final_states = final_states_out.copy_(final_states)
    return out, final_states


def causal_conv1d_update_ref(
    x: torch.Tensor,
    conv_state: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None = None,
    activation: str | None = None,
    cache_seqlens: torch.Tensor | None = None,
    conv_state_indices: torch.Tensor | None = None,
) -> torch.Tensor:
    """Reference for `causal_conv1d_update`, row by row; updates conv_state in place."""
    steps = x.unsqueeze(-1) if x.dim() == 2 else x
    batch, _, seqlen = steps.shape
    width = weight.shape[1]
    state_len = conv_state.shape[-1]
    out = torch.zeros_like(steps)
    for b in range(batch):
        row = b if conv_state_indices is None else int(conv_state_indices[b])
        if row < 0:
            continue
        state = conv_state[row]
        head = 0 if cache_seqlens is None else int(cache_seqlens[b])
        ring = (torch.arange(state_len, device=x.device) + head) % state_len
        history = torch.cat([state[:, ring], steps[b]], dim=-1)
        out[b] = causal_conv1d_ref(
            history[None, :, -(seqlen + width - 1) :], weight, bias, activation=activation
        )[0, :, width - 1 :]
        if cache_seqlens is None:
            state.copy_(history[:, -state_len:])
        else:
            for t in range(seqlen):
                state[:, (head + t) % state_len] = steps[b, :, t]
    return out.reshape(x.shape)
