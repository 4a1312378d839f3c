"""Call two operators; the first run builds them."""

import time

import ck_tile
import ck_tile.torch_ops
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
x = torch.randn(8, 300, device=device)
weight = torch.rand(300, device=device)

start = time.perf_counter()
y = ck_tile.rms_norm(x, weight, 1e-6)
z = torch.ops.ck_tile.silu_and_mul(x)
print(f"first calls: {time.perf_counter() - start:.2f} s")

expected = x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-6) * weight
gate, up = x.chunk(2, -1)
print(f"rms_norm: largest difference {(y - expected).abs().max():.1e}")
silu = torch.nn.functional.silu(gate) * up
print(f"silu_and_mul: largest difference {(z - silu).abs().max():.1e}")
print(f"ActivationType.Silu = {int(ck_tile.ActivationType.Silu)}")
