"""A profile of kernels as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from porter.report.device.wording import relative

if TYPE_CHECKING:
    from porter.execute.cpu.checking.profile import KernelProfile

#: Lines of a kernel that are shown.
_MOST_LINES = 20


def profile_text(kernels: Mapping[str, KernelProfile], folder: Path) -> str:
    """Return a profile as text: each kernel, and its lines, those with most time first.

    Args:
        kernels: by name.
        folder: that paths are relative to.
    """
    return "".join(
        f"{line}\n" for name, one in kernels.items() for line in _kernel(name, one, folder)
    )


def profile_json(kernels: Mapping[str, KernelProfile]) -> list[dict[str, Any]]:
    """Return a profile in terms of JSON."""
    return [
        {
            "kernel": name,
            "launches": one.launches,
            "seconds": one.seconds,
            "blocks": one.blocks,
            "waves": one.waves,
            "lines": [
                {"file": place.file, "line": place.line, "function": place.function, **asdict(line)}
                for place, line in one.lines.items()
            ],
        }
        for name, one in kernels.items()
    ]


def _kernel(name: str, kernel: KernelProfile, folder: Path) -> Iterator[str]:
    yield f"kernel {name}"
    yield (
        f"  {_counted(kernel.launches, 'launch', 'launches')}, {kernel.seconds * 1e3:.3f} ms, "
        f"{_counted(kernel.blocks, 'block', 'blocks')}, {_counted(kernel.waves, 'wave', 'waves')}"
    )
    yield f"  {'time':>6}  {'barriers':>8}  {'LDS':>17}  {'global':>17}  line"
    yield f"  {'':>6}  {'':>8}  {'read':>8} {'written':>8}  {'read':>8} {'written':>8}"
    whole = max(kernel.total("nanoseconds"), 1)
    lines = sorted(kernel.lines.items(), key=lambda item: (-item[1].nanoseconds, item[0]))
    for place, line in lines[:_MOST_LINES]:
        bytes_moved = (line.lds_read, line.lds_written, line.global_read, line.global_written)
        sizes = [_size(count) for count in bytes_moved]
        yield (
            f"  {100 * line.nanoseconds / whole:5.1f}%  {line.barriers or '':>8}  {sizes[0]:>8} "
            f"{sizes[1]:>8}  {sizes[2]:>8} {sizes[3]:>8}  "
            f"{relative(place.file, folder)}:{place.line}"
        )
    if len(lines) > _MOST_LINES:
        yield f"  and {len(lines) - _MOST_LINES} lines more"


def _counted(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"


def _size(count: int) -> str:
    if count == 0:
        return ""
    for unit in ("B", "KiB", "MiB", "GiB"):
        if count < 1024 or unit == "GiB":
            break
        count = count // 1024 if count >= 10240 else round(count / 1024)
    return f"{count} {unit}"
