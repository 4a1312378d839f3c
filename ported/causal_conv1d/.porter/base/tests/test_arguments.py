"""A bad argument is named in the error."""

import pytest
import torch
from causal_conv1d import causal_conv1d_fn, causal_conv1d_update


def good():
    return {
        "x": torch.randn(2, 8, 16, device="cuda"),
        "weight": torch.randn(8, 4, device="cuda"),
        "bias": torch.randn(8, device="cuda"),
    }


BAD = [
    ("x", torch.randn(2, 8, 16), "x must be a CUDA tensor"),
    ("x", torch.randn(8, 16), "x must be a CUDA tensor"),
    ("x", lambda: torch.randn(8, 16, device="cuda"), "x must have 3 dimensions"),
    ("x", lambda: torch.randn(2, 8, 16, device="cuda").double(), "x must be float32"),
    ("x", lambda: torch.randn(2, 8, 0, device="cuda"), "x must not be empty"),
    ("weight", lambda: torch.randn(9, 4, device="cuda"), "weight must have 8 rows"),
    ("weight", lambda: torch.randn(8, 5, device="cuda"), "weight must have width 2, 3 or 4"),
    ("weight", lambda: torch.randn(8, device="cuda"), "weight must have 2 dimensions"),
    ("weight", torch.randn(8, 4), "weight must be a CUDA tensor"),
    ("bias", lambda: torch.randn(7, device="cuda"), "bias must have shape"),
    ("bias", lambda: torch.randn(8, device="cuda").half(), "bias must be Float"),
    ("seq_idx", lambda: torch.zeros(2, 16, device="cuda"), "seq_idx needs a channel-last x"),
    (
        "initial_states",
        lambda: torch.zeros(2, 8, 3, device="cuda"),
        "initial_states needs a channel-last x",
    ),
]


@pytest.mark.parametrize("name, value, message", BAD, ids=[m for _, _, m in BAD])
def test_forward_names_the_argument(name, value, message):
    arguments = good() | {name: value() if callable(value) else value}
    with pytest.raises(RuntimeError, match=message):
        causal_conv1d_fn(**arguments)


def test_states_of_the_wrong_shape_or_type():
    arguments = good()
    arguments["x"] = arguments["x"].transpose(1, 2).contiguous().transpose(1, 2)
    with pytest.raises(RuntimeError, match="initial_states must have shape"):
        causal_conv1d_fn(**arguments, initial_states=torch.zeros(2, 8, 4, device="cuda"))
    with pytest.raises(RuntimeError, match="initial_states must be Float"):
        causal_conv1d_fn(**arguments, initial_states=torch.zeros(2, 8, 3, device="cuda").half())
    with pytest.raises(RuntimeError, match="seq_idx must be Int"):
        causal_conv1d_fn(**arguments, seq_idx=torch.zeros(2, 16, device="cuda").long())


def test_activation():
    with pytest.raises(ValueError, match="activation must be"):
        causal_conv1d_fn(**good(), activation="relu")


def test_update_names_the_argument():
    arguments = good()
    x = arguments.pop("x")[..., 0]
    with pytest.raises(RuntimeError, match="conv_state must hold at least width - 1 = 3"):
        causal_conv1d_update(x, torch.zeros(2, 8, 2, device="cuda"), **arguments)
    with pytest.raises(RuntimeError, match="conv_state must have shape"):
        causal_conv1d_update(x, torch.zeros(3, 8, 4, device="cuda"), **arguments)
    with pytest.raises(RuntimeError, match="cache_seqlens must be Int"):
        causal_conv1d_update(
            x,
            torch.zeros(2, 8, 4, device="cuda"),
            **arguments,
            cache_seqlens=torch.zeros(2, device="cuda"),
        )
