"""Macros by which nvcc tells code of flags that it was given; clang does their work without."""

from __future__ import annotations

import re
from collections.abc import Iterable

_TOLD = {"extended-lambda": "__CUDACC_EXTENDED_LAMBDA__",
         "relaxed-constexpr": "__CUDACC_RELAXED_CONSTEXPR__"}  # fmt: skip
_FLAG = re.compile(r"--?(?:expt-)?(extended-lambda|relaxed-constexpr)")
#: What PyTorch's builder gives nvcc for each source.
OF_PYTORCH = ("--expt-relaxed-constexpr",)


def macros_told(flags: Iterable[str]) -> list[str]:
    """Return definitions of the macros that tell of some of nvcc's flags.

    Args:
        flags: as nvcc is given them.
    """
    found = (_FLAG.fullmatch(flag) for flag in flags)
    return list(dict.fromkeys(f"-D{_TOLD[one[1]]}=1" for one in found if one))
