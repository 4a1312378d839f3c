"""Gradients of a product are products of the same kernels: beside PyTorch's own."""

import efficient_kernels as ek
import torch

a = torch.randn(40, 33, device="cuda", dtype=torch.float64, requires_grad=True)
b = torch.randn(33, 20, device="cuda", dtype=torch.float64, requires_grad=True)
weights = torch.randn(40, 20, device="cuda", dtype=torch.float64)
ours = torch.autograd.grad((ek.gemm(a, b, algorithm="tiled") * weights).sum(), (a, b))
theirs = torch.autograd.grad((a @ b * weights).sum(), (a, b))
for name, x, y in zip("ab", ours, theirs):
    print(f"d{name}: largest difference {(x - y).abs().max().item():.2e}")
