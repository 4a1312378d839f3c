"""The reference against torch's own convolution, on the CPU."""

import pytest
import torch
import torch.nn.functional as F
from causal_conv1d import reference


@pytest.mark.parametrize("width", [2, 3, 4])
@pytest.mark.parametrize("with_states", [False, True])
def test_matches_torch_conv1d(width, with_states):
    torch.manual_seed(width)
    x = torch.randn(2, 5, 11, dtype=torch.float64)
    weight = torch.randn(5, width, dtype=torch.float64)
    bias = torch.randn(5, dtype=torch.float64)
    states = torch.randn(2, 5, width - 1, dtype=torch.float64) if with_states else None
    out = reference.causal_conv1d_ref(x, weight, bias, initial_states=states, activation="silu")
    padded = F.pad(x, (width - 1, 0)) if states is None else torch.cat([states, x], -1)
    expected = F.silu(F.conv1d(padded, weight[:, None], bias, groups=5))
    torch.testing.assert_close(out, expected)


def test_sequences_do_not_see_each_other():
    torch.manual_seed(0)
    x = torch.randn(1, 3, 10, dtype=torch.float64)
    weight = torch.randn(3, 4, dtype=torch.float64)
    seq_idx = torch.tensor([[0, 0, 0, 1, 1, 1, 1, -1, -1, -1]], dtype=torch.int32)
    out = reference.causal_conv1d_ref(x, weight, seq_idx=seq_idx)
    torch.testing.assert_close(out[..., :3], reference.causal_conv1d_ref(x[..., :3], weight))
    torch.testing.assert_close(out[..., 3:7], reference.causal_conv1d_ref(x[..., 3:7], weight))
    assert (out[..., 7:] == 0).all()


@pytest.mark.parametrize("ring", [False, True])
@pytest.mark.parametrize("state_len", [3, 5])
def test_decoding_step_by_step_is_the_whole_convolution(ring, state_len):
    torch.manual_seed(1)
    x = torch.randn(2, 3, 9, dtype=torch.float64)
    weight = torch.randn(3, 4, dtype=torch.float64)
    expected = reference.causal_conv1d_ref(x, weight, activation="silu")
    state = torch.zeros(2, 3, state_len, dtype=torch.float64)
    for t in range(9):
        position = torch.full((2,), t, dtype=torch.int32) if ring else None
        out = reference.causal_conv1d_update_ref(
            x[..., t], state, weight, activation="silu", cache_seqlens=position
        )
        torch.testing.assert_close(out, expected[..., t])
