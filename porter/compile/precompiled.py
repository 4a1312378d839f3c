"""Chooses headers to precompile: the heavy ones that several units begin with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

#: Headers lighter than this, in bytes of text, are read faster than they are precompiled and
#: loaded: `torch/extension.h` brings 16 MB, `ATen/ATen.h` 13, `ATen/core/Tensor.h` 4.
LEAST_WEIGHT = 8_000_000

Key = TypeVar("Key")


def shared_prefixes(
    leading: Mapping[Key, Sequence[str]], weigh: Callable[[Sequence[str]], int]
) -> dict[Key, tuple[str, ...]]:
    """Choose for each unit the headers to precompile, those which save the most text first.

    Args:
        leading: what each unit begins with.
        weigh: how much text the headers in some lines bring along.

    Returns:
        For each unit that gains by it, a beginning of its lines that it shares with another unit.
    """
    chosen: dict[Key, tuple[str, ...]] = {}
    left = dict(leading)
    weights: dict[tuple[str, ...], int] = {}
    while True:
        users: dict[tuple[str, ...], list[Key]] = {}
        for key, headers in left.items():
            for length in range(1, len(headers) + 1):
                users.setdefault(tuple(headers[:length]), []).append(key)
        savings = {}
        for prefix, keys in users.items():
            if len(keys) > 1:
                if prefix not in weights:
                    weights[prefix] = weigh(prefix)
                if weights[prefix] >= LEAST_WEIGHT:
                    savings[prefix] = (len(keys) - 1) * weights[prefix]
        if not savings:
            return chosen
        best = max(savings, key=lambda prefix: (savings[prefix], -len(prefix)))
        for key in users[best]:
            chosen[key] = best
            del left[key]
