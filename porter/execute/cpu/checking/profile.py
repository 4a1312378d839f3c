"""Where kernels spent what, read from the lines that programs wrote when they ended."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from porter.errors import PorterError
from porter.execute.cpu.checking.findings import frame, lines
from porter.execute.cpu.checking.own_lines import OwnLines
from porter.execute.cpu.checking.symbols import Frame
from porter.files import json_values as values
from porter.toolchain.model import Toolchain

#: What is counted of a line.
COUNTS = ("lds_read", "lds_written", "global_read", "global_written", "barriers", "nanoseconds")


@dataclass
class LineProfile:
    """What one source line did, in all launches of a kernel.

    Args:
        lds_read: bytes.
        lds_written: bytes.
        global_read: bytes.
        global_written: bytes.
        barriers: passages of waves.
        nanoseconds: from when the line touched memory, or a loop came by it, to when another did.
    """

    lds_read: int = 0
    lds_written: int = 0
    global_read: int = 0
    global_written: int = 0
    barriers: int = 0
    nanoseconds: int = 0

    def add(self, counts: dict[str, int]) -> None:
        """Add what one program counted."""
        for name, count in counts.items():
            setattr(self, name, getattr(self, name) + count)


@dataclass
class KernelProfile:
    """What a kernel did in all of its launches.

    Args:
        launches: how many.
        seconds: that they took, watched.
        blocks: of all launches.
        waves: likewise.
        lines: by source line.
    """

    launches: int = 0
    seconds: float = 0
    blocks: int = 0
    waves: int = 0
    lines: dict[Frame, LineProfile] = field(default_factory=lambda: defaultdict(LineProfile))

    def total(self, name: str) -> int:
        """Return the sum of a count over all lines."""
        return sum(getattr(line, name) for line in self.lines.values())

    def add(self, table: dict[str, Any], own_lines: OwnLines) -> None:
        """Add what one program wrote of the kernel."""
        self.launches += values.whole(table["launches"])
        self.seconds += values.whole(table["nanoseconds"]) / 1e9
        self.blocks += values.whole(table["blocks"])
        self.waves += values.whole(table["waves"])
        for line in values.rows(table["lines"]):
            stack = own_lines.shown([frame(one) for one in values.rows(line["place"])])
            if stack:
                counts = {name: values.whole(line[name]) for name in COUNTS}
                self.lines[stack[0]._replace(column=0)].add(counts)


def read_profile(folder: Path, toolchain: Toolchain) -> dict[str, KernelProfile]:
    """Read the profile in a folder: kernels by name, those that took longest first.

    Args:
        folder: where `Watch.watching` had it written.
        toolchain: what the programs were built with.

    Raises:
        PorterError: a line is none that the runtime writes.
    """
    kernels: dict[str, KernelProfile] = defaultdict(KernelProfile)
    own_lines = OwnLines(toolchain)
    try:
        for table in lines(folder):
            if "profile" in table:
                kernels[values.text(table["profile"])].add(table, own_lines)
    except (KeyError, ValueError) as error:
        raise PorterError(f"what a program wrote is no profile: {error}", path=folder) from error
    return dict(sorted(kernels.items(), key=lambda item: -item[1].seconds))
