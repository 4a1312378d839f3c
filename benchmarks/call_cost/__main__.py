"""Times calls whose launch is empty; `python -m benchmarks.call_cost` prints the table."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from time import thread_time
from timeit import repeat
from typing import Any

import torch
from torch.utils.cpp_extension import load

#: Short rounds, of the thread's own time: other processes have no part in it.
CALLS, ROUNDS = 500, 400
#: A model's layers, and the operators of one.
LAYERS, OPERATORS = 24, 48


class Dispatcher:
    """Finds the backend and the architecture in each call, and hands it on.

    Args:
        module: the compiled functions.
    """

    def __init__(self, module: Any) -> None:
        self._backends = {"rocm": module.dispatched, "cuda": module.dispatched}

    def __call__(self, name: str, x: torch.Tensor, *arguments: Any) -> int:
        """Run the operator `name` by the kernel for the device of `x`."""
        backend = "cuda" if x.is_cuda else "rocm"
        function = self._backends.get(backend)
        if function is None:
            raise ValueError(f"no {name} for {backend}")
        found: int = function(name, _architecture(x.device), x, *arguments)
        return found


def _architecture(device: torch.device) -> str:
    return {"cpu": "gfx942", "cuda": "sm90a"}[device.type]


def ways(module: Any) -> dict[str, Callable[[], int]]:
    """Return the ways to call, by name."""
    x = torch.zeros(1, 16, 2, 64)
    table = torch.zeros(16, 32)
    dispatch, operator = Dispatcher(module), torch.ops.call_cost.direct
    # As the package's function does: one call of Python's on top of the compiled one.
    direct = module.direct

    def rope3d(x: torch.Tensor, c: torch.Tensor, s: torch.Tensor, f: int, h: int, w: int) -> int:
        found: int = direct(x, c, s, f, h, w)
        return found

    return {
        "bare pybind11 call": lambda: module.bare(x, table, table, 1, 4, 4),
        "the operator of one architecture": lambda: direct(x, table, table, 1, 4, 4),
        "the same, in a function of Python's": lambda: rope3d(x, table, table, 1, 4, 4),
        "chosen at run time": lambda: dispatch("rope3d", x, table, table, 1, 4, 4),
        "torch.ops": lambda: operator(x, table, table, 1, 4, 4),
    }


def measured(calls: dict[str, Callable[[], int]]) -> dict[str, float]:
    """Return nanoseconds a call: the best of rounds in which all ways take turns."""
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(ROUNDS):
        for name, call in calls.items():
            best[name] = min(best[name], repeat(call, timer=thread_time, number=CALLS, repeat=1)[0])
    return {name: seconds / CALLS * 1e9 for name, seconds in best.items()}


def main() -> None:
    """Build, time, print."""
    source = Path(__file__).with_name("calls.cc")
    with tempfile.TemporaryDirectory() as folder:
        module = load("call_cost", [str(source)], extra_cflags=["-O3"], build_directory=folder)
        found = measured(ways(module))
    bare = found["bare pybind11 call"]
    print("| call | ns | above bare, ns | × bare | 24 layers of 48 operators, µs |")
    print("|---|--:|--:|--:|--:|")
    for name, time in found.items():
        layers = time * LAYERS * OPERATORS / 1000
        print(f"| {name} | {time:.0f} | {time - bare:.0f} | {time / bare:.2f} | {layers:.0f} |")


if __name__ == "__main__":
    main()
