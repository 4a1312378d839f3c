"""Decoding steps against the reference in float64."""

import pytest
import torch
from causal_conv1d import causal_conv1d_fn, causal_conv1d_update, causal_conv1d_update_ref
from compare import DTYPES, TOLERANCE, assert_near, random_tensor


def check(dtype, weight_dtype, width, state_len, seqlen, *, ring=False, rows=None, dim=72):
    batch = 3
    x = random_tensor(batch, dim, seqlen, dtype=dtype, seed=1)
    if seqlen == 1:
        x = x.squeeze(-1)
    weight = random_tensor(dim, width, dtype=weight_dtype, seed=2)
    bias = random_tensor(dim, dtype=weight_dtype, seed=3)
    state = random_tensor(batch if rows is None else 8, dim, state_len, dtype=dtype, seed=4)
    expected_state = state.double()
    options = {
        "activation": "silu",
        "cache_seqlens": torch.tensor([0, 2, 11], device="cuda", dtype=torch.int32)
        if ring
        else None,
        "conv_state_indices": torch.tensor(rows, device="cuda", dtype=torch.int32)
        if rows
        else None,
    }
    out = causal_conv1d_update(x, state, weight, bias, **options)
    expected = causal_conv1d_update_ref(
        x.double(), expected_state, weight.double(), bias.double(), **options
    )
    assert_near(out, expected, TOLERANCE[dtype])
    assert torch.equal(state.double(), expected_state)


@pytest.mark.parametrize("weight_dtype", DTYPES, ids=str)
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("width", [2, 3, 4])
def test_type_pairs(dtype, weight_dtype, width):
    check(dtype, weight_dtype, width, state_len=width, seqlen=1)


@pytest.mark.parametrize("ring", [False, True])
@pytest.mark.parametrize("rows", [None, [5, -1, 0]])
@pytest.mark.parametrize("state_len, seqlen", [(3, 1), (3, 2), (4, 4), (7, 3), (16, 5)])
def test_states(state_len, seqlen, rows, ring):
    if ring and seqlen > state_len:
        pytest.skip("the ring would overwrite what it has just written")
    check(torch.float32, torch.float32, 4, state_len, seqlen, ring=ring, rows=rows)


def test_more_steps_than_the_state_holds():
    check(torch.float32, torch.float32, 4, state_len=3, seqlen=9)


def test_decoding_continues_a_prompt():
    dim, prompt, total = 64, 20, 30
    x = random_tensor(2, total, dim, dtype=torch.float32, seed=1).transpose(1, 2)
    weight = random_tensor(dim, 4, dtype=torch.float32, seed=2)
    whole = causal_conv1d_fn(x, weight, activation="silu")
    _, state = causal_conv1d_fn(
        x[..., :prompt], weight, activation="silu", return_final_states=True
    )
    for t in range(prompt, total):
        out = causal_conv1d_update(x[..., t], state, weight, activation="silu")
        assert_near(out, whole[..., t], TOLERANCE[torch.float32])
