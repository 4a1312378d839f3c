"""Time of calls on the device, and the bandwidth of a copy."""

import math
import statistics
from collections.abc import Callable
from typing import Any

import torch

REPEATS = 7
SECONDS = 0.03  # that a repeat lasts, about


def seconds(call: Callable[[], Any]) -> float:
    """The median over repeats of many calls each."""
    for _ in range(3):
        call()
    once = _elapsed(call, 3)
    calls = max(3, min(500, int(SECONDS / once)))
    return statistics.median(_elapsed(call, calls) for _ in range(REPEATS))


def _elapsed(call: Callable[[], Any], calls: int) -> float:
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    begin.record()
    for _ in range(calls):
        call()
    end.record()
    end.synchronize()
    return begin.elapsed_time(end) * 1e-3 / calls


def copy_bandwidth() -> float:
    """Bytes read and written a second by a large copy on the device."""
    source = torch.randn(1 << 28, device="cuda")
    target = torch.empty_like(source)
    return 2 * source.nbytes / seconds(lambda: target.copy_(source))


def seconds_or_nan(call: Callable[[], Any]) -> float:
    """NaN where PyTorch cannot do it; the reason is printed."""
    try:
        return seconds(call)
    except RuntimeError as error:
        print(f"  ({type(error).__name__}: {str(error).splitlines()[0][:100]})")
        return math.nan
