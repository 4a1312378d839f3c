"""The times of both sides: on one GPU, or on an AMD GPU beside those of a recording."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from statistics import median


@dataclass(frozen=True, slots=True)
class Timing:
    """Medians of both sides, by events on the GPU.

    Attributes:
        device: the GPU that ran the port.
        reference: milliseconds of CUDA's side; NaN where nobody timed it.
        actual: milliseconds of the port.
        ratio: `actual / reference`; above 1 the port is slower.
        runs: how many runs of each side the medians are of.
        reference_device: the GPU that ran CUDA's side, where it is another one and was timed.
    """

    device: str
    reference: float
    actual: float
    ratio: float
    runs: int
    reference_device: str = ""


def timing(
    device: str,
    reference: Sequence[float],
    actual: Sequence[float],
    reference_device: str | None = None,
) -> Timing | None:
    """Return the medians of two sides.

    Args:
        device: the GPU that ran the port.
        reference: milliseconds of each run of CUDA's side; empty when it was not timed.
        actual: likewise of the port.
        reference_device: the GPU that CUDA's side was recorded on, empty when it was not; None when
            both sides run on one GPU, and a time without the other's tells nothing.

    Returns:
        None when there is nothing to tell.
    """
    if not actual or (reference_device is None and not reference):
        return None
    left, right = median(reference) if reference else nan, median(actual)
    ratio = right / left if left > 0 else nan
    runs = min(len(reference) or len(actual), len(actual))
    other = (reference_device or "") if reference else ""
    return Timing(device, left, right, ratio, runs, other)
