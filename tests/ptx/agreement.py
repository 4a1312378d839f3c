"""When two results of an instruction count as the same."""

from __future__ import annotations

import numpy as np

from tests.ptx.case import Case
from tests.ptx.pools import pools

_FLOATS = {
    "f32": (np.float32, np.uint32),
    "f64": (np.float64, np.uint64),
    "f16": (np.float16, np.uint16),
}
#: Relative error of the approximations, about twice what the PTX ISA allows NVIDIA's.
_RELATIVE = {"ex2": 2**-21, "lg2": 2**-20, "rcp": 2**-22, "rsqrt": 2**-21, "sqrt": 2**-21}
_RELATIVE |= {"div": 2**-21, "tanh": 2**-10}
_ABSOLUTE = {"sin": 2**-18, "cos": 2**-18, "lg2": 2**-21}


def differing(case: Case, wanted: np.ndarray, got: np.ndarray) -> np.ndarray:
    """Return which words of a case differ.

    Args:
        case: the instruction.
        wanted: uint64 (2, rows), recorded.
        got: uint64 (2, rows).
    """
    result = np.zeros(wanted.shape, bool)
    for word in range(2):
        letter = case.outputs[word] if word < len(case.outputs) else "l"
        bits = {"h": 16, "r": 32, "f": 32}.get(letter, 64)
        mask = np.uint64((1 << bits) - 1)
        want, have = wanted[word] & mask, got[word] & mask
        result[word] = (want != have) & ~_alike(case, letter, word, want, have)
    return result


def _alike(case: Case, letter: str, word: int, want: np.ndarray, have: np.ndarray) -> np.ndarray:
    kind = _format(case, letter, word)
    if kind == "":
        return np.zeros(want.shape, bool)
    if kind.endswith("x2"):
        low, high = np.uint64(0xFFFF), np.uint64(16)
        halves = [(want & low, have & low), (want >> high & low, have >> high & low)]
        alike = [(w == h) | _close(case, kind[:-2], w, h) for w, h in halves]
        return alike[0] & alike[1]
    return _close(case, kind, want, have)


def _format(case: Case, letter: str, word: int) -> str:
    """Return the floating-point format of a result word, or nothing."""
    parts = case.name.split("/")[0].split()[0].split(".")
    formats = [p for p in parts if p in ("f32", "f64", "f16", "bf16", "f16x2", "bf16x2")]
    if letter == "f":
        return "f32"
    if letter == "d":
        return "f64"
    if not formats or parts[0] in ("setp", "set"):
        return ""
    if parts[0] == "cvt":
        return formats[0] if formats[0] in parts[1:-1] and formats[0][0] in "fb" else ""
    return formats[0]


def _values(kind: str, bits: np.ndarray) -> np.ndarray:
    if kind == "bf16":
        return (bits.astype(np.uint32) << np.uint32(16)).view(np.float32).astype(np.float64)
    float_type, int_type = _FLOATS[kind]
    return bits.astype(int_type).view(float_type).astype(np.float64)


def _close(case: Case, kind: str, want: np.ndarray, have: np.ndarray) -> np.ndarray:
    with np.errstate(all="ignore"):
        a, b = _values(kind, want), _values(kind, have)
        alike = np.isnan(a) & np.isnan(b)
        opcode = case.name.split("/")[0]
        if ".ftz" in opcode or ".approx" in opcode or ".full" in opcode:
            least = {"f32": 2**-126, "f64": 2**-1022, "f16": 2**-14, "bf16": 2**-126}[kind]
            alike |= (np.abs(a) <= least) & (np.abs(b) <= least)
        if ".approx" in opcode or ".full" in opcode:
            word = opcode.split(".")[0]
            relative = _RELATIVE.get(word, 0.0)
            step = {"f32": 0.0, "f64": 0.0, "f16": 2**-9, "bf16": 2**-6}[kind]
            relative = max(relative, step)
            if kind == "f64":  # the gross forms keep 20 bits of the mantissa
                relative = 2**-19 if ".approx.ftz" in opcode else 2**-50
            close = np.abs(a - b) <= relative * np.abs(a) + _ABSOLUTE.get(word, 0.0)
            if word in ("sin", "cos"):  # the error is only bounded for small angles
                close |= np.abs(_angles()) > 3.0
            alike |= close
    return alike


def _angles() -> np.ndarray:
    bits = np.array([row[0] for row in pools()["f32"]], np.uint32)
    return bits.view(np.float32)
