"""Integer instructions of GCN beside plain Python, as AMD's manuals define them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from porter.execute.cpu import Module

pytestmark = pytest.mark.toolchain

SOURCE = Path(__file__).parent / "kernels" / "integers.hip"
WORD = 0xFFFFFFFF


def fields(word: int, bits: int, *, signed: bool = False) -> list[int]:
    """Return the fields of a word, lowest first."""
    found = [word >> at & ((1 << bits) - 1) for at in range(0, 32, bits)]
    return [f - (1 << bits) if signed and f >> (bits - 1) else f for f in found]


def as_signed(word: int) -> int:
    return word - (1 << 32) if word >> 31 else word


def bit_field(x: int, offset: int, width: int, *, signed: bool) -> int:
    offset, width = offset & 31, width & 31
    field = (as_signed(x) >> offset if signed else x >> offset) & ((1 << width) - 1)
    return field - (1 << width) if signed and width and field >> (width - 1) else field


def permuted(high: int, low: int, selectors: int) -> int:
    source = (high << 32 | low).to_bytes(8, "little")
    known = {12: 0x00, **dict.fromkeys(range(13, 16), 0xFF)}
    signs = {8 + i: 0xFF if source[2 * i + 1] >> 7 else 0 for i in range(4)}
    table = {**dict(enumerate(source)), **signs, **known}
    return int.from_bytes([table[s & 15] for s in selectors.to_bytes(4, "little")], "little")


def averaged(x: int, y: int, rounding: int) -> int:
    groups = zip(fields(x, 8), fields(y, 8), fields(rounding, 8), strict=True)
    return int.from_bytes([(a + b + (r & 1)) >> 1 for a, b, r in groups], "little")


def distance(x: int, y: int, bits: int = 8, *, masked: bool = False) -> int:
    pairs = zip(fields(x, bits), fields(y, bits), strict=True)
    return sum(abs(a - b) for a, b in pairs if b or not masked)


def dot(x: int, y: int, z: int, bits: int, *, signed: bool, clamp: bool = False) -> int:
    pairs = zip(fields(x, bits, signed=signed), fields(y, bits, signed=signed), strict=True)
    total = sum(a * b for a, b in pairs) + (as_signed(z) if signed else z)
    least, most = (-(1 << 31), (1 << 31) - 1) if signed else (0, WORD)
    return min(max(total, least), most) if clamp else total


EXPECTED: dict[str, Callable[[int, int, int], int]] = {
    "ubfe": lambda x, y, z: bit_field(x, y, z, signed=False),
    "sbfe": lambda x, y, z: bit_field(x, y, z, signed=True),
    "alignbit": lambda x, y, z: (x << 32 | y) >> (z & 31),
    "alignbyte": lambda x, y, z: (x << 32 | y) >> 8 * (z & 3),
    "perm": permuted,
    "lerp": averaged,
    "sad_u8": lambda x, y, z: distance(x, y) + z,
    "msad_u8": lambda x, y, z: distance(x, y, masked=True) + z,
    "sad_hi_u8": lambda x, y, z: (distance(x, y) << 16) + z,
    "sad_u16": lambda x, y, z: distance(x, y, 16) + z,
    "sdot4": lambda x, y, z: dot(x, y, z, 8, signed=True),
    "sdot4, clamped": lambda x, y, z: dot(x, y, z, 8, signed=True, clamp=True),
    "udot4, clamped": lambda x, y, z: dot(x, y, z, 8, signed=False, clamp=True),
    "sdot8": lambda x, y, z: dot(x, y, z, 4, signed=True),
    "udot8": lambda x, y, z: dot(x, y, z, 4, signed=False),
}


@pytest.fixture(scope="module")
def results() -> dict[str, list[tuple[int, int, int, int]]]:
    """Inputs and result by instruction; among the inputs are zeros, signs and small shifts."""
    random = np.random.default_rng(7)
    a, b, c = (random.integers(0, 1 << 32, 256, dtype=np.uint32) for _ in range(3))
    b[::4] &= 0x1F001F
    c[::3] &= 0x1F
    a[:4], b[:4], c[:4] = [0, WORD, 1 << 31, 1], [0, 0, WORD, 31], [0, WORD, 1 << 31, 0x7FFFFFFF]
    out = np.zeros((len(EXPECTED), 256), np.uint32)
    Module.load(SOURCE, arch="gfx942").kernel("integers")[1, 256](a, b, c, out)
    return {
        name: list(zip(a.tolist(), b.tolist(), c.tolist(), row.tolist(), strict=True))
        for name, row in zip(EXPECTED, out, strict=True)
    }


@pytest.mark.parametrize("name", EXPECTED)
def test_an_integer_instruction(
    name: str, results: dict[str, list[tuple[int, int, int, int]]]
) -> None:
    for x, y, z, result in results[name]:
        wanted_z = z & 0x0F0F0F0F if name == "perm" else z
        assert result == EXPECTED[name](x, y, wanted_z) & WORD, (hex(x), hex(y), hex(z))
