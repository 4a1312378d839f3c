"""Let host functions use macros that are device functions in the device's pass.

## What it does
Where a macro calls one of CUDA's functions of bits in a branch that only the device's pass sees
(`#define ROTR(x, n) __funnelshift_r(x, x, n)`), and another branch of the same conditional defines
it for the host, includes the support header `device_pass_calls.hpp`.

## Why
nvcc looks at the bodies of host functions in the host's pass, where the macro is the other
branch's. Clang looks at them in the device's pass, too, and refuses the call of a device function:
`no matching function for call to '__funnelshift_r'`.

## What it leaves alone
Macros that the host has none of.

## References
clang, "HIP Support": both passes check all functions, which may differ by their marks alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._passes import ARCH, devices_and_hosts
from porter.source import SourceFile
from porter.source.preprocessor.conditionals import Branch
from porter.source.text.edits import RuleOutput

#: What the support header declares.
_CALLED = re.compile(
    rb"(?<!\w)__(?:funnelshift_[lr]c?+|byte_perm|brev(?:ll)?+|u?+mulhi|u?+mul64hi|ldg)(?!\w)"
)
_MACRO = re.compile(
    rb"(?m)^[ \t]*+#[ \t]*+define[ \t]++(?P<name>\w++)(?P<body>(?:[^\\\r\n]|\\\r?\n|\\.)*+)"
)

rule = Rule("LNG96", "device-pass-macros", names=(ARCH,), handles=())

EXAMPLES = (
    Example(
        """
        #if __CUDA_ARCH__ < 320
        #define ROTR32(x, n) (((x) >> (n)) | ((x) << (32 - (n))))
        #else
        #define ROTR32(x, n) __funnelshift_r((x), (x), (n))
        #endif
        """,
        """
        #include "porter_compat/device_pass_calls.hpp"
        #if __CUDA_ARCH__ < 320
        #define ROTR32(x, n) (((x) >> (n)) | ((x) << (32 - (n))))
        #else
        #define ROTR32(x, n) __funnelshift_r((x), (x), (n))
        #endif
        """,
    ),
    Example(
        """
        #ifdef __CUDA_ARCH__
        #define ROTR32(x, n) __funnelshift_r((x), (x), (n))
        #define TWICE(x) (2 * (x))
        #else
        #define TWICE(x) ((x) + (x))
        #endif
        """,
        title="the host has no such macro",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the support header where a macro needs it."""
    if _CALLED.search(file.code) is None:
        return
    for devices, hosts in devices_and_hosts(file):
        of_host = {name for branch in hosts for name, _ in _macros(file, branch)}
        of_device = (one for branch in devices for one in _macros(file, branch))
        if any(name in of_host and _CALLED.search(body) for name, body in of_device):
            yield rule.support("device_pass_calls.hpp")
            return


def _macros(file: SourceFile, branch: Branch) -> Iterator[tuple[bytes, bytes]]:
    """Yield name and text of each macro that a branch defines."""
    for match in _MACRO.finditer(file.code, branch.start, branch.end):
        yield match["name"], match["body"]
