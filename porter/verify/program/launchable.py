"""Kernels that a program of one source may launch: others come of headers that it shares."""

from __future__ import annotations

import re
from collections.abc import Iterable

from porter.machine.naming import base_name
from porter.verify.coverage import Kernels

#: A kernel's definition or declaration up to its name, with bounds of its launches.
_DEFINED = rb"\b__global__\b[^;{}()]{0,200}(?:\([^;{}()]{0,200}\)[^;{}()]{0,200})?\b%s\s*+\("


def launchable(kernels: Kernels, sources: Iterable[bytes]) -> Kernels:
    """Return the kernels of a program without those that nothing in its sources names.

    Args:
        kernels: what the program has, and what it launched.
        sources: all that it is made of: a kernel that is only defined there cannot run.
    """
    if not kernels.launched:  # a program that launches none of what it has is told so
        return kernels
    texts = list(sources)
    named = {name for name in kernels.names if any(_names(text, name) for text in texts)}
    kept = frozenset(one for one in kernels.present if base_name(one) in named)
    return kernels._replace(present=kept | kernels.launched)


def _names(text: bytes, kernel: str) -> bool:
    """Tell whether a source names a kernel otherwise than by defining it."""
    name = re.escape(kernel.rpartition("::")[2].encode())
    mentions = len(re.findall(rb"\b%s\b" % name, text))
    return mentions > len(re.findall(_DEFINED % name, text))
