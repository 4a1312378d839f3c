"""Find durations that are computed from the wrong clock.

## What it does
Warns where a file reads `clock()` or `clock64()` in device code and the device's clock rate, too.

## Why
The cycle counter of an AMD GPU runs with a clock that changes while it runs; `clockRate` is its
maximum. A duration computed from the two is wrong. `wall_clock64()` counts at a constant rate,
which `hipDeviceAttributeWallClockRate` gives in kHz.

## What it leaves alone
Cycle counts that are only compared with each other.

## References
HIP kernel language reference, "Timer functions".
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.source import Finding, SourceFile
from porter.source.cpp.functions import functions_of

_COUNTERS = (b"clock", b"clock64")
_RATES = frozenset((b"clockRate", b"cudaDevAttrClockRate", b"CU_DEVICE_ATTRIBUTE_CLOCK_RATE"))

rule = Rule("NUM01", "clocks", fix=Fix.NONE, names=(b"clock64", b"clock"))

EXAMPLES = (
    Example(
        """
        __global__ void k(long long* t) { t[0] = clock64(); }
        double ms(long long cycles, cudaDeviceProp p) { return double(cycles) / p.clockRate; }
        """,
        findings=("warning",),
    ),
    Example(
        """
        __global__ void k(long long* t) { t[0] = clock64(); }
        double s() { return double(clock()) / CLOCKS_PER_SEC; }
        """,
        title="cycles, and the host's clock",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield one warning for the file."""
    if _RATES.isdisjoint(file.names):
        return
    spans = [(f.body_start, f.body_end) for f in functions_of(file)]
    for call in file.calls(*_COUNTERS):
        if any(start < call.start < end for start, end in spans):
            name = call.name.decode()
            yield rule.warning(
                call,
                f"{name}() counts cycles of a clock that changes; clockRate is its maximum",
                hint="take wall_clock64() and hipDeviceAttributeWallClockRate for durations",
            )
            return
