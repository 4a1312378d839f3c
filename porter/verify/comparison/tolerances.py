"""Tolerances for two results of the same computation, from error analysis.

Both sides round, in an order of their own; neither is the truth. So every bound here is twice that
of one side. Sources: N. Higham, "Accuracy and Stability of Numerical Algorithms" (2002), chapters
3 and 4; M. Connolly, N. Higham and T. Mary, "Stochastic Rounding and Its Probabilistic Backward
Error Analysis" (2021), for the bound that holds with a probability.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from porter.verify.comparison.formats import Format, named

#: Factor λ of the probabilistic bound; a sum exceeds it with a chance of at most `2 exp(-λ²/2)`,
#: 3e-8, if every rounding were as bad as can be.
_LAMBDA = 6.0

#: Ulps that one function of the mathematical library may differ by. CUDA and ROCm's libraries
#: promise at most 2 each for nearly all of float32 and float64. Narrow formats are computed in
#: float32 and rounded once, which can fall either way on each side.
_ULPS = {"float64": 4.0, "complex128": 4.0, "float32": 4.0, "complex64": 4.0}
_NARROW_ULPS = 1.0


@dataclass(frozen=True, slots=True)
class Tolerance:
    """What difference is allowed between an element of the port and the reference `r`.

    `atol + rtol * |r| + ulps * ulp(r) + norm * max|r|`: error bounds add up. `ulp` is that of the
    output's format; `max|r|` goes over the finite elements of the whole array, for results in which
    larger terms cancel.

    Attributes:
        atol: absolute part.
        rtol: relative part.
        ulps: units in the last place.
        norm: part relative to the array's largest element.
        overall: largest `‖actual - reference‖ / ‖reference‖` (2-norm) of the whole array; finds a
            shift of all elements that each of them hides.
        bits: compare bits instead: for copies. Tells -0 from 0 and one NaN from another.
        origin: where the parts come from, for reports.
    """

    atol: float = 0.0
    rtol: float = 0.0
    ulps: float = 0.0
    norm: float = 0.0
    overall: float = math.inf
    bits: bool = False
    origin: str = "as the case says"


#: Equal values; NaN equals NaN and -0 equals 0.
EXACT = Tolerance(origin="equal values: nothing is rounded")
#: Equal bits.
BITS = Tolerance(bits=True, origin="equal bits: it is a copy")


def gamma(terms: int, roundoff: float) -> float:
    """Return the error bound of a sum of `terms` numbers, in any order, relative to `Σ|x|`.

    The smaller of `γ = n u / (1 - n u)`, which always holds, and the probabilistic
    `exp(λ √n u + n u² / (1 - u)) - 1`; infinite where the format cannot hold such a sum.
    """
    steps = max(terms - 1, 0)
    product = steps * roundoff
    certain = product / (1 - product) if product < 1 else math.inf
    exponent = _LAMBDA * math.sqrt(steps) * roundoff + product * roundoff / (1 - roundoff)
    return min(certain, math.expm1(exponent) if exponent < 1 else math.inf)


def tolerance(
    dtype: str,
    *,
    terms: int = 1,
    accumulate: str | None = None,
    magnitude: float | None = None,
    ulps: float | None = None,
    flush: bool = False,
    roundings: int = 1,
) -> Tolerance:
    """Return the tolerance for an output.

    Integers are exact. A floating-point output may differ by some ulps and, when it is a sum, by
    what reordering the sum costs.

    Args:
        dtype: format of the output, as `Format.name`.
        terms: how many terms the longest sum behind an element has; 1 where nothing is summed.
        accumulate: format that sums are kept in; by default float32 for narrower outputs,
            otherwise the output's own.
        magnitude: `Σ|x|` of such a sum; by default taken as the array's largest element.
        ulps: ulps of the output's format, in place of the default for its functions.
        flush: one side may flush subnormal numbers to zero (`-use_fast_math`, `-ftz=true`).
        roundings: how many numbers behind an output are rounded to its format, one after the other;
            all but the last, which the ulps are for, may be as large as the largest element.

    Raises:
        PorterError: a format is not known.
    """
    output = named(dtype)
    if output.kind == "integer":
        return EXACT
    inner = named(accumulate) if accumulate else _accumulator(output)
    bound = 2 * gamma(terms, inner.roundoff)
    atol = output.smallest_normal if flush else 0.0
    units = _ULPS.get(dtype, _NARROW_ULPS) if ulps is None else ulps
    on_the_way = 2 * gamma(roundings, output.roundoff)
    return Tolerance(
        atol=atol + (bound * magnitude if magnitude is not None else 0.0),
        ulps=units,
        norm=(bound if magnitude is None else 0.0) + on_the_way,
        origin=_origin(dtype, units, inner.name if terms > 1 else "", terms)
        + (f"; {roundings} roundings one after the other" if roundings > 1 else ""),
    )


def _origin(dtype: str, ulps: float, inner: str, terms: int) -> str:
    """Return in words where a tolerance comes from."""
    rounding = "functions of both libraries" if dtype in _ULPS else "rounded once on each side"
    unit = "ulp" if ulps == 1 else "ulps"
    text = f"{ulps:g} {unit}, {rounding}"
    return f"{text}; 2γ of {terms} terms summed in {inner}" if inner else text


def _accumulator(output: Format) -> Format:
    wide = named("float32")
    return wide if output.mantissa < wide.mantissa else output
