"""Times the kernels against the device's copy bandwidth, and against another build if one is named.

    python benchmarks/benchmark.py [--against DIR] [--layout first|last|both] [--json FILE]

DIR holds another package `causal_conv1d` with the same functions (`pip install --target DIR ...`).

Each operation is captured into a CUDA graph of calls that rotate over enough sets of tensors to
keep the inputs out of the L2 cache; the time is the median replay over the calls in it. The rate
counts each input once and each output once: 2 tensors for the forward, 3 for the backward.
"""

from __future__ import annotations

import argparse
import importlib
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

SHAPES = [(8, 4096, 2048), (1, 2048, 65536), (32, 1536, 512)]
DTYPES = [torch.float16, torch.float32]
WIDTH = 4
ROTATION_BYTES = 1 << 30  # many times the L2 cache
WARM_UP_SECONDS = 0.2
REPLAYS = 15


def graph_time(calls: list[Callable[[], Any]]) -> float:
    """Seconds a call takes on the device, from replays of a graph that holds all of them."""
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        calls[0]()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    kept = []  # outputs stay alive, so that each call writes memory of its own
    with torch.cuda.graph(graph):
        for call in calls:
            kept.append(call())
    # Long enough for the clocks to come up, however short a replay is.
    started = time.perf_counter()
    while time.perf_counter() - started < WARM_UP_SECONDS:
        graph.replay()
        torch.cuda.synchronize()
    times = []
    for _ in range(REPLAYS):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        graph.replay()
        end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end) * 1e-3 / len(calls))
    return statistics.median(times)


def call_time(call: Callable[[], Any], repeats: int = 200) -> float:
    """Seconds a call takes when called in a loop from Python."""
    for _ in range(10):
        call()
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    begin.record()
    for _ in range(repeats):
        call()
    end.record()
    end.synchronize()
    return begin.elapsed_time(end) * 1e-3 / repeats


def copy_bandwidth() -> float:
    """Bytes read and written a second by a large copy on the device."""
    source = torch.randn(1 << 29, device="cuda")
    target = torch.empty_like(source)
    # Not in a graph, where a copy becomes a node for the copy engine and is slower.
    seconds = call_time(lambda: target.copy_(source), repeats=50)
    return 2 * source.numel() * source.element_size() / seconds


class Own:
    """This package's operations, as the benchmark calls them."""

    name = "causal_conv1d"

    def __init__(self) -> None:
        package = importlib.import_module("causal_conv1d")
        self.function = package.causal_conv1d_fn
        self.kernels = importlib.import_module("causal_conv1d.extension").kernels()

    def forward(self, x, weight, bias):
        return self.kernels.causal_conv1d_fwd(x, weight, bias, None, None, None, True)

    def backward(self, x, weight, bias, dout):
        return self.kernels.causal_conv1d_bwd(x, weight, bias, dout, None, None, None, False, True)


class Other:
    """The operations of the package `causal_conv1d` in another folder."""

    def __init__(self, folder: Path) -> None:
        sys.path.insert(0, str(folder))
        package = importlib.import_module("causal_conv1d")
        self.name = f"against {package.__version__}"
        self.function = package.causal_conv1d_fn
        functions = importlib.import_module("causal_conv1d.cpp_functions")
        self._forward = functions.causal_conv1d_fwd_function
        self._backward = functions.causal_conv1d_bwd_function
        sys.path.pop(0)
        for module in [m for m in sys.modules if m.split(".")[0] == "causal_conv1d"]:
            del sys.modules[module]

    def forward(self, x, weight, bias):
        return self._forward(x, weight, bias, None, None, None, True)

    def backward(self, x, weight, bias, dout):
        return self._backward(x, weight, bias, dout, None, None, None, None, False, True)


def tensors(shape: tuple[int, int, int], dtype: torch.dtype, layout: str) -> list[torch.Tensor]:
    batch, dim, length = shape
    if layout == "last":
        return [
            torch.randn(batch, length, dim, device="cuda", dtype=dtype).transpose(1, 2)
            for _ in range(2)
        ]
    return [torch.randn(shape, device="cuda", dtype=dtype) for _ in range(2)]


def measure(sides: list[Any], shape: tuple[int, int, int], dtype: torch.dtype, layout: str):
    """One row a direction: seconds for each side, on the same tensors."""
    bytes_each = shape[0] * shape[1] * shape[2] * dtype.itemsize
    sets = [
        tensors(shape, dtype, layout) for _ in range(max(3, ROTATION_BYTES // (2 * bytes_each)))
    ]
    weight = torch.randn(shape[1], WIDTH, device="cuda", dtype=dtype)
    bias = torch.randn(shape[1], device="cuda", dtype=dtype)
    for direction, tensors_moved in (("forward", 2), ("backward", 3)):
        row = {
            "direction": direction,
            "layout": layout,
            "shape": shape,
            "dtype": str(dtype).removeprefix("torch."),
            "bytes": tensors_moved * bytes_each,
        }
        for side in sides:
            operation = getattr(side, direction)
            calls = [
                (lambda x=x, dout=dout, operation=operation: operation(x, weight, bias))
                if direction == "forward"
                else (lambda x=x, dout=dout, operation=operation: operation(x, weight, bias, dout))
                for x, dout in sets
            ]
            row[side.name] = graph_time(calls)
            torch.cuda.empty_cache()
            if direction == "forward":
                x = sets[0][0]
                row[f"{side.name}, called"] = call_time(
                    lambda x=x, side=side: side.function(x, weight, bias, activation="silu")
                )
            else:
                x = sets[0][0].detach().requires_grad_()
                leaves = [x, weight.requires_grad_(), bias.requires_grad_()]
                out = side.function(x, weight, bias, activation="silu")
                row[f"{side.name}, called"] = call_time(
                    lambda out=out, leaves=leaves: torch.autograd.grad(
                        out, leaves, sets[0][1], retain_graph=True
                    )
                )
                weight.requires_grad_(False)
                bias.requires_grad_(False)
        yield row


def driver_version() -> str:
    answer = subprocess.run(
        ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"],
        capture_output=True,
        text=True,
        check=False,
    )
    return answer.stdout.strip() or "unknown"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--against", type=Path)
    parser.add_argument("--layout", choices=["first", "last", "both"], default="first")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()

    sides = [Other(options.against)] if options.against else []
    sides.insert(0, Own())
    copy = copy_bandwidth()
    device = torch.cuda.get_device_name()
    print(
        f"{device}, driver {driver_version()}, CUDA {torch.version.cuda}, torch {torch.__version__}"
    )
    print(f"copy {copy * 1e-9:.0f} GB/s; share of it, and (microseconds on the device / called)")
    rows = []
    for layout in ["first", "last"] if options.layout == "both" else [options.layout]:
        for dtype in DTYPES:
            for shape in SHAPES:
                for row in measure(sides, shape, dtype, layout):
                    text = f"{row['direction']:8} {layout:5} {row['dtype']:8} {shape!s:17}"
                    for side in sides:
                        share = row["bytes"] / row[side.name] / copy
                        device_us = row[side.name] * 1e6
                        called_us = row[f"{side.name}, called"] * 1e6
                        text += f"  {side.name} {share:.3f} ({device_us:.1f} / {called_us:.1f})"
                    print(text, flush=True)
                    rows.append(row)
    if options.json:
        options.json.write_text(
            json.dumps({"device": device, "copy_bytes_per_second": copy, "rows": rows}, indent=1)
        )


if __name__ == "__main__":
    main()
