"""The errors along the launches of two runs in numbers, for charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from porter.verify.comparison.formats import decode, named
from porter.verify.comparison.likely_format import likely_formats

#: Cells of a map: as many rows and columns at most.
_ROWS, _COLUMNS = 24, 48
#: What stands for an error without end, so that every cell is a number of JSON's.
_ENDLESS = 1e300


@dataclass(frozen=True, slots=True)
class LaunchErrors:
    """How an error began and how it went on.

    Attributes:
        where: the launch and the array that differ first.
        errors: launch and array, with the norm of the error relative to the reference's; those of
            which only bits are known are left out.
        cells: the largest absolute error in each part of the first array, row by row; empty when
            only its bits are known.
    """

    where: str
    errors: tuple[tuple[str, float], ...] = ()
    cells: tuple[tuple[float, ...], ...] = ()


class LaunchComparison(NamedTuple):
    """What comparing two runs launch by launch gave.

    Attributes:
        lines: what there is to say, a line each.
        errors: the same in numbers; None where all launches agree.
        agrees: there were launches with memory, and each agrees with one of the other side.
        is_alike: the launch that parts first has the grid, the blocks and the values of the other.
        parts_at: the number of the launch of CUDA's side that parts first; 0 where none does.
    """

    lines: tuple[str, ...]
    errors: LaunchErrors | None = None
    agrees: bool = False
    is_alike: bool = False
    parts_at: int = 0


#: No launch was compared.
NOTHING_TRACED = LaunchComparison(())


def error_cells(
    dtype: str, reference: NDArray[np.uint8] | None, actual: NDArray[np.uint8] | None
) -> tuple[tuple[float, ...], ...]:
    """Return the largest absolute error in each part of an array, row by row.

    Args:
        dtype: format of the elements; empty where nothing tells.
        reference: the bytes on CUDA's side; None where they were not kept.
        actual: those of the port.
    """
    if reference is None or actual is None or len(reference) != len(actual):
        return ()
    name = dtype or next(iter(likely_formats(np.asarray(reference))), "")
    if not name or len(reference) % named(name).storage.itemsize:
        return ()
    format_ = named(name)
    left, right = (
        decode(np.asarray(side).copy().view(format_.storage), format_).astype(np.complex128)
        for side in (reference, actual)
    )
    with np.errstate(invalid="ignore", over="ignore"):
        error = np.where(left == right, 0.0, np.abs(left - right))
    error[np.isnan(left) & np.isnan(right)] = 0.0
    return _parts(np.nan_to_num(error, nan=_ENDLESS, posinf=_ENDLESS))


def _parts(error: NDArray[np.float64]) -> tuple[tuple[float, ...], ...]:
    count = min(_ROWS * _COLUMNS, len(error))
    largest: Sequence[float] = [float(part.max()) for part in np.array_split(error, count or 1)]
    return tuple(tuple(largest[at : at + _COLUMNS]) for at in range(0, len(largest), _COLUMNS))
