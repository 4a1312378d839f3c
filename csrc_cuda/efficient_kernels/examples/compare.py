"""Every algorithm and type: error and speed beside torch.matmul; the argument is the size."""

import sys

import efficient_kernels as ek
import torch

REPEATS = 5


def milliseconds(call) -> float:
    call()
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    begin.record()
    for _ in range(REPEATS):
        call()
    end.record()
    end.synchronize()
    return begin.elapsed_time(end) / REPEATS


def usual_size() -> int:
    """4096, or 128 where that would take hours: on a host that stands in for a GPU."""
    a = torch.randn(256, 256, device="cuda")
    return 4096 if milliseconds(lambda: ek.gemm(a, a)) < 1 else 128


SIZE = int(sys.argv[1]) if len(sys.argv) > 1 else usual_size()
print(f"{torch.cuda.get_device_name()}, {SIZE} x {SIZE} x {SIZE}")
for dtype in (torch.float32, torch.float16, torch.bfloat16):
    a = torch.randn(SIZE, SIZE, device="cuda").to(dtype)
    b = torch.randn(SIZE, SIZE, device="cuda").to(dtype)
    exact = a.double() @ b.double()
    candidates = {"torch.matmul": lambda a=a, b=b: a @ b}
    for algorithm in ("basic", "tiled", "tensor_cores"):
        if algorithm == "tensor_cores" and dtype == torch.float32:
            continue
        candidates[algorithm] = lambda a=a, b=b, algorithm=algorithm: ek.gemm(a, b, algorithm)
    for name, call in candidates.items():
        error = ((call().double() - exact).norm() / exact.norm()).item()
        time = milliseconds(call)
        rate = 2 * SIZE**3 / time * 1e-9
        print(f"{str(dtype)[6:]:9} {name:13} {time:8.3f} ms {rate:7.1f} TFLOP/s error {error:.1e}")
