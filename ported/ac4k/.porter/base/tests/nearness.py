"""How far a result is from its reference, and memory that shows what was never written."""

import torch


def distance(got: torch.Tensor, expected: torch.Tensor) -> float:
    """The norm of the difference by that of the reference, in float64; NaN is infinitely far."""
    got, expected = got.double(), expected.double()
    if got.shape != expected.shape or not bool(torch.isfinite(got).all()):
        return float("inf")
    return float((got - expected).norm() / expected.norm().clamp_min(1e-300))


def poison(*sizes: int, dtype: torch.dtype) -> None:
    """Leave memory full of NaN for the next tensor of this size to be made from."""
    torch.full(sizes, float("nan"), device="cuda", dtype=dtype)
