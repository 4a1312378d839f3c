"""`video.hpp`, `dpx.hpp`, `integer_dot.hpp` and `bits.hpp`, against the lanes taken one by one."""

import re
from pathlib import Path

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain
THREADS = 256
WORD = 0xFFFFFFFF


@pytest.fixture(scope="module")
def kernels(load, arch):
    return load("words.cu", arch)


def names(kernel: str) -> list[str]:
    """Return the functions that a kernel calls, in the order of its results."""
    text = (Path(__file__).parent / "kernels" / "words.cu").read_text()
    body = text.split(f"void {kernel}(")[1].split("\n}\n")[0]
    return re.findall(r"\*r\+\+ = __(\w+)\(", body)


def words(seed: int, threads: int = THREADS) -> np.ndarray:
    """Return random words, with the bytes and halfwords at the ends of their ranges among them."""
    random = np.random.default_rng(seed)
    result = random.integers(0, 2**32, threads, dtype=np.uint64).astype(np.uint32)
    ends = np.array([0, 0x7F, 0x80, 0xFF], np.uint8)
    result[:64] = ends[random.integers(0, 4, 256)].view(np.uint32)
    return result


def lanes(word: int, bits: int, signed: bool) -> list[int]:
    mask = (1 << bits) - 1
    values = [(int(word) >> i) & mask for i in range(0, 32, bits)]
    return [v - (1 << bits) if signed and v >> (bits - 1) else v for v in values]


def packed(values, bits: int) -> int:
    return sum((int(v) & ((1 << bits) - 1)) << (i * bits) for i, v in enumerate(values))


def limited(value: int, bits: int, signed: bool) -> int:
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
    return max(low, min(high, value))


ORDERS = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "ge": lambda a, b: a >= b,
    "gt": lambda a, b: a > b,
    "le": lambda a, b: a <= b,
    "lt": lambda a, b: a < b,
}
OPERATIONS = {
    "vadd": lambda a, b: a + b,
    "vsub": lambda a, b: a - b,
    "vavgs": lambda a, b: (a + b + (a + b >= 0)) >> 1,
    "vavgu": lambda a, b: (a + b + 1) >> 1,
    "vhaddu": lambda a, b: (a + b) >> 1,
    "vabsdiff": lambda a, b: abs(a - b),
    "vmax": max,
    "vmin": min,
}


def video(name: str, x: int, y: int) -> int:
    """Return what a SIMD-in-a-word function of CUDA's Math API gives."""
    stem, bits = name[:-1], 16 if name[-1] == "2" else 8
    saturating = re.fullmatch(r"v(add|sub|abs|neg)([su])s", stem)
    signed = stem.endswith(("s", "eq", "ne")) and not (saturating and saturating[2] == "u")
    if stem in ("vadd", "vsub", "vabs", "vneg"):
        signed = True
    a, b = lanes(x, bits, signed), lanes(y, bits, signed)
    pairs = list(zip(a, b, strict=True))
    if compare := re.fullmatch(r"v(cmp|set)(..)[su]?", stem):
        true = -1 if compare[1] == "cmp" else 1
        return packed([true * ORDERS[compare[2]](*pair) for pair in pairs], bits)
    if stem in ("vsads", "vsadu"):
        return sum(abs(p - q) for p, q in pairs)
    if saturating:
        operation = OPERATIONS.get("v" + saturating[1], lambda p, _: p)
        if saturating[1] in ("abs", "neg"):
            raw = [abs(p) if saturating[1] == "abs" else -p for p in a]
        else:
            raw = [operation(*pair) for pair in pairs]
        return packed([limited(v, bits, saturating[2] == "s") for v in raw], bits)
    if stem in ("vabs", "vneg"):
        return packed([abs(p) if stem == "vabs" else -p for p in a], bits)
    operation = OPERATIONS.get(stem) or OPERATIONS[stem[:-1]]
    return packed([operation(*pair) for pair in pairs], bits)


def test_two_words(kernels) -> None:
    a, b = words(1), words(2)
    out = np.zeros((THREADS, 74), np.uint32)
    kernels.kernel("binary")[1, THREADS](a, b, out)
    for i, name in enumerate(names("binary")):
        expected = [video(name, x, y) for x, y in zip(a, b, strict=True)]
        assert out[:, i].tolist() == expected, name


def test_one_word(kernels) -> None:
    a = words(3)
    out = np.zeros((THREADS, 8), np.uint32)
    kernels.kernel("unary")[1, THREADS](a, out)
    for i, name in enumerate(names("unary")):
        assert out[:, i].tolist() == [video(name, x, 0) for x in a], name


def test_dot_products(kernels) -> None:
    a, b, c = (words(seed).view(np.int32) for seed in (4, 5, 6))
    out = np.zeros((THREADS, 12), np.int32)
    kernels.kernel("dot_products")[1, THREADS](a, b, c, out)
    for i, name in enumerate(names("dot_products")):
        signed = i % 2 == 0
        for thread in range(THREADS):
            x, y, z = int(a[thread]) & WORD, int(b[thread]) & WORD, int(c[thread])
            other = lanes(y, 8, signed)
            mine = lanes(x, 8, signed) if name == "dp4a" else lanes(x, 16, signed)
            if name == "dp2a_hi":
                other = other[2:]
            total = z + sum(p * q for p, q in zip(mine, other, strict=False))
            assert int(out[thread, i]) & WORD == total & WORD, (name, i)


def dpx(name: str, x: int, y: int, z: int) -> int:
    """Return what a DPX function of two or three values gives."""
    match = re.fullmatch(r"vi(add)?(max|min)3?_([su])(32|16x2)(_relu)?", name)
    bits, signed = int(match[4][:2]), match[3] == "s"
    choose = max if match[2] == "max" else min
    three = name[2:].startswith(("max3", "min3")) or match[1] is not None
    results = []
    for a, b, c in zip(*(lanes(w, bits, signed) for w in (x, y, z)), strict=True):
        first = [lanes(packed([a + b], bits), bits, signed)[0]] if match[1] else [a, b]
        value = choose([*first, *([c] if three else [])])
        results.append(max(value, 0) if match[5] else value)
    return packed(results, bits)


def test_dynamic_programming(kernels) -> None:
    a, b, c = words(7), words(8), words(9)
    out = np.zeros((THREADS, 36), np.int32)
    kernels.kernel("dynamic")[1, THREADS](*(w.view(np.int32) for w in (a, b, c)), out)
    got = out.view(np.uint32)
    called = names("dynamic")
    for i, name in enumerate(called[:28]):
        expected = [dpx(name, *w) for w in zip(a, b, c, strict=True)]
        assert got[:, i].tolist() == expected, name
    for thread in range(THREADS):
        x, y = a[thread], b[thread]
        s, t = np.int32(x.view(np.int32)), np.int32(y.view(np.int32))
        pairs = list(zip(lanes(x, 16, True), lanes(y, 16, True), strict=True))
        words_ = list(zip(lanes(x, 16, False), lanes(y, 16, False), strict=True))
        assert got[thread, 28:].tolist() == [
            np.uint32(int(max(s, t)) & WORD),
            s >= t,
            min(x, y),
            x <= y,
            packed([max(p) for p in pairs], 16),
            sum((p >= q) << i for i, (p, q) in enumerate(pairs)),
            packed([min(p) for p in words_], 16),
            sum((p <= q) << i for i, (p, q) in enumerate(words_)),
        ]


def test_byte_swaps(kernels) -> None:
    a = np.random.default_rng(10).integers(0, 2**63, THREADS, dtype=np.uint64)
    out = np.zeros((THREADS, 3), np.uint64)
    kernels.kernel("swapped")[1, THREADS](a, out)
    for column, dtype in enumerate((np.uint16, np.uint32, np.uint64)):
        np.testing.assert_array_equal(out[:, column], a.astype(dtype).byteswap())


def test_first_set_bit_of_an_unsigned_long(kernels) -> None:
    a = np.array([0] + [1 << i for i in range(64)] + [(1 << 64) - (1 << 40)], np.uint64)
    out = np.zeros(len(a), np.int32)
    kernels.kernel("first_set")[1, len(a)](a, out)
    assert out.tolist() == [0, *range(1, 65), 41]


def test_counts_of_bits_are_signed(kernels) -> None:
    a, b = words(21), words(22)
    out = np.full(THREADS, np.nan, np.float32)
    kernels.kernel("count_differences")[1, THREADS](a, b, out)
    difference = np.array(
        [int(x).bit_count() - int(y).bit_count() for x, y in zip(a, b, strict=True)]
    )
    np.testing.assert_array_equal(out, np.where(difference < 0, difference, 100))


def test_search_for_a_set_bit(kernels) -> None:
    random = np.random.default_rng(12)
    mask, base = words(13), random.integers(0, 32, THREADS, dtype=np.uint32)
    offset = random.integers(-9, 10, THREADS, dtype=np.int32)
    out, small = np.zeros(THREADS, np.uint32), np.zeros(THREADS, np.int32)
    kernels.kernel("searched")[1, THREADS](mask, base, offset, out, small)
    for t in range(THREADS):
        bits = [i for i in range(32) if int(mask[t]) >> i & 1]
        above = [i for i in bits if i >= base[t]]
        below = [i for i in reversed(bits) if i <= base[t]]
        count = int(offset[t])
        wanted = above if count > 0 else below if count < 0 else [i for i in bits if i == base[t]]
        place = abs(count) - 1 if count else 0
        assert out[t] == (wanted[place] if place < len(wanted) else WORD)
        assert small[t] == (place < len(wanted))


def test_product_of_24_bits_is_unsigned(kernels) -> None:
    a, b = words(14), words(15)
    out = np.zeros(THREADS)
    kernels.kernel("multiplied")[1, THREADS](a, b, out)
    low = 0xFFFFFF
    expected = [(int(x) & low) * (int(y) & low) & WORD for x, y in zip(a, b, strict=True)]
    assert out.tolist() == expected
