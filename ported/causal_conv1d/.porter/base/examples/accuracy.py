"""Largest difference from the PyTorch reference, forward and gradients, for every type."""

import torch
from causal_conv1d import causal_conv1d_fn, causal_conv1d_ref

LIMIT = {torch.float32: 1e-3, torch.float16: 2e-2, torch.bfloat16: 2e-1}


def outputs_and_gradients(function, tensors, dout):
    leaves = [tensor.detach().requires_grad_() for tensor in tensors]
    out = function(*leaves, activation="silu")
    return [out, *torch.autograd.grad(out, leaves, dout)]


torch.manual_seed(0)
failed = False
for dtype, limit in LIMIT.items():
    x = torch.randn(4, 96, 1000, device="cuda").to(dtype)
    weight = torch.randn(96, 4, device="cuda")
    bias = torch.randn(96, device="cuda")
    dout = torch.randn_like(x)
    own = outputs_and_gradients(causal_conv1d_fn, (x, weight, bias), dout)
    exact = outputs_and_gradients(
        causal_conv1d_ref, [t.double() for t in (x, weight, bias)], dout.double()
    )
    for name, got, expected in zip(("out", "dx", "dweight", "dbias"), own, exact, strict=True):
        # Sums over batch and time grow with the number of terms: compare with their size.
        scale = expected.abs().max().clamp_min(1.0)
        difference = ((got.double() - expected).abs().max() / scale).item()
        failed |= not difference < limit
        print(f"{str(dtype)[6:]:9} {name:8} largest difference {difference:.2e} (limit {limit})")
print("FAILED" if failed else "ok")
raise SystemExit(failed)
