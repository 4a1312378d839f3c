"""Time of forward and backward beside torch's own convolution; the argument is how many runs."""

import sys

import torch
import torch.nn.functional as F
from causal_conv1d import causal_conv1d_fn

REPEATS = int(sys.argv[1]) if len(sys.argv) > 1 else None


def torch_conv1d(x, weight, bias, activation):
    length, width = x.shape[-1], weight.shape[1]
    out = F.conv1d(x, weight[:, None], bias, padding=width - 1, groups=x.shape[1])[..., :length]
    return F.silu(out)


def microseconds(call):
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    begin.record()
    call()
    end.record()
    end.synchronize()
    # Once where that is slow: on a host that stands in for a GPU.
    repeats = REPEATS or (50 if begin.elapsed_time(end) < 200 else 1)
    for _ in range(min(5, repeats) - 1):
        call()
    begin.record()
    for _ in range(repeats):
        call()
    end.record()
    end.synchronize()
    return begin.elapsed_time(end) * 1e3 / repeats


def forward_and_backward(function, leaves, dout):
    """Microseconds of each."""
    out = function(*leaves, activation="silu")
    return (
        microseconds(lambda: function(*leaves, activation="silu")),
        microseconds(lambda: torch.autograd.grad(out, leaves, dout, retain_graph=True)),
    )


print(torch.cuda.get_device_name())
for shape in ((4, 2048, 2048), (1, 1024, 32768)):
    for dtype in (torch.float32, torch.float16, torch.bfloat16):
        leaves = [
            torch.randn(size, device="cuda", dtype=dtype, requires_grad=True)
            for size in (shape, (shape[1], 4), (shape[1],))
        ]
        dout = torch.randn(shape, device="cuda", dtype=dtype)
        own = forward_and_backward(causal_conv1d_fn, leaves, dout)
        torchs = forward_and_backward(torch_conv1d, leaves, dout)
        print(
            f"{shape!s:17} {str(dtype)[6:]:9} forward {own[0]:8.1f} us (torch {torchs[0]:8.1f})  "
            f"backward {own[1]:8.1f} us (torch {torchs[1]:8.1f})"
        )
