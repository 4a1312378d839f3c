"""Products of matrices whose types are named at run time, and numbers that NumPy has not."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from .handles import handle_by

pytestmark = pytest.mark.toolchain

#: Element types by NumPy's name: hipDataType's and cudaDataType's number, the older HIP one.
CODES = {
    "f2": (2, 150), "bf16": (14, 168), "f4": (0, 151), "f8": (1, 152), "i1": (3, 160),
    "i4": (10, 162), "c8": (4, 154), "c16": (5, 155),
}  # fmt: skip
#: Elements of A and B, of C, the scalars', hipblasComputeType_t, cublasComputeType_t.
PRODUCTS = [
    ("f2", "f2", "f2", 0, 64),
    ("f2", "f2", "f4", 2, 68),
    ("f2", "f4", "f4", 2, 68),
    ("bf16", "bf16", "f4", 2, 68),
    ("bf16", "f4", "f4", 4, 75),
    ("f4", "f4", "f4", 2, 77),
    ("f8", "f8", "f8", 7, 70),
    ("i1", "i4", "i4", 9, 72),
    ("i1", "f4", "f4", 2, 68),
    ("c8", "c8", "c8", 2, 68),
    ("c16", "c16", "c16", 7, 70),
]
M, N, K = 5, 4, 3


def stored(values: Any, dtype: str) -> Any:
    """Return the bits of numbers; bfloat16 is the upper half of a float, rounded to even."""
    if dtype != "bf16":
        return np.asfortranarray(values.astype(dtype))
    bits = np.asfortranarray(values.astype("f4")).view("u4").astype("u8")
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype("u2")


def loaded(bits: Any, dtype: str) -> Any:
    return (bits.astype("u4") << 16).view("f4") if dtype == "bf16" else bits


def rounding(dtype: str) -> float:
    return 2.0**-8 if dtype == "bf16" else float(np.finfo(dtype).eps)


def numbers(shape: tuple[int, ...], dtype: str) -> Any:
    random = np.random.default_rng(5)
    if dtype in ("i1", "i4"):
        return random.integers(-100, 100, shape)
    made = random.uniform(-1, 1, shape)
    return made + 1j * random.uniform(-1, 1, shape) if dtype[0] == "c" else made


@pytest.fixture
def handles(blas: ctypes.CDLL) -> dict[str, ctypes.c_void_p]:
    return {
        "hipblas": handle_by(blas.hipblasCreate),
        "cublas": handle_by(blas.cublasCreate_v2),
    }


def multiplied(
    blas: ctypes.CDLL, function: str, handle: Any, codes: tuple[int, int, int, int], arrays: Any
) -> int:
    A, B, C, alpha, beta = arrays
    a, b, c, compute = codes
    where = [ctypes.c_void_p(array.ctypes.data) for array in (alpha, A, B, beta, C)]
    none = 111 if function.startswith("hip") else 0
    status: int = getattr(blas, function)(
        handle, none, none, M, N, K, where[0], where[1], a, M, where[2], b, K, where[3], where[4],
        c, M, compute, 160,
    )  # fmt: skip
    return status


@pytest.mark.parametrize(("inner", "outer", "scalar", "hip", "cuda"), PRODUCTS)
def test_products(
    blas: ctypes.CDLL, handles: Any, inner: str, outer: str, scalar: str, hip: int, cuda: int
) -> None:
    for function in ("hipblasGemmEx", "hipblasGemmEx_v2", "cublasGemmEx"):
        A, B = stored(numbers((M, K), inner), inner), stored(numbers((K, N), inner), inner)
        C = stored(numbers((M, N), outer), outer)
        alpha, beta = np.array(2, scalar), np.array(3, scalar)
        exact = "c16" if inner[0] == "c" else "f8"
        a, b, c = (loaded(x, t).astype(exact) for x, t in ((A, inner), (B, inner), (C, outer)))
        is_old = function == "hipblasGemmEx"
        codes = [CODES[name][is_old] for name in (inner, inner, outer)]
        compute = CODES[scalar][1] if is_old else hip if function.startswith("hip") else cuda
        handle = handles["hipblas" if function.startswith("hip") else "cublas"]
        assert multiplied(blas, function, handle, (*codes, compute), (A, B, C, alpha, beta)) == 0
        expected, sizes = 2 * (a @ b) + 3 * c, 2 * (abs(a) @ abs(b)) + 3 * abs(c)
        if outer == "i4":
            assert (expected == C).all()
            continue
        sums = 8 * K * float(np.finfo("f8" if inner in ("f8", "c16") else "f4").eps)
        assert (abs(loaded(C, outer) - expected) <= (sums + rounding(outer)) * sizes).all()


@pytest.mark.parametrize(
    ("function", "codes", "status"),
    [
        ("hipblasGemmEx_v2", (0, 1, 0, 2), 7),
        ("cublasGemmEx", (0, 1, 0, 68), 15),
        ("cublasGemmEx", (2, 2, 2, 72), 15),
        ("cublasGemmEx", (0, 0, 0, 999), 15),
    ],
)
def test_combinations_that_are_not_offered(
    blas: ctypes.CDLL, handles: Any, function: str, codes: tuple[int, int, int, int], status: int
) -> None:
    arrays = [np.zeros(64, "f8") for _ in range(5)]
    handle = handles["hipblas" if function.startswith("hip") else "cublas"]
    assert multiplied(blas, function, handle, codes, arrays) == status


def test_dot_of_bfloat16(blas: ctypes.CDLL, handles: Any) -> None:
    x, y = (stored(numbers((64,), "f4") * (i + 1), "bf16") for i in range(2))
    result = np.zeros(1, "u2")
    where = [ctypes.c_void_p(array.ctypes.data) for array in (x, y, result)]
    assert blas.hipblasBfdot(handles["hipblas"], 64, where[0], 1, where[1], 1, where[2]) == 0
    a, b = (loaded(array, "bf16").astype("f8") for array in (x, y))
    lost = 2.0**-8 + 64 * np.finfo("f4").eps
    assert abs(loaded(result, "bf16")[0] - a @ b) <= lost * (abs(a) @ abs(b))


@pytest.mark.parametrize(
    ("vendor", "generation", "old"), [("hipblas", "", 1), ("hipblas", "_v2", 0), ("cublas", "", 0)]
)
def test_vectors(blas: ctypes.CDLL, handles: Any, vendor: str, generation: str, old: int) -> None:
    n, half, single = 9, CODES["f2"][old], CODES["f4"][old]
    x, y = (stored(numbers((n,), "f4") * (i + 1), "f2") for i in range(2))
    exact_x, exact_y = x.astype("f8"), y.astype("f8")
    factor, made = np.array(2, "f4"), np.zeros(1, "f4")
    X, Y, alpha, result = (ctypes.c_void_p(array.ctypes.data) for array in (x, y, factor, made))

    def call(name: str, *words: Any) -> None:
        assert getattr(blas, f"{vendor}{name}Ex{generation}")(handles[vendor], n, *words) == 0

    lost = (n + 4) * np.finfo("f4").eps
    call("Dot", X, half, 1, Y, half, 1, result, single, single)
    assert abs(made[0] - exact_x @ exact_y) <= lost * (abs(exact_x) @ abs(exact_y))
    call("Nrm2", X, half, 1, result, single, single)
    assert abs(made[0] - np.linalg.norm(exact_x)) <= lost * np.linalg.norm(exact_x)
    call("Axpy", alpha, single, X, half, 1, Y, half, 1, single)
    sizes = 2 * abs(exact_x) + abs(exact_y)
    assert (abs(y - (2 * exact_x + exact_y)) <= np.finfo("f2").eps * sizes).all()
    before = y.astype("f8")
    call("Scal", alpha, single, Y, half, 1, single)
    assert (abs(y - 2 * before) <= np.finfo("f2").eps * abs(2 * before)).all()


def test_cudas_first_interface(blas: ctypes.CDLL) -> None:
    A = np.asfortranarray(numbers((3, 3), "f8").astype("f4"))
    C = np.zeros((3, 3), "f4", order="F")
    where = [ctypes.c_void_p(array.ctypes.data) for array in (A, C)]
    assert blas.cublasInit() == 0
    blas.cublasSgemm.restype = None
    number = ctypes.c_float
    words = (b"N"[0], b"t"[0], 3, 3, 3, number(2), where[0], 3, where[0], 3, number(0))
    blas.cublasSgemm(*words, where[1], 3)
    exact = A.astype("f8")
    bound = 8 * np.finfo("f4").eps * 2 * (abs(exact) @ abs(exact).T)
    assert (abs(C - 2 * exact @ exact.T) <= bound).all()
    blas.cublasSasum.restype = ctypes.c_float
    lost = 9 * np.finfo("f4").eps * abs(exact).sum()
    assert abs(blas.cublasSasum(9, where[0], 1) - abs(exact).sum()) <= lost
    assert blas.cublasGetError() == 0
    blas.cublasSgemm(b"Q"[0], *words[1:], where[1], 3)
    assert [blas.cublasGetError(), blas.cublasGetError()] == [7, 0]
    assert blas.cublasShutdown() == 0
    blas.cublasSgemm(*words, where[1], 3)
    assert blas.cublasGetError() == 1
