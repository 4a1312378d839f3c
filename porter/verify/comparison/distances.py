"""How far two arrays are apart: element by element, as wholes, and whether at all."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def are_same_bits(one: Array, other: Array) -> bool:
    """Tell whether two arrays of a shape hold the same bytes: NaN meets NaN then, as well."""
    if one.dtype != other.dtype:
        return False
    size = np.dtype(f"u{one.dtype.itemsize}") if one.dtype.itemsize <= 8 else np.dtype("u8")
    first, second = (np.ascontiguousarray(side).reshape(-1).view(size) for side in (one, other))
    return np.array_equal(first, second)


def distance(r: Array, a: Array) -> NDArray[np.float64]:
    """Return absolute differences: 0 between equals and two NaN, infinite beside NaN."""
    if r.dtype.kind == "b":
        return np.asarray((r != a).astype(np.float64))
    if r.dtype.kind in "iu":  # the modular difference is right in the unsigned type
        unsigned = np.dtype(f"u{r.dtype.itemsize}")
        x, y = r.view(unsigned), a.view(unsigned)
        return np.asarray(np.where(r > a, x - y, y - x).astype(np.float64))
    if r.dtype.kind == "c":
        parts = [distance(np.ascontiguousarray(getattr(r, part)), getattr(a, part))
                 for part in ("real", "imag")]  # fmt: skip
        return np.asarray(np.hypot(*parts))
    with np.errstate(invalid="ignore", over="ignore"):
        difference = np.abs(a - r)
    same = (r == a) | (np.isnan(r) & np.isnan(a))
    return np.asarray(np.where(same, 0.0, np.where(np.isnan(difference), np.inf, difference)))


def relative_norm(size: NDArray[np.float64], error: NDArray[np.float64]) -> float:
    """Return ‖error‖ / ‖size‖, scaled so that neither square overflows."""
    if not error.any():
        return 0.0
    scale = max(size.max(), error.max())
    bottom = np.linalg.norm(size / scale)
    return float(np.linalg.norm(error / scale) / bottom) if bottom else float("inf")


def finite_size(r: Array) -> NDArray[np.float64]:
    """Return absolute values; of complex numbers that of what is finite, 0 for what is not."""
    if r.dtype.kind == "c":
        return np.asarray(np.hypot(finite_size(r.real), finite_size(r.imag)), np.float64)
    return np.where(np.isfinite(r), np.abs(r), 0).astype(np.float64)
