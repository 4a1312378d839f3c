"""A layer's forward and backward, a prompt, and the decoding steps after it."""

import torch
from causal_conv1d import causal_conv1d_fn, causal_conv1d_update

batch, dim, length, width = 2, 64, 128, 4
x = torch.randn(batch, dim, length, device="cuda", requires_grad=True)
weight = torch.randn(dim, width, device="cuda", requires_grad=True)
bias = torch.randn(dim, device="cuda", requires_grad=True)

out = causal_conv1d_fn(x, weight, bias, activation="silu")
out.square().mean().backward()
print(f"out {tuple(out.shape)}, dx {tuple(x.grad.shape)}, dweight {tuple(weight.grad.shape)}")

# Channel-last tensors can also return the state that decoding continues from.
with torch.no_grad():
    prompt = torch.randn(batch, length, dim, device="cuda").transpose(1, 2)
    out, state = causal_conv1d_fn(prompt, weight, bias, return_final_states=True, activation="silu")
    for _ in range(3):
        token = torch.randn(batch, dim, device="cuda")
        out = causal_conv1d_update(token, state, weight, bias, activation="silu")
    print(f"state {tuple(state.shape)}, one decoded step {tuple(out.shape)}")
