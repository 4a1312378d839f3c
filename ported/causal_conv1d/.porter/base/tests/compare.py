"""Inputs for the tests, and the comparison with a float64 reference."""

from __future__ import annotations

import torch

# Relative to the norm of the reference: rounding of the stored result, with room for the sums.
TOLERANCE = {torch.float32: 2e-6, torch.float16: 1e-3, torch.bfloat16: 8e-3}
DTYPES = tuple(TOLERANCE)


def random_tensor(*shape: int, dtype: torch.dtype, seed: int) -> torch.Tensor:
    generator = torch.Generator(device="cuda").manual_seed(seed)
    return torch.randn(*shape, device="cuda", generator=generator).to(dtype)


def channel_last(x: torch.Tensor) -> torch.Tensor:
    return x.transpose(1, 2).contiguous().transpose(1, 2)


def assert_near(got: torch.Tensor, expected: torch.Tensor, tolerance: float) -> None:
    """||got - expected|| <= tolerance * ||expected||, and no element far off on its own."""
    assert got.shape == expected.shape
    difference = got.double() - expected.double()
    scale = expected.double().norm().clamp_min(1e-30)
    assert difference.norm() / scale <= tolerance, f"norm {difference.norm() / scale:.3g}"
    largest = expected.double().abs().max().clamp_min(1.0)
    worst = difference.abs().max() / largest
    assert worst <= 20 * tolerance, f"worst element {worst:.3g}"
