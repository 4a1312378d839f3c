"""The generators of hipRAND's and cuRAND's host interface."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from .conftest import loaded

pytestmark = pytest.mark.toolchain

RECORDED = Path(__file__).with_name("curand.tsv")
DTYPES = {
    "Generate": "u4",
    "GenerateLongLong": "u8",
    "GenerateUniform": "f4",
    "GenerateUniformDouble": "f8",
    "GenerateNormal": "f4",
    "GenerateNormalDouble": "f8",
}
#: By vendor: XORWOW, MRG32k3a, Philox.
TYPES = {"hiprand": (401, 402, 405), "curand": (101, 121, 161)}
BOTH = [(vendor, type_) for vendor, types in TYPES.items() for type_ in types]
TWISTERS = [("hiprand", 403), ("hiprand", 404), ("curand", 141), ("curand", 142)]
#: A normal number is at most sqrt(-2 log(2^-33)) times a sine; on a GPU sines of floats are off by
#: 2^-20, which the host's are not (CUDA's programming guide, accuracy of `__sincosf`).
LARGEST = np.sqrt(-2 * np.log(2.0**-33))


class Row(NamedTuple):
    type: int
    function: str
    numbers: int
    sum: int
    samples: list[float]


def rows() -> list[Row]:
    lines = [line.split("\t") for line in RECORDED.read_text().splitlines() if line[0] != "#"]
    return [Row(int(a), b, int(c), int(d), [*map(float, rest)]) for a, b, c, d, *rest in lines]


@pytest.fixture(scope="module")
def rand() -> ctypes.CDLL:
    return loaded("rand")


def generated(
    rand: ctypes.CDLL, vendor: str, type_: int, function: str, count: int, *, offset: int = 0
) -> Any:
    generator = ctypes.c_void_p()
    assert getattr(rand, f"{vendor}CreateGenerator")(ctypes.byref(generator), type_) == 0
    seed, start = ctypes.c_ulonglong(1234), ctypes.c_ulonglong(offset)
    assert getattr(rand, f"{vendor}SetPseudoRandomGeneratorSeed")(generator, seed) == 0
    if offset:
        assert getattr(rand, f"{vendor}SetGeneratorOffset")(generator, start) == 0
    out = np.zeros(count, DTYPES[function])
    words: list[Any] = [generator, ctypes.c_void_p(out.ctypes.data), ctypes.c_size_t(count)]
    if "Normal" in function:
        number = ctypes.c_double if "Double" in function else ctypes.c_float
        words += [number(0), number(1)]
    assert getattr(rand, f"{vendor}{function}")(*words) == 0
    assert getattr(rand, f"{vendor}DestroyGenerator")(generator) == 0
    return out


class Quasi(NamedTuple):
    type: int
    dimensions: int
    offset: int
    function: str
    numbers: int
    status: int
    sum: int
    samples: list[str]


def quasi_rows() -> list[Quasi]:
    text = RECORDED.with_name("sobol.tsv").read_text()
    lines = [line.split("\t") for line in text.splitlines() if line[0] != "#"]
    return [
        Quasi(int(a), int(b), int(c), d, int(e), int(f), int(g), rest)
        for a, b, c, d, e, f, g, *rest in lines
    ]


def fnv(content: bytes) -> int:
    found = 14695981039346656037
    for byte in content:
        found = (found ^ byte) * 1099511628211 % 2**64
    return found


def slow_if(is_slow: bool) -> list[pytest.MarkDecorator]:
    return [pytest.mark.slow] if is_slow else []


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(
            row,
            id=f"{row.type}-{row.function}",
            marks=slow_if(row.type == 142 and row.numbers > 12_000),  # 8192 generators are made
        )
        for row in rows()
    ],
)
def test_numbers_are_those_of_an_h200(rand: ctypes.CDLL, row: Row) -> None:
    out = generated(rand, "curand", row.type, row.function, row.numbers)
    samples = out[:: row.numbers // 12][:12]
    if "Normal" in row.function:
        lost = 2.0**-20 if out.dtype == "f4" else 4 * np.finfo("f8").eps
        assert (abs(samples - np.array(row.samples)) <= lost * LARGEST).all()
    else:
        assert samples.tolist() == np.array(row.samples, out.dtype).tolist()
        assert fnv(out.tobytes()) == row.sum


def quasi(rand: ctypes.CDLL, vendor: str, row: Quasi) -> Any:
    generator = ctypes.c_void_p()
    assert getattr(rand, f"{vendor}CreateGenerator")(ctypes.byref(generator), row.type) == 0
    dimensions, start = ctypes.c_uint(row.dimensions), ctypes.c_ulonglong(row.offset)
    set_dimensions = getattr(rand, f"{vendor}SetQuasiRandomGeneratorDimensions")
    assert set_dimensions(generator, dimensions) == 0
    assert getattr(rand, f"{vendor}SetGeneratorOffset")(generator, start) == 0
    out = np.zeros(row.numbers, DTYPES[row.function])
    words: list[Any] = [generator, ctypes.c_void_p(out.ctypes.data), ctypes.c_size_t(row.numbers)]
    if "Normal" in row.function:
        number = ctypes.c_double if "Double" in row.function else ctypes.c_float
        words += [number(0), number(1)]
    assert getattr(rand, f"{vendor}{row.function}")(*words) == row.status
    getattr(rand, f"{vendor}DestroyGenerator")(generator)
    return out


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(
            row,
            id=f"{row.type}-{row.dimensions}-{row.offset}-{row.function}",
            marks=slow_if(row.dimensions > 5),
        )
        for row in quasi_rows()
    ],
)
def test_quasi_random_numbers_are_those_of_an_h200(rand: ctypes.CDLL, row: Quasi) -> None:
    out = quasi(rand, "curand", row)
    samples = np.array(row.samples, out.dtype)
    if "Normal" in row.function:  # the inverse of the normal distribution, a polynomial
        assert np.allclose(out[:: row.numbers // 12][:12], samples, rtol=2e-6, atol=2e-6)
    else:
        assert out[:: row.numbers // 12][:12].tolist() == samples.tolist()
        assert fnv(out.tobytes()) == row.sum


def test_both_vendors_have_the_same_sequences(rand: ctypes.CDLL) -> None:
    for cuda, hip, function in ((201, 501, "Generate"), (203, 503, "GenerateLongLong")):
        row = Quasi(cuda, 7, 33, function, 7000, 0, 0, [])
        numbers = quasi(rand, "curand", row)
        assert (numbers == quasi(rand, "hiprand", row._replace(type=hip))).all()


def test_mistakes_with_dimensions(rand: ctypes.CDLL) -> None:
    generator = ctypes.c_void_p()
    assert rand.curandCreateGenerator(ctypes.byref(generator), 201) == 0
    set_dimensions = rand.curandSetQuasiRandomGeneratorDimensions
    assert [set_dimensions(generator, n) for n in (0, 20_001, 3)] == [104, 104, 0]
    out = np.zeros(4, "f4")
    where = ctypes.c_void_p(out.ctypes.data)
    assert rand.curandGenerateUniform(generator, where, ctypes.c_size_t(4)) == 105
    assert rand.curandGenerateLongLong(generator, where, ctypes.c_size_t(3)) == 103
    assert rand.curandSetPseudoRandomGeneratorSeed(generator, ctypes.c_ulonglong(1)) == 103


@pytest.mark.parametrize(("vendor", "type_"), [*BOTH, *TWISTERS])
def test_distributions(rand: ctypes.CDLL, vendor: str, type_: int) -> None:
    n = 12_000 if (vendor, type_) in TWISTERS else 200_000
    for function in ("GenerateUniform", "GenerateUniformDouble"):
        out = generated(rand, vendor, type_, function, n).astype("f8")
        assert out.min() > 0 and out.max() <= 1
        assert abs(out.mean() - 1 / 2) < 6 * np.sqrt(1 / 12 / n)
        assert abs((out**2).mean() - 1 / 3) < 6 * np.sqrt(4 / 45 / n)
    for function in ("GenerateNormal", "GenerateNormalDouble"):
        out = generated(rand, vendor, type_, function, n).astype("f8")
        assert abs(out.mean()) < 6 / np.sqrt(n)
        assert abs((out**2).mean() - 1) < 6 * np.sqrt(2 / n)
        assert abs((out**4).mean() - 3) < 6 * np.sqrt(96 / n)


@pytest.mark.parametrize(("vendor", "type_"), BOTH)
@pytest.mark.parametrize("offset", [1, 2, 4099, 9000])
def test_an_offset_starts_later(rand: ctypes.CDLL, vendor: str, type_: int, offset: int) -> None:
    whole = generated(rand, vendor, type_, "Generate", 20_000)
    later = generated(rand, vendor, type_, "Generate", 10_000, offset=offset)
    assert (later == whole[offset : offset + 10_000]).all()


@pytest.mark.parametrize("vendor", TYPES)
def test_poisson(rand: ctypes.CDLL, vendor: str) -> None:
    generator, n, mean = ctypes.c_void_p(), 100_000, 10.0
    assert getattr(rand, f"{vendor}CreateGenerator")(ctypes.byref(generator), TYPES[vendor][0]) == 0
    out = np.zeros(n, "u4")
    draw = getattr(rand, f"{vendor}GeneratePoisson")
    where = ctypes.c_void_p(out.ctypes.data)
    assert draw(generator, where, ctypes.c_size_t(n), ctypes.c_double(mean)) == 0
    assert abs(out.mean() - mean) < 6 * np.sqrt(mean / n)
    assert abs(out.var() - mean) < 6 * np.sqrt((mean + 2 * mean**2) / n)
    assert draw(generator, where, ctypes.c_size_t(n), ctypes.c_double(0)) == 104


@pytest.mark.parametrize("vendor", TYPES)
def test_mistakes(rand: ctypes.CDLL, vendor: str) -> None:
    generator = ctypes.c_void_p()
    create = getattr(rand, f"{vendor}CreateGenerator")
    assert create(ctypes.byref(generator), 1) == 103
    assert create(ctypes.byref(generator), TYPES[vendor][0]) == 0
    out = np.zeros(4, "f4")
    where, three = ctypes.c_void_p(out.ctypes.data), ctypes.c_size_t(3)
    normal = getattr(rand, f"{vendor}GenerateNormal")
    assert normal(generator, where, three, ctypes.c_float(0), ctypes.c_float(1)) == 105
    destroy = getattr(rand, f"{vendor}DestroyGenerator")
    assert [destroy(generator), destroy(generator)] == [0, 101]
    assert getattr(rand, f"{vendor}GenerateUniform")(generator, where, three) == 101
