"""The kernels compiled at first use, though a prebuilt extension may be there; then from the cache.

    python examples/jit.py
    porter run --on cpu -- python examples/jit.py      # without a GPU
"""

import os
import time

os.environ["EFFICIENT_KERNELS_FORCE_JIT"] = "1"

import efficient_kernels as ek
import torch

a, b = torch.randn(65, 33, device="cuda"), torch.randn(33, 17, device="cuda")
start = time.perf_counter()
c = ek.gemm(a, b, algorithm="basic")
first = time.perf_counter() - start
start = time.perf_counter()
again = ek.gemm(a, b, algorithm="basic")
second = time.perf_counter() - start
assert ek.build_mode() == "jit" and torch.equal(c, again)
error = (c.double() - a.double() @ b.double()).abs().max().item()
print(f"first call {first:.1f} s with the compiler, second {second:.4f} s; largest error {error:.2e}")
