"""Include the calls of AMD SMI for NVML's header.

## What it does
`#include <nvml.h>` becomes the support header `management.hpp`, which includes AMD SMI's, and has
NVML's everyday calls (handles, names, clocks, power, temperature, memory, utilisation; LNG11) and
the macros of its sizes, which programs ask for.

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

from porter.compat.headers import support_path
from porter.fixers import Context, Example, Rule
from porter.source import Edit, SourceFile

_HEADER = b"nvml.h"
_SUPPORT = "management.hpp"

rule = Rule("API23", "management", headers=(_HEADER,))

EXAMPLES = (
    Example("#include <nvml.h>\n", '#include "porter_compat/management.hpp"\n'),
    Example('#include "nvml.h"\n', files=("nvml.h",), title="the project's own"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield the header's new name."""
    for include in file.includes:
        if include.path == _HEADER and include.path not in context.headers:
            path = support_path(file.path, _SUPPORT).encode()
            needed = "" if include.is_test else _SUPPORT
            yield rule.replace(include.quoted_span, b'"%b"' % path, support=needed)
