"""Element types of matrices: how NumPy numbers become the bits of registers, and back."""

from __future__ import annotations

import numpy as np

Array = np.ndarray

#: Bits of an element.
BITS = {
    **dict.fromkeys(("s4", "u4"), 4),
    **dict.fromkeys(("s8", "u8", "e4m3", "e5m2"), 8),
    **dict.fromkeys(("f16", "bf16"), 16),
    **dict.fromkeys(("tf32", "f32", "s32"), 32),
    "f64": 64,
}

_FLOAT8 = {"e4m3": (4, 3, 7), "e5m2": (5, 2, 15)}


def encode(kind: str, values: Array) -> Array:
    """Return the bits of numbers that the format holds exactly, as uint64."""
    if kind in ("s4", "u4"):
        return values.astype(np.int64).astype(np.uint64) & np.uint64(15)
    if kind in ("s8", "u8"):
        return values.astype(np.int64).astype(np.uint64) & np.uint64(255)
    if kind == "s32":
        return values.astype(np.int64).astype(np.uint64) & np.uint64(0xFFFFFFFF)
    if kind == "f64":
        return values.astype(np.float64).view(np.uint64)
    if kind == "f16":
        return values.astype(np.float16).view(np.uint16).astype(np.uint64)
    single = values.astype(np.float32).view(np.uint32).astype(np.uint64)
    if kind == "bf16":
        return single >> np.uint64(16)
    if kind in _FLOAT8:
        table = decode(kind, np.arange(256, dtype=np.uint64))
        codes = [np.flatnonzero(table == value)[0] for value in values.reshape(-1)]
        return np.array(codes, np.uint64).reshape(values.shape)
    return single


def decode(kind: str, bits: Array) -> Array:
    """Return the numbers that uint64 bits stand for."""
    if kind in ("s4", "s8", "s32"):
        size = BITS[kind]
        signed = bits.astype(np.int64)
        return np.where(signed >> (size - 1) & 1, signed - (1 << size), signed)
    if kind in ("u4", "u8"):
        return bits.astype(np.int64)
    if kind == "f64":
        return bits.view(np.float64)
    if kind == "f16":
        return bits.astype(np.uint16).view(np.float16).astype(np.float64)
    if kind == "bf16":
        return (bits << np.uint64(16)).astype(np.uint32).view(np.float32).astype(np.float64)
    if kind in _FLOAT8:
        return _float8(bits.astype(np.int64), *_FLOAT8[kind])
    return bits.astype(np.uint32).view(np.float32).astype(np.float64)


def _float8(code: Array, exponent_bits: int, mantissa_bits: int, bias: int) -> Array:
    exponent = code >> mantissa_bits & ((1 << exponent_bits) - 1)
    mantissa = code & ((1 << mantissa_bits) - 1)
    fraction = mantissa / (1 << mantissa_bits) + (exponent > 0)
    magnitude = fraction * 2.0 ** (np.maximum(exponent, 1) - bias)
    top = exponent == (1 << exponent_bits) - 1
    if mantissa_bits == 2:
        magnitude = np.where(top, np.where(mantissa == 0, np.inf, np.nan), magnitude)
    else:
        magnitude = np.where(top & (mantissa == 7), np.nan, magnitude)
    return np.where(code & 0x80, -magnitude, magnitude)


def packed(kind: str, elements: Array) -> Array:
    """Return registers of 32 bits, or 64 for doubles, from bits of elements in the last axis."""
    size = BITS[kind]
    if size == 64:
        return elements
    each = 32 // size
    parts = elements.reshape(*elements.shape[:-1], -1, each)
    shifts = np.arange(each, dtype=np.uint64) * np.uint64(size)
    return (parts << shifts).sum(axis=-1).astype(np.uint32)


def unpacked(kind: str, registers: Array) -> Array:
    """Return the bits of the elements that registers hold."""
    size = BITS[kind]
    if size == 64:
        return registers
    shifts = np.arange(0, 32, size, dtype=np.uint64)
    mask = np.uint64((1 << size) - 1)
    parts = registers.astype(np.uint64)[..., None] >> shifts & mask
    return parts.reshape(*registers.shape[:-1], -1)


def numbers(kind: str, rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
    """Return random numbers whose products and sums every accumulator holds exactly."""
    low, high = {"u4": (0, 16), "u8": (0, 256), "s4": (-8, 8), "s8": (-128, 128)}.get(kind, (-4, 5))
    return rng.integers(low, high, shape).astype(np.float64)
