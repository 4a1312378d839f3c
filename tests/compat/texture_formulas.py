"""Texture fetching in NumPy, by the formulas of the CUDA C++ Programming Guide.

`programs/textures.cu` prints what it reads; `expected` gives the same by the name of the case.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Texels = NDArray[np.float64]
_PLACES = 24
_SHAPES = {
    "line": (5, 1, 1), "plane": (5, 4, 1), "box": (5, 4, 3), "line-layers": (5, 1, 3),
    "plane-layers": (5, 4, 3), "cube": (4, 4, 6), "cube-layers": (4, 4, 12),
}  # fmt: skip
_AXES = {"line": 1, "plane": 2, "box": 3, "line-layers": 1, "plane-layers": 2}


def pattern(width: int, height: int, depth: int) -> Texels:
    """Return the texels that the program puts into its arrays, as [z, y, x]."""
    z, y, x = np.indices((depth, height, width))
    return ((x * 7 + y * 13 + z * 29) % 32).astype(float)


def _place(index: int, shape: str, *, normalised: bool) -> tuple[np.float32, ...]:
    f = np.float32
    x = f(-0.83) + f(index) * f(0.1137)
    y = f(1.71) - f(index) * f(0.1291)
    z = f(-0.57) + f(index) * f(0.0971)
    if shape.startswith("cube"):
        return (x - f(0.5)) * f(2), (y - f(0.5)) * f(2), (z - f(0.3)) * f(2)
    if normalised:
        return x, y, z
    width, height, depth = _SHAPES[shape]
    return x * f(width), y * f(height), z * f(depth)


def _in_texels(x: np.float32, size: int, mode: str, *, normalised: bool) -> np.float32:
    if not normalised:
        return x
    whole = np.floor(x)
    if mode == "wrap":
        x = x - whole
    elif mode == "mirror":
        x = x - whole if whole % 2 == 0 else np.float32(1) - (x - whole)
    return np.float32(x * np.float32(size))


def _neighbour(index: int, size: int, mode: str) -> int | None:
    if 0 <= index < size:
        return index
    if mode == "border":
        return None
    if mode == "wrap":
        return index % size
    return min(max(index, 0), size - 1)


def fetch(
    texels: Texels, at: tuple[np.float32, ...], mode: str, *, normalised: bool, linear: bool
) -> float:
    """Return one read of `texels`, whose first axes are filtered by the coordinates `at`."""
    corners: list[tuple[float, tuple[int | None, ...]]] = [(1.0, ())]
    for axis, coordinate in enumerate(at):
        size = texels.shape[2 - axis]
        x = _in_texels(coordinate, size, mode, normalised=normalised)
        if not linear:
            around = [(1.0, _neighbour(int(np.floor(x)), size, mode))]
        else:
            lower = np.floor(x - np.float32(0.5))
            # 9 bits: one before the point, so that 1 is among them.
            upper = float(np.rint((x - np.float32(0.5) - lower) * np.float32(256)) / 256)
            around = [
                (1 - upper, _neighbour(int(lower), size, mode)),
                (upper, _neighbour(int(lower) + 1, size, mode)),
            ]
        corners = [(w * v, (*where, n)) for w, where in corners for v, n in around]
    total = 0.0
    for weight, where in corners:
        if None not in where:
            x, y, z = (*where, 0, 0)[:3]
            total += weight * float(texels[z, y, x])  # type: ignore[index]
    return total


def cube(texels: Texels, at: tuple[np.float32, ...], layer: int, *, linear: bool) -> float:
    """Return one read of a cube's faces in a direction."""
    x, y, z = at
    most = max(abs(x), abs(y), abs(z))
    if abs(z) == most:
        face, s, t = (4, x, -y) if z >= 0 else (5, -x, -y)
    elif abs(y) == most:
        face, s, t = (2, x, z) if y >= 0 else (3, x, -z)
    else:
        face, s, t = (0, -z, -y) if x >= 0 else (1, z, -y)
    half = np.float32(2)
    on_face = ((s / most + 1) / half, (t / most + 1) / half)
    plane = texels[6 * layer + face : 6 * layer + face + 1]
    return fetch(plane, on_face, "clamp", normalised=True, linear=linear)


def expected(case: str) -> list[float]:
    """Return what the program prints for a case such as "plane,1,0,wrap"."""
    shape, normalised, linear, mode = case.split(",")
    texels = pattern(*_SHAPES[shape])
    values = []
    for i in range(_PLACES):
        at = _place(i, shape, normalised=normalised == "1")
        if shape.startswith("cube"):
            layer = i % 2 if shape == "cube-layers" else 0
            values.append(cube(texels, at, layer, linear=linear == "1"))
            continue
        plane = texels[i % 3 : i % 3 + 1] if shape.endswith("layers") else texels
        values.append(
            fetch(plane, at[: _AXES[shape]], mode, normalised=normalised == "1",
                  linear=linear == "1")
        )  # fmt: skip
    return values


def colours(*, linear: bool) -> Iterator[float]:
    """Yield what the program reads of bytes as parts of 255."""
    i = np.arange(20).reshape(1, 4, 5)
    for place in range(_PLACES):
        at = _place(place, "plane", normalised=False)[:2]
        for channel in ((i * 12) % 256, 255 - i, i * 5, 0 * i + 7):
            part = channel.astype(float) / 255
            yield fetch(part, at, "clamp", normalised=False, linear=linear)


def gathered() -> Iterator[float]:
    """Yield the four texels around each place, against the clock from the lower left."""
    texels = pattern(5, 4, 1)[0]
    for place in range(_PLACES):
        x, y = _place(place, "plane", normalised=False)[:2]
        column, row = (int(np.floor(c - np.float32(0.5))) for c in (x, y))
        for dx, dy in ((0, 1), (1, 1), (1, 0), (0, 0)):
            yield float(texels[min(max(row + dy, 0), 3), min(max(column + dx, 0), 4)])
