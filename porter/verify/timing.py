"""The times of both sides on one GPU; never compared across machines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Timing:
    """Medians of both sides, by events on the GPU.

    Attributes:
        device: the GPU, which ran both sides.
        reference: milliseconds of CUDA's side.
        actual: milliseconds of the port.
        ratio: `actual / reference`; above 1 the port is slower.
        runs: how many runs of each side the medians are of.
    """

    device: str
    reference: float
    actual: float
    ratio: float
    runs: int


def timing(device: str, reference: Sequence[float], actual: Sequence[float]) -> Timing | None:
    """Return the medians of two sides that ran on the same GPU, now.

    Args:
        device: the GPU.
        reference: milliseconds of each run of CUDA's side; empty when it did not run on this GPU.
        actual: likewise of the port.

    Returns:
        None when one side was not timed there: a recording comes from another machine.
    """
    if not reference or not actual:
        return None
    left, right = median(reference), median(actual)
    ratio = right / left if left > 0 else float("nan")
    return Timing(device, left, right, ratio, min(len(reference), len(actual)))
