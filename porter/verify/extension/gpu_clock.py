"""Times the functions under test and their gradients on a GPU, by events."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import TracebackType
from typing import Any

#: Cycles that the GPU is kept busy before a span, so that what follows is issued in time: a call of
#: a small kernel takes the host longer than the GPU.
_BUSY_CYCLES = 5_000_000


class GpuClock:
    """A context manager; each time it is entered counts, until `total` is asked for."""

    def __init__(self) -> None:
        self._spans: list[tuple[Any, Any]] = []

    def __enter__(self) -> GpuClock:
        from torch import cuda

        gpu: Any = cuda  # its types are not written down
        start, stop = (gpu.Event(enable_timing=True) for _ in range(2))
        gpu._sleep(_BUSY_CYCLES)
        start.record()
        self._spans.append((start, stop))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._spans[-1][1].record()

    def total(self) -> float:
        """Return the milliseconds of all spans together, and forget them."""
        import torch

        torch.cuda.synchronize()
        spans, self._spans = self._spans, []
        return float(sum(start.elapsed_time(stop) for start, stop in spans))


class Clocked:
    """A module whose functions are timed.

    Args:
        module: the module, or an object with functions.
        clock: entered around each call.
    """

    def __init__(self, module: Any, clock: GpuClock) -> None:
        self._module = module
        self._clock = clock

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._module, name)
        return self._timed(found) if callable(found) else found

    def _timed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def timed(*positional: Any, **named: Any) -> Any:
            with self._clock:
                return function(*positional, **named)

        return timed
