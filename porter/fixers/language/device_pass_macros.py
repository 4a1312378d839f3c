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
from porter.source import SourceFile
from porter.source.preprocessor.conditionals import Branch, chains, reached
from porter.source.preprocessor.expressions import Macro, World
from porter.source.text.edits import RuleOutput

_ARCH = b"__CUDA_ARCH__"
_DEVICE_PASS: World = {_ARCH: 800, b"__CUDACC__": 1}
_HOST_PASS: World = {_ARCH: Macro.UNDEFINED, b"__CUDACC__": 1}
#: What the support header declares.
_CALLED = re.compile(
    rb"(?<!\w)__(?:funnelshift_[lr]c?+|byte_perm|brev(?:ll)?+|u?+mulhi|u?+mul64hi|ldg)(?!\w)"
)
_MACRO = re.compile(
    rb"(?m)^[ \t]*+#[ \t]*+define[ \t]++(?P<name>\w++)(?P<body>(?:[^\\\r\n]|\\\r?\n|\\.)*+)"
)

rule = Rule("LNG96", "device-pass-macros", names=(_ARCH,), handles=())

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
    for chain in chains(file.directives, len(file.code)):
        device = reached(chain, file.code, _DEVICE_PASS)
        host = reached(chain, file.code, _HOST_PASS)
        calling: set[bytes] = set()
        of_host: set[bytes] = set()
        for branch, on_device, on_host in zip(chain.branches, device, host, strict=True):
            macros = dict(_macros(file, branch))
            if on_host is not False:
                of_host |= macros.keys()
            elif on_device is not False:
                calling |= {name for name, body in macros.items() if _CALLED.search(body)}
        if calling & of_host:
            yield rule.support("device_pass_calls.hpp")
            return


def _macros(file: SourceFile, branch: Branch) -> Iterator[tuple[bytes, bytes]]:
    """Yield name and text of each macro that a branch defines."""
    for match in _MACRO.finditer(file.code, branch.start, branch.end):
        yield match["name"], match["body"]
