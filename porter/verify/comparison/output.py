"""Compares what programs print: words exactly, numbers within a tolerance."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from porter.listing import number_of
from porter.verify.comparison.bound import Bound, bound
from porter.verify.comparison.result import Comparison, Difference

_NUMBER = re.compile(
    r"(?<![\w.])[-+]?(?:0[xX][0-9a-fA-F]++|(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][-+]?\d++)?|nan|inf)(?![\w.]*\w)",
    re.IGNORECASE,
)
#: Two libraries' functions differ by so many units together (docs/verify.md).
_NUDGES = 4
_NUDGED = (
    f"{_NUDGES} times what CUDA's side itself gives otherwise with mathematical functions that are "
    "a unit in the last place off"
)
_INTEGER = re.compile(r"[-+]?(\d+|0[xX][0-9a-fA-F]+)")


def compare_output(
    reference: str,
    actual: str,
    *,
    rtol: float,
    atol: float,
    ignore: Sequence[str] = (),
    nudged: Sequence[str] = (),
) -> Comparison:
    """Compare what two programs printed.

    Integers (numbers without point and exponent) must agree exactly. Other numbers agree when
    `|actual - reference| <= atol + rtol * |reference|`; NaN agrees with NaN, an infinity with
    itself. Everything between the numbers must agree exactly but for the width of blanks. Where
    `nudged` have other numbers that are no integers, `_NUDGES` times the largest difference to them
    is allowed, too.

    Args:
        reference: what the reference printed.
        actual: what the port printed.
        rtol: relative tolerance.
        atol: absolute tolerance.
        ignore: regular expressions; a line of either side in which one matches is left out.
        nudged: what the reference prints with functions that are a unit in the last place off, up
            or down as it is drawn each time.
    """
    left, right = _lines(reference, ignore), _lines(actual, ignore)
    others = [_lines(text, ignore) for text in nudged]
    differences: list[Difference] = []
    numbers, beyond, worst = 0, 0, 0.0
    nearest: Bound | None = None
    for index in range(max(len(left), len(right))):
        a = left[index] if index < len(left) else ""
        b = right[index] if index < len(right) else ""
        more = _nudges(a, [lines[index] for lines in others if index < len(lines)])
        reason, pairs = _compare_line(a, b, rtol, atol, more)
        numbers += len(pairs)
        for place, (error, allowed) in enumerate(pairs):
            worst = max(worst, error if math.isfinite(error) else 0.0)
            origin = f"{atol:g} + {rtol:g} of the number" if allowed else "whole numbers are exact"
            if own := sum(more[place : place + 1]):
                origin += f" + {_NUDGED}"
                beyond += allowed - own < error <= allowed
            found = bound("printed", error, allowed, origin)
            if nearest is None or found.share > nearest.share:
                nearest = found
        if reason:
            differences.append(Difference(f"line {index + 1}", reason, a, b))
    bounds = () if nearest is None else (nearest,)
    said = f"{number_of(beyond, 'number')} differ by more than is usual: within {_NUDGED}"
    remarks = (said,) if beyond else ()
    return Comparison(tuple(differences), numbers, worst, bounds=bounds, remarks=remarks)


def _lines(text: str, ignore: Sequence[str]) -> list[str]:
    patterns = [re.compile(pattern) for pattern in ignore]
    return [
        line.rstrip()
        for line in text.splitlines()
        if not any(pattern.search(line) for pattern in patterns)
    ]


def differ_in_decimals_alone(found: Comparison) -> bool:
    """Return whether all differences are numbers that are no integers, with the same words.

    Args:
        found: what comparing two texts gave.
    """
    return bool(found.differences) and not any(
        _compare_line(one.reference, one.actual, 0.0, math.inf)[0] for one in found.differences
    )


def _nudges(line: str, nudged: Sequence[str]) -> list[float]:
    """Return how much more each number of a line may differ; lines with other words say nothing."""
    found = [_compare_line(line, other, 0.0, math.inf) for other in nudged]
    numbers = zip(*(pairs for reason, pairs in found if not reason), strict=True)
    return [_NUDGES * max(error if allowed else 0.0 for error, allowed in one) for one in numbers]


def _compare_line(
    a: str, b: str, rtol: float, atol: float, more: Sequence[float] = ()
) -> tuple[str, list[tuple[float, float]]]:
    """Return why two lines differ (empty when they do not), and each number's error and limit."""
    words_a, words_b = ([w.split() for w in _NUMBER.split(text)] for text in (a, b))
    if words_a != words_b:
        return ("one side has no such line" if not (a and b) else "the text differs"), []
    reason, found = "", []
    pairs = list(zip(_NUMBER.findall(a), _NUMBER.findall(b), strict=True))
    for place, (x, y) in enumerate(pairs):
        error, allowed = _distance(x, y, rtol, atol)
        allowed += sum(more[place : place + 1])
        if not error <= allowed:
            reason = reason or f"{y} instead of {x}"
        found.append((error, allowed))
    return reason, found


def _distance(x: str, y: str, rtol: float, atol: float) -> tuple[float, float]:
    """Return the difference of two numbers and the difference that is allowed."""
    if _INTEGER.fullmatch(x) and _INTEGER.fullmatch(y):
        return float(abs(_integer(x) - _integer(y))), 0.0
    a, b = _value(x), _value(y)
    if math.isnan(a) or math.isnan(b):
        return (0.0 if math.isnan(a) and math.isnan(b) else math.inf), 0.0
    if math.isinf(a) or math.isinf(b):
        return (0.0 if a == b else math.inf), 0.0
    return abs(a - b), atol + rtol * abs(a)


def _integer(text: str) -> int:
    return int(text, 16 if "x" in text.lower() else 10)


def _value(text: str) -> float:
    return float(_integer(text)) if "x" in text.lower() else float(text)
