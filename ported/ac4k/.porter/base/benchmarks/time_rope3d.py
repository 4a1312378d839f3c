"""The rotary embedding of a video's tokens, as share of the bandwidth of a copy."""

from collections.abc import Iterator

import ac4k_kernel as ac
import torch
from timing import seconds, seconds_or_nan

GRID = (21, 45, 80)
POSITIONS = 1024


def rotate(x: torch.Tensor, turns: torch.Tensor) -> torch.Tensor:
    """The same in PyTorch, with the turn of every token at hand."""
    numbers = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
    return torch.view_as_real(numbers * turns).flatten(3).to(x.dtype)


def measure(copy: float) -> Iterator[str]:
    tokens = GRID[0] * GRID[1] * GRID[2]
    for heads, dim in ((40, 128), (24, 64)):
        yield _row(copy, torch.randn(1, tokens, heads, dim, device="cuda").bfloat16())


def _row(copy: float, x: torch.Tensor) -> str:
    _, tokens, heads, dim = x.shape
    angles = torch.rand(POSITIONS, dim // 2, device="cuda")
    cosines, sines = angles.cos(), angles.sin()
    places = torch.randint(POSITIONS, (tokens,), device="cuda")
    turns = torch.complex(cosines, sines)[places][None, :, None]
    own = seconds(lambda: ac.rope3d(x, cosines, sines, GRID))
    theirs = seconds_or_nan(lambda: rotate(x, turns))
    share = 2 * x.nbytes / own / copy
    return (
        f"rope3d {heads} x {dim:3} {share:5.2f} of copy, {own * 1e6:6.1f} us; "
        f"PyTorch {theirs * 1e6:6.1f} us"
    )
