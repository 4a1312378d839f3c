"""Random expressions of 32-bit words: their text in CUDA, and their value for all threads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint32]
#: Name of a variable -> its value in each thread of the grid.
State = Mapping[str, Words]


class Expression(NamedTuple):
    """An expression.

    Attributes:
        text: as it is written in CUDA; a primary, so that it can stand anywhere.
        value: what it is in each thread.
    """

    text: str
    value: Callable[[State], Words]


def signed(words: Words) -> NDArray[np.int64]:
    """Return the words as signed numbers, wide enough to compute with."""
    return words.view(np.int32).astype(np.int64)


def wide(words: Words) -> NDArray[np.uint64]:
    """Return the words in 64 bits."""
    return words.astype(np.uint64)


def cut(numbers: NDArray[np.generic]) -> Words:
    """Return the lowest 32 bits of integers."""
    return (numbers.astype(np.int64) & 0xFFFFFFFF).astype(np.uint32)


def bits(words: Words) -> NDArray[np.uint8]:
    """Return the 32 bits of each word, the lowest first, in a row of their own."""
    return ((words[:, None] >> np.arange(32, dtype=np.uint32)) & 1).astype(np.uint8)


def from_bits(rows: NDArray[np.uint8]) -> Words:
    """Return the words whose bits the rows hold."""
    return cut((rows.astype(np.uint64) << np.arange(32, dtype=np.uint64)).sum(axis=1))


def popcount(words: Words) -> Words:
    """Return `__popc` of each word."""
    return bits(words).sum(axis=1).astype(np.uint32)


def _first(words: Words) -> Words:
    rows = bits(words)
    return np.where(words == 0, 0, rows.argmax(axis=1) + 1).astype(np.uint32)


def _leading(words: Words) -> Words:
    return np.where(words == 0, 32, bits(words)[:, ::-1].argmax(axis=1)).astype(np.uint32)


def _permuted(a: Words, b: Words, selector: Words) -> Words:
    both = wide(a) | wide(b) << np.uint64(32)
    result = np.zeros_like(both)
    for byte in range(4):
        nibble = wide(selector) >> np.uint64(4 * byte) & np.uint64(15)
        chosen = both >> np.uint64(8) * (nibble & np.uint64(7)) & np.uint64(255)
        signs = np.where(chosen & np.uint64(128), np.uint64(255), np.uint64(0))
        result |= np.where(nibble & np.uint64(8), signs, chosen) << np.uint64(8 * byte)
    return cut(result)


def _funnel(low: Words, high: Words, by: Words) -> Words:
    both = wide(high) << np.uint64(32) | wide(low)
    return cut((both << wide(by & np.uint32(31))) >> np.uint64(32))


def _saturated(numbers: NDArray[np.float32]) -> Words:
    whole = np.trunc(numbers.astype(np.float64))
    return cut(np.clip(whole, -(2.0**31), 2.0**31 - 1))


def _divided(a: Words, b: Words) -> Words:
    x, y = signed(a), signed(b) | 1
    quotient = np.abs(x) // np.abs(y) * np.sign(x) * np.sign(y)
    return cut(quotient)


#: Text with places for two operands, and its value.
_BINARY: tuple[tuple[str, Callable[[Words, Words], Words]], ...] = (
    ("({0} + {1})", lambda a, b: a + b),
    ("({0} - {1})", lambda a, b: a - b),
    ("({0} * {1})", lambda a, b: a * b),
    ("({0} & {1})", lambda a, b: a & b),
    ("({0} | {1})", lambda a, b: a | b),
    ("({0} ^ {1})", lambda a, b: a ^ b),
    ("({0} << ({1} & 31))", lambda a, b: a << (b & np.uint32(31))),
    ("({0} >> ({1} & 31))", lambda a, b: a >> (b & np.uint32(31))),
    ("(unsigned)((int){0} >> ({1} & 31))", lambda a, b: cut(signed(a) >> (b & 31).astype(int))),
    ("({0} / ({1} | 1))", lambda a, b: a // (b | np.uint32(1))),
    ("({0} % ({1} | 1))", lambda a, b: a % (b | np.uint32(1))),
    ("(unsigned)((int)({0} >> 1) / (int)({1} | 1))", lambda a, b: _divided(a >> np.uint32(1), b)),
    ("({0} < {1} ? 7u : 11u)", lambda a, b: np.where(a < b, 7, 11).astype(np.uint32)),
    ("min({0}, {1})", np.minimum),
    ("max({0}, {1})", np.maximum),
    ("(unsigned)min((int){0}, (int){1})", lambda a, b: cut(np.minimum(signed(a), signed(b)))),
    ("(unsigned)max((int){0}, (int){1})", lambda a, b: cut(np.maximum(signed(a), signed(b)))),
    ("min((int){0}, {1})", np.minimum),
    ("max({0}, (int){1})", np.maximum),
    (
        "(unsigned)min((short){0}, (int){1})",
        lambda a, b: cut(
            np.minimum(a.astype(np.uint16).view(np.int16).astype(np.int64), signed(b))
        ),
    ),
    ("__umulhi({0}, {1})", lambda a, b: cut(wide(a) * wide(b) >> np.uint64(32))),
    ("(unsigned)__mulhi((int){0}, (int){1})", lambda a, b: cut(signed(a) * signed(b) >> 32)),
    ("__uhadd({0}, {1})", lambda a, b: cut(wide(a) + wide(b) >> np.uint64(1))),
    ("__urhadd({0}, {1})", lambda a, b: cut((wide(a) + wide(b) + np.uint64(1)) >> np.uint64(1))),
    ("__usad({0}, {1}, 5u)", lambda a, b: cut(np.maximum(a, b) - np.minimum(a, b) + np.uint32(5))),
    (
        "__sad((int){0}, (int){1}, 3u)",
        lambda a, b: cut(np.abs(signed(a) - signed(b)) + 3),
    ),
    ("__byte_perm({0}, {1}, 0x3715u)", lambda a, b: _permuted(a, b, np.full_like(a, 0x3715))),
    ("__byte_perm({0}, {0}, {1} & 0x7777u)", lambda a, b: _permuted(a, a, b & np.uint32(0x7777))),
    ("__funnelshift_l({0}, {1}, 9)", lambda a, b: _funnel(a, b, np.full_like(a, 9))),
    ("__funnelshift_l({0}, {0}, {1})", lambda a, b: _funnel(a, a, b)),
    (
        "(unsigned)(((unsigned long long){0} * {1}) >> 17)",
        lambda a, b: cut(wide(a) * wide(b) >> np.uint64(17)),
    ),
)
_UNARY: tuple[tuple[str, Callable[[Words], Words]], ...] = (
    ("(~{0})", lambda a: ~a),
    ("(unsigned)__popc({0})", popcount),
    ("(unsigned)__clz((int){0})", _leading),
    ("(unsigned)__ffs((int){0})", _first),
    ("__brev({0})", lambda a: from_bits(bits(a)[:, ::-1])),
    ("(unsigned)abs((int)({0} >> 1) - 1000000)", lambda a: cut(np.abs(signed(a >> 1) - 1000000))),
    ("(unsigned)(int)((float)({0} & 0xffffffu) * 0.37f)", lambda a: _scaled(a, 0.37)),
    (
        "(unsigned)(int)((float)({0} & 0x1fffffu) * -1000.0f)",
        lambda a: _scaled(a & np.uint32(0x1FFFFF), -1000.0),
    ),
    ("(unsigned)(int)(signed char){0}", lambda a: cut(a.astype(np.uint8).view(np.int8))),
    ("(unsigned)(unsigned short)({0} * 3u)", lambda a: (a * np.uint32(3)) & np.uint32(0xFFFF)),
    ("(unsigned)(__popcll({0} * 0x100000001ull) - 32)", lambda a: popcount(a) * 2 - np.uint32(32)),
    (
        "(unsigned)__half_as_ushort(__hadd(__int2half_rn((int)({0} & 127) - 64), "
        "__int2half_rn((int)({0} >> 8 & 2047))))",
        lambda a: _halves(a, np.add),
    ),
    (
        "(unsigned)__half_as_ushort(__hmul(__int2half_rn((int)({0} & 127) - 64), "
        "__int2half_rn((int)({0} >> 8 & 2047))))",
        lambda a: _halves(a, np.multiply),
    ),
)


def _scaled(words: Words, factor: float) -> Words:
    return _saturated((words & np.uint32(0xFFFFFF)).astype(np.float32) * np.float32(factor))


def _halves(words: Words, operation: np.ufunc) -> Words:
    first = ((words & 127).astype(np.int32) - 64).astype(np.float16)
    second = (words >> np.uint32(8) & np.uint32(2047)).astype(np.float16)
    with np.errstate(over="ignore"):
        return operation(first, second).view(np.uint16).astype(np.uint32)


def expression(random: Random, names: Sequence[str], depth: int) -> Expression:
    """Return a random expression of variables.

    Args:
        random: what decides.
        names: the variables.
        depth: operators from the outermost to the innermost, at most.
    """
    kind = random.random()
    if depth == 0 or kind < 0.15:
        if random.random() < 0.3:
            number = random.choice((random.getrandbits(32), random.randrange(1, 64)))
            return Expression(f"{number}u", lambda state: np.full_like(state["x"], number))
        name = random.choice(names)
        return Expression(name, lambda state: state[name])
    if kind < 0.4:
        text, unary = random.choice(_UNARY)
        of = expression(random, names, depth - 1)
        return Expression(text.format(of.text), lambda state: unary(of.value(state)))
    text, binary = random.choice(_BINARY)
    first, second = (expression(random, names, depth - 1) for _ in range(2))
    return Expression(
        text.format(first.text, second.text),
        lambda state: binary(first.value(state), second.value(state)),
    )
