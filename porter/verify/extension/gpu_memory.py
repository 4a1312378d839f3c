"""Fills free GPU memory of PyTorch with NaN, so that elements never written show."""

from __future__ import annotations

from porter.verify.comparison.poison import PATTERNS

#: (bytes, how many) of the blocks that are filled: PyTorch keeps those up to 1 MiB apart.
_BLOCKS = ((1 << 20, 64), (10 << 20, 16))


def poison_free_memory() -> None:
    """Fill memory that PyTorch's caching allocator then holds free.

    It takes new tensors from there as long as they fit, which those of cases mostly do.
    """
    import torch

    word = PATTERNS[0] - (1 << 16)  # as a signed number
    blocks = [
        torch.empty(size // 2, dtype=torch.int16, device="cuda")
        for size, count in _BLOCKS
        for _ in range(count)
    ]
    for block in blocks:
        block.fill_(word)
