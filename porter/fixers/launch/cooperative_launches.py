"""Find cooperative launches whose grid nobody fits to the device.

## What it does
Notes a cooperative launch in a file that does not ask how many blocks fit on the device.

## Why
All blocks of a cooperative launch have to be on the device at once. How many fit follows from
registers, shared memory and the number of compute units: a grid that was counted for an NVIDIA
GPU is refused by `hipLaunchCooperativeKernel` when it is too large, and from ROCm 7.0 on the
stream has to be one of the same device, too.

## What it leaves alone
Files that ask `cudaOccupancyMaxActiveBlocksPerMultiprocessor` or the driver API's counterpart.

## References
HIP runtime API, cooperative kernels; HIP 7 changes.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.source import Finding, SourceFile

_LAUNCHES = frozenset(
    (
        b"cudaLaunchCooperativeKernel",
        b"cudaLaunchCooperativeKernelMultiDevice",
        b"cuLaunchCooperativeKernel",
        b"cudaLaunchAttributeCooperative",
    )
)
_ASKED = frozenset(
    (
        b"cudaOccupancyMaxActiveBlocksPerMultiprocessor",
        b"cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
        b"cuOccupancyMaxActiveBlocksPerMultiprocessor",
        b"cudaOccupancyMaxPotentialBlockSize",
    )
)

rule = Rule("LCH02", "cooperative-launches", fix=Fix.NONE, names=_LAUNCHES)

EXAMPLES = (
    Example(
        "cudaLaunchCooperativeKernel(kernel, 160, 256, arguments, 0, stream);\n",
        findings=("note",),
    ),
    Example(
        """
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, kernel, 256, 0);
        cudaLaunchCooperativeKernel(kernel, n * processors, 256, arguments, 0, stream);
        """,
        title="the device is asked",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield a note for each launch."""
    if not _ASKED.isdisjoint(file.names):
        return
    for use in file.occurrences_of(rule.names - context.defined):
        yield rule.note(
            use,
            "all blocks have to fit on the device at once; how many do differs between GPUs",
            hint="count them with hipOccupancyMaxActiveBlocksPerMultiprocessor",
        )
