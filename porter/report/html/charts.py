"""Charts as SVG: bars, points on a scale of powers of ten, and heat maps."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

_ROW = 22
_LABEL = 300
_WIDTH = 760
_CELL = 12


class Bar(NamedTuple):
    """A row of a chart of bars.

    Attributes:
        label: what it is about.
        value: how long the bar is.
        style: class of the bar: `good`, `warning`, `error` or nothing.
        told: what stands behind it; by default the value.
    """

    label: str
    value: float
    style: str = ""
    told: str = ""


def bars(title: str, rows: Sequence[Bar], full: float = 0) -> Markup:
    """Return a chart of horizontal bars.

    Args:
        title: what screen readers say.
        rows: the bars.
        full: the value that fills the width; the largest one by default.
    """
    most = full or max((row.value for row in rows), default=0) or 1
    room = _WIDTH - _LABEL - 90
    parts = []
    for at, row in enumerate(rows):
        middle = at * _ROW + _ROW // 2
        width = max(1, round(room * row.value / most)) if row.value else 0
        parts.append(_label(row.label, middle))
        parts.append(
            Markup('<rect class="bar {}" x="{}" y="{}" width="{}" height="{}" rx="2"/>').format(
                row.style, _LABEL, middle - 7, width, 14
            )
        )
        parts.append(
            Markup('<text x="{}" y="{}" class="value">{}</text>').format(
                _LABEL + width + 6, middle + 4, row.told or f"{row.value:g}"
            )
        )
    return _svg(title, _WIDTH, len(rows) * _ROW, parts)


def powers(title: str, rows: Sequence[tuple[str, Sequence[tuple[float, str]]]]) -> Markup:
    """Return rows of points on a scale of powers of ten; zero stands at the left end.

    Args:
        title: what screen readers say.
        rows: label, and (value, style) of each point.
    """
    values = [value for _, points in rows for value, _ in points if 0 < value < math.inf]
    low = math.floor(math.log10(min(values))) if values else -1
    high = math.ceil(math.log10(max(values))) if values else 0
    low, high = min(low, high - 1), high
    room = _WIDTH - _LABEL - 60

    def place(value: float) -> float:
        if value <= 0:
            return _LABEL + 4
        if not math.isfinite(value):
            return _LABEL + 40 + room - 20
        return _LABEL + 24 + (math.log10(value) - low) / (high - low) * (room - 24)

    height = len(rows) * _ROW
    parts = []
    for power in range(low, high + 1, max(1, (high - low) // 8)):
        x = round(place(10.0**power), 1)
        parts.append(
            Markup('<line class="grid" x1="{0}" x2="{0}" y1="0" y2="{1}"/>').format(x, height)
        )
        parts.append(_tick(x, height + 14, f"1e{power}"))
    parts.append(_tick(_LABEL + 4, height + 14, "0"))
    for at, (label, points) in enumerate(rows):
        middle = at * _ROW + _ROW // 2
        parts.append(_label(label, middle))
        parts += (
            Markup(
                '<circle class="point {}" cx="{}" cy="{}" r="4"><title>{}</title></circle>'
            ).format(style, round(place(value), 1), middle, f"{value:.3g}")
            for value, style in points
        )
    return _svg(title, _WIDTH, height + 20, parts)


def heat_map(title: str, rows: Sequence[Sequence[float]]) -> Markup:
    """Return a grid of cells, the darker the larger the value is on a scale of powers of ten."""
    finite = [value for row in rows for value in row if 0 < value < math.inf]
    low = math.log10(min(finite)) if finite else 0.0
    high = math.log10(max(finite)) if finite else 1.0

    def level(value: float) -> int:
        if value <= 0 or math.isnan(value):
            return 0
        if math.isinf(value):
            return 9
        return 1 + round(8 * (math.log10(value) - low) / ((high - low) or 1))

    parts = [
        Markup('<rect class="heat h{}" x="{}" y="{}" width="{}" height="{}"/>').format(
            level(value), x * _CELL, y * _CELL, _CELL - 1, _CELL - 1
        )
        for y, row in enumerate(rows)
        for x, value in enumerate(row)
    ]
    width = max((len(row) for row in rows), default=1) * _CELL
    return _svg(title, width, len(rows) * _CELL, parts)


def _label(text: str, middle: int) -> Markup:
    short = text if len(text) <= 44 else text[:20] + "…" + text[-23:]
    return Markup('<text x="{}" y="{}" class="label"><title>{}</title>{}</text>').format(
        _LABEL - 8, middle + 4, text, short
    )


def _tick(x: float, y: int, text: str) -> Markup:
    return Markup('<text class="tick" x="{}" y="{}">{}</text>').format(x, y, text)


def _svg(title: str, width: int, height: int, parts: Iterable[Markup]) -> Markup:
    return Markup(
        '<svg role="img" aria-label="{0}" viewBox="0 0 {1} {2}" width="{1}" height="{2}">{3}</svg>'
    ).format(escape(title), width, max(height, 1), Markup("").join(parts))
