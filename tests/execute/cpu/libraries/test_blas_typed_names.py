"""Functions of BLAS with types named at run time, under all their names, beside NumPy."""

from __future__ import annotations

import ctypes
from itertools import product
from typing import Any

import numpy as np
import pytest

from .handles import handle_by

pytestmark = pytest.mark.toolchain

#: NumPy's name -> hipDataType's and cudaDataType's number, the older HIP one.
CODES = {"f4": (0, 151), "f8": (1, 152), "c8": (4, 154)}
FORMS = ("", "Batched", "StridedBatched")
TAILS = ("", "_64", "_v2", "_v2_64")
NAMES = [
    *(("hipblas", form, tail) for form, tail in product(FORMS, TAILS)),
    *(("cublas", "", tail) for tail in ("", "_64")),
]
N, STEP, COUNT = 6, 2, 3
OF_NAMES = pytest.mark.parametrize(("vendor", "form", "tail"), NAMES)


@pytest.fixture(scope="module")
def handles(blas: ctypes.CDLL) -> dict[str, ctypes.c_void_p]:
    return {"hipblas": handle_by(blas.hipblasCreate), "cublas": handle_by(blas.cublasCreate_v2)}


class Call:
    """A function of level 1 in one of its forms."""

    def __init__(self, blas: ctypes.CDLL, handle: Any, vendor: str, form: str, tail: str) -> None:
        self.blas, self.handle, self.form = blas, handle, form
        self.named = f"{vendor}{{}}{form}Ex{tail}"
        self.is_old = vendor == "hipblas" and "v2" not in tail
        self.size: Any = ctypes.c_int64 if tail.endswith("64") else ctypes.c_int
        self.count = COUNT if form else 1
        self.kept: list[Any] = []

    def code(self, dtype: str) -> int:
        return CODES[dtype][self.is_old]

    def vector(self, array: Any) -> list[Any]:
        words = [self.code(array.dtype.str[1:]), self.size(STEP)]
        if self.form == "Batched":
            self.kept.append((ctypes.c_void_p * COUNT)(*(row.ctypes.data for row in array)))
            return [self.kept[-1], *words]
        stride = [ctypes.c_int64(array.shape[1])] if self.form else []
        return [ctypes.c_void_p(array.ctypes.data), *words, *stride]

    def factor(self, value: Any, dtype: str) -> list[Any]:
        self.kept.append(np.array(value, dtype))
        return [ctypes.c_void_p(self.kept[-1].ctypes.data), self.code(dtype)]

    def __call__(self, name: str, *words: Any) -> None:
        status = getattr(self.blas, self.named.format(name))(self.handle, self.size(N), *words)
        assert status == 0, (self.named.format(name), status)

    @property
    def counted(self) -> list[Any]:
        return [self.size(COUNT)] if self.form else []


def numbers(count: int, dtype: str, seed: int) -> Any:
    random = np.random.default_rng(seed)
    made = random.uniform(-1, 1, (count, N * STEP))
    if dtype[0] == "c":
        made = made + 1j * random.uniform(-1, 1, made.shape)
    return made.astype(dtype)


@OF_NAMES
def test_sums_and_factors(
    blas: ctypes.CDLL, handles: Any, vendor: str, form: str, tail: str
) -> None:
    call = Call(blas, handles[vendor], vendor, form, tail)
    dtype, eps = "c8", float(np.finfo("f4").eps)
    x, y = (numbers(call.count, dtype, seed) for seed in (1, 2))
    exact_x, exact_y = (one[:, ::STEP].astype("c16") for one in (x, y))
    run = call.code(dtype)
    call("Axpy", *call.factor(2 - 1j, dtype), *call.vector(x), *call.vector(y), *call.counted, run)
    made = (2 - 1j) * exact_x + exact_y
    assert (abs(y[:, ::STEP] - made) <= 8 * eps * (3 * abs(exact_x) + abs(exact_y))).all()
    call("Scal", *call.factor(1j, dtype), *call.vector(x), *call.counted, run)
    assert (abs(x[:, ::STEP] - 1j * exact_x) <= 4 * eps * abs(exact_x)).all()
    assert (x[:, 1::STEP] == numbers(call.count, dtype, 1)[:, 1::STEP]).all()


@OF_NAMES
def test_products_of_vectors(
    blas: ctypes.CDLL, handles: Any, vendor: str, form: str, tail: str
) -> None:
    call = Call(blas, handles[vendor], vendor, form, tail)
    eps = float(np.finfo("f4").eps)
    x, y = (numbers(call.count, "c8", seed) for seed in (3, 4))
    exact_x, exact_y = (one[:, ::STEP].astype("c16") for one in (x, y))
    sizes = (abs(exact_x) * abs(exact_y)).sum(1)
    for name, left in (("Dot", exact_x), ("Dotc", exact_x.conj())):
        result = np.zeros(call.count, "c8")
        where = ctypes.c_void_p(result.ctypes.data)
        code = call.code("c8")
        call(name, *call.vector(x), *call.vector(y), *call.counted, where, code, code)
        assert (abs(result - (left * exact_y).sum(1)) <= 4 * N * eps * sizes).all(), name
    v = numbers(call.count, "f4", 5)
    result = np.zeros(call.count, "f4")
    code = call.code("f4")
    where = ctypes.c_void_p(result.ctypes.data)
    call("Nrm2", *call.vector(v), *call.counted, where, code, code)
    lengths = np.linalg.norm(v[:, ::STEP].astype("f8"), axis=1)
    assert (abs(result - lengths) <= 2 * N * eps * lengths).all()


@OF_NAMES
def test_rotations(blas: ctypes.CDLL, handles: Any, vendor: str, form: str, tail: str) -> None:
    call = Call(blas, handles[vendor], vendor, form, tail)
    eps = float(np.finfo("f4").eps)
    x, y = (numbers(call.count, "f4", seed) for seed in (6, 7))
    exact_x, exact_y = (one[:, ::STEP].astype("f8") for one in (x, y))
    c, s = np.float32(0.6), np.float32(0.8)
    cosine, code = call.factor(c, "f4")
    sine, _ = call.factor(s, "f4")
    call("Rot", *call.vector(x), *call.vector(y), cosine, sine, code, *call.counted, code)
    lost = 4 * eps * (abs(exact_x) + abs(exact_y))
    turned = (float(c) * exact_x + float(s) * exact_y, float(c) * exact_y - float(s) * exact_x)
    assert (abs(x[:, ::STEP] - turned[0]) <= lost).all()
    assert (abs(y[:, ::STEP] - turned[1]) <= lost).all()


@pytest.mark.parametrize("tail", ["", "_64"])
def test_what_cublas_alone_has(blas: ctypes.CDLL, handles: Any, tail: str) -> None:
    call = Call(blas, handles["cublas"], "cublas", "", tail)
    x, y = numbers(1, "f4", 8), numbers(1, "f4", 9)
    result = np.zeros(1, "f4")
    where = ctypes.c_void_p(result.ctypes.data)
    call("Asum", *call.vector(x), where, call.code("f4"), call.code("f4"))
    total = abs(x[:, ::STEP].astype("f8")).sum()
    assert abs(result[0] - total) <= N * np.finfo("f4").eps * total
    was_x, was_y = x.copy(), y.copy()
    call("Swap", *call.vector(x), *call.vector(y))
    assert (x[:, ::STEP] == was_y[:, ::STEP]).all() and (y[:, ::STEP] == was_x[:, ::STEP]).all()
    call("Copy", *call.vector(x), *call.vector(y))
    assert (x[:, ::STEP] == y[:, ::STEP]).all() and (y[:, 1::STEP] == was_y[:, 1::STEP]).all()


GEMMS = [
    *(("hipblas", form, f"Ex{flags}{tail}")
      for form, flags, tail in product(FORMS, ("", "WithFlags"), TAILS)),
    *(("cublas", form, f"Ex{tail}") for form, tail in product(FORMS, ("", "_64"))),
]  # fmt: skip


@pytest.mark.parametrize(("vendor", "form", "ending"), GEMMS)
def test_products(blas: ctypes.CDLL, handles: Any, vendor: str, form: str, ending: str) -> None:
    m, n, k, count = 5, 4, 3, COUNT if form else 1
    random = np.random.default_rng(10)
    A, B, C = (random.uniform(-1, 1, (count, *shape)) for shape in ((k, m), (n, k), (n, m)))
    expected = 2 * B @ A + 3 * C  # rows are columns
    sizes = 2 * abs(B) @ abs(A) + 3 * abs(C)
    is_old = vendor == "hipblas" and "v2" not in ending
    size: Any = ctypes.c_int64 if ending.endswith("64") else ctypes.c_int
    code = CODES["f8"][is_old]
    computed = 152 if is_old else 7 if vendor == "hipblas" else 70
    kept = [(ctypes.c_void_p * count)(*(row.ctypes.data for row in one)) for one in (A, B, C)]
    factors = [np.array(2.0), np.array(3.0)]
    alpha, beta = (ctypes.c_void_p(one.ctypes.data) for one in factors)

    def matrix(index: int, rows: int) -> list[Any]:
        array = (A, B, C)[index]
        first = kept[index] if form == "Batched" else ctypes.c_void_p(array.ctypes.data)
        stride = [ctypes.c_int64(array[0].size)] if form == "StridedBatched" else []
        return [first, code, size(rows), *stride]

    none = 111 if vendor == "hipblas" else 0
    counted = [size(count)] if form else []
    flags = [0] if "WithFlags" in ending else []
    status = getattr(blas, f"{vendor}Gemm{form}{ending}")(
        handles[vendor], none, none, size(m), size(n), size(k), alpha, *matrix(0, m),
        *matrix(1, k), beta, *matrix(2, m), *counted, computed, 160 if none else -1, *flags,
    )  # fmt: skip
    assert status == 0
    assert (abs(C - expected) <= 8 * k * np.finfo("f8").eps * sizes).all()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("tail", ["", "_64"])
def test_bfloat16(blas: ctypes.CDLL, handles: Any, form: str, tail: str) -> None:
    count = COUNT if form else 1
    x, y = ((numbers(count, "f4", seed).view("u4") >> 16).astype("u2") for seed in (11, 12))
    result = np.zeros(count, "u2")
    size: Any = ctypes.c_int64 if tail else ctypes.c_int
    kept = [(ctypes.c_void_p * count)(*(row.ctypes.data for row in one)) for one in (x, y)]

    def vector(index: int) -> list[Any]:
        first = kept[index] if form == "Batched" else ctypes.c_void_p((x, y)[index].ctypes.data)
        stride = [ctypes.c_int64(N * STEP)] if form == "StridedBatched" else []
        return [first, size(STEP), *stride]

    counted = [size(count)] if form else []
    where = ctypes.c_void_p(result.ctypes.data)
    dot = getattr(blas, f"hipblasBfdot{form}{tail}")
    assert dot(handles["hipblas"], size(N), *vector(0), *vector(1), *counted, where) == 0
    a, b = ((one[:, ::STEP].astype("u4") << 16).view("f4").astype("f8") for one in (x, y))
    found = (result.astype("u4") << 16).view("f4")
    lost = 2.0**-8 + 2 * N * float(np.finfo("f4").eps)
    assert (abs(found - (a * b).sum(1)) <= lost * (abs(a) * abs(b)).sum(1)).all()
