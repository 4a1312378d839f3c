"""hipCUB's block-wide algorithms; `python -m benchmarks.block_algorithms` prints the table.

The figures are those of `porter build --report kernels`: rule WRP32 rests on them.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from porter.compile.driver import build
from porter.machine.build import kernels_of
from porter.toolchain.discovery import find

KERNELS = Path(__file__).with_name("kernels.hip")


def main() -> None:
    """Compile the kernels and print what they are."""
    parser = argparse.ArgumentParser(description="hipCUB's block-wide algorithms side by side.")
    parser.add_argument("archs", nargs="*", default=["gfx942", "gfx1100"])
    archs = parser.parse_args().archs
    with tempfile.TemporaryDirectory() as folder:
        report = build(KERNELS, archs, folder=Path(folder), device_only=True)
        kernels = kernels_of(report, find(archs=archs))
    print(
        "| kernel | arch | instructions | LDS | latency | cycles | bank conflicts | uncoalesced |"
    )
    print("|---|---|--:|--:|--:|--:|--:|--:|")
    for one in sorted(kernels, key=lambda one: (one.usage.name, one.usage.arch)):
        hot = one.hot
        latency = "?" if hot is None or hot.latency is None else f"{hot.latency:.0f}"
        cells = [
            one.usage.name, one.usage.arch, one.instructions, one.usage.lds, latency,
            "?" if hot is None else f"{hot.cycles:.0f}",
            max((cost for _, cost in one.conflicts), default=1),
            max((cost for _, cost in one.uncoalesced), default=1),
        ]  # fmt: skip
        print(f"| {' | '.join(map(str, cells))} |")


if __name__ == "__main__":
    main()
