"""The rows of inputs that PTX instructions run on: numbers of each kind, edges among them."""

from __future__ import annotations

import random
import struct

from tests.ptx.case import ROWS, WORDS

POOLS = ("int", "f32", "f64", "f16", "bf16")


def _floats(random_: random.Random, exponents: range, format_: str) -> int:
    kind = random_.random()
    specials = [0.0, -0.0, 1.0, -1.0, float("inf"), float("-inf"), float("nan"), 0.5, 2.0, 3.5]
    if kind < 0.2:
        value = random_.choice(specials)
    elif kind < 0.4:
        value = float(random_.randint(-300, 300)) / 2
    else:
        value = random_.uniform(-2, 2) * 2.0 ** random_.choice(exponents)
    size = struct.calcsize(format_)
    try:
        packed = struct.pack(format_, value)
    except OverflowError:
        packed = struct.pack(format_, 1.5)
    return int.from_bytes(packed[:size], "little")


def _integer(random_: random.Random) -> int:
    kind = random_.random()
    if kind < 0.25:
        return random_.randint(0, 40)
    if kind < 0.4:
        edges = [0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 2**31 - 1, 2**31, 2**32 - 1, 2**63]
        return random_.choice([*edges, 2**63 - 1, 2**64 - 1])
    return random_.getrandbits(64)


def _half(random_: random.Random, *, bfloat: bool) -> int:
    if bfloat:
        return _floats(random_, range(-20, 20), "<f") >> 16
    return _floats(random_, range(-10, 10), "<e")


def pools() -> dict[str, list[list[int]]]:
    """Return the rows of inputs by pool; always the same."""
    random_ = random.Random(20240501)
    made: dict[str, list[list[int]]] = {}
    for pool in POOLS:
        rows = []
        for _ in range(ROWS):
            row = []
            for _ in range(WORDS):
                if pool == "int":
                    row.append(_integer(random_))
                elif pool == "f32":
                    row.append(_floats(random_, range(-40, 40), "<f"))
                elif pool == "f64":
                    row.append(_floats(random_, range(-300, 300), "<d"))
                else:
                    low = _half(random_, bfloat=pool == "bf16")
                    row.append(_half(random_, bfloat=pool == "bf16") << 16 | low)
            rows.append(row)
        made[pool] = rows
    return made
