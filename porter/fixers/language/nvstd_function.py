"""Supply `nvstd::function`.

## What it does
Replaces CUDA's header `nvfunctional` by a support header that declares `nvstd::function`, in host
and in device code. The code itself stays as it is.

## Why
HIP's headers have nothing like it, and `std::function` cannot be called in device code.

## What it leaves alone
A header of the project's own of that name.

## References
CUDA C++ Programming Guide, "Polymorphic Function Wrappers".
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.compat.headers import support_path
from porter.fixers import Context, Example, Rule
from porter.source import Edit, SourceFile

_HEADER = b"nvfunctional"
_SUPPORT = "nvfunctional.hpp"

rule = Rule("LNG60", "nvstd-function", headers=(_HEADER,))

EXAMPLES = (
    Example(
        """
        #include <nvfunctional>
        __device__ void each(int n, nvstd::function<void(int)> body) { body(n); }
        """,
        """
        #include "porter_compat/nvfunctional.hpp"
        __device__ void each(int n, nvstd::function<void(int)> body) { body(n); }
        """,
    ),
    Example(
        '#include "nvfunctional"\n', files=("nvfunctional",), title="a header of the project's own"
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield the support header in the place of CUDA's."""
    for include in file.includes:
        if include.path == _HEADER and _HEADER not in context.headers:
            path = support_path(file.path, _SUPPORT).encode()
            needed = "" if include.is_test else _SUPPORT
            yield rule.replace(include.quoted_span, b'"%b"' % path, support=needed)
