"""Pairs CUDA's headers with their HIP counterparts."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

#: CUDA header -> HIP header, where the one follows from the other.
_PATTERNS = (
    (re.compile(r"cub/(?!detail/|agent/|agents/)(.+)\.cuh"), r"hipcub/\1.hpp"),
    (re.compile(r"(thrust/.+)/cuda/(.+\.h)"), r"\1/hip/\2"),
    (re.compile(r"(thrust/(?!.*detail/|.*cuda/).+\.h)"), r"\1"),
)
#: Headers that only headers include.
_PRIVATE = re.compile(
    r"(^|/)(crt|details?|internal|nvtxDetail|impl|agents?|CL|nvtxw3|nccl_device|dispatch"
    r"|specializations|generated\w*|__\w+|_\w+)(/|$)"
    r"|\.inl$|(^|/)generated_|(^|/)__\w+|\.hpp$|(^|/)[a-z]+_(intrinsics|atomic_functions)\.h"
)


@dataclass(frozen=True)
class HeaderPair:
    """A CUDA header and its counterpart; `by` is `pattern` or `irregular`."""

    cuda: str
    hip: str
    by: str


def pair_headers(
    cuda: Collection[str], hip: Collection[str], irregular: Mapping[str, str]
) -> tuple[list[HeaderPair], list[str]]:
    """Pair headers.

    Args:
        cuda: every CUDA header, as an `#include` writes it.
        hip: every ROCm header.
        irregular: CUDA header -> HIP header, where no pattern finds it.

    Returns:
        The pairs, and the public CUDA headers without a counterpart.
    """
    pairs: list[HeaderPair] = []
    lacking: list[str] = []
    for header in sorted(set(cuda) | set(irregular)):
        if header in irregular:
            if irregular[header] in hip:
                pairs.append(HeaderPair(header, irregular[header], "irregular"))
            continue
        found = _by_pattern(header)
        if found is not None and found in hip:
            pairs.append(HeaderPair(header, found, "pattern"))
        elif not _PRIVATE.search(header):
            lacking.append(header)
    return pairs, lacking


def _by_pattern(header: str) -> str | None:
    for pattern, replacement in _PATTERNS:
        found = pattern.fullmatch(header)
        if found:
            return found.expand(replacement)
    return None
