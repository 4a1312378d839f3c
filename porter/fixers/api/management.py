"""Include AMD SMI's header for NVML's.

## What it does
`#include <nvml.h>` becomes `#include <amd_smi/amdsmi.h>`. NVML's everyday calls (handles, names,
clocks, power, temperature, memory, utilisation) are the support header's `management.hpp` (LNG11).

## Why
HIP has no management library; AMD SMI is ROCm's, with other functions, structures and units.

## What it leaves alone
A header of the project's own of that name, and calls that `management.hpp` has not: API09 reports
them.

## References
AMD SMI's documentation, "C++ library reference"; NVML API reference.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import Edit, SourceFile

_HEADER = b"nvml.h"

rule = Rule("API23", "management", headers=(_HEADER,))

EXAMPLES = (
    Example("#include <nvml.h>\n", "#include <amd_smi/amdsmi.h>\n"),
    Example('#include "nvml.h"\n', files=("nvml.h",), title="the project's own"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield the header's new name."""
    for include in file.includes:
        if include.path == _HEADER and include.path not in context.headers:
            yield rule.replace(include.path_span, b"amd_smi/amdsmi.h")
