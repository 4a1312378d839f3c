"""One call, whatever the build mode."""

import efficient_kernels as ek
import torch

a = torch.randn(300, 500, device="cuda")
b = torch.randn(500, 200, device="cuda")
c = ek.gemm(a, b)
error = (c.double() - a.double() @ b.double()).abs().max().item()
print(f"kernels: {ek.build_mode()}; c {tuple(c.shape)}, largest error {error:.2e}")
