"""hipBLASLt's and cuBLASLt's products, epilogues and transforms, beside NumPy's."""

from __future__ import annotations

import ctypes
from itertools import product
from typing import Any

import numpy as np
import pytest

from .light_calls import (
    BAD_VALUE,
    E4M3,
    LAYOUT,
    OPERATIONS,
    PREFERENCE_BYTES,
    TYPES,
    UNSUPPORTED,
    Light,
    at,
    numbers,
)

pytestmark = pytest.mark.toolchain

M, N, K = 5, 4, 7


@pytest.fixture(params=["hipblasLt", "cublasLt"])
def light(request: pytest.FixtureRequest, blaslt: ctypes.CDLL) -> Light:
    return Light(blaslt, str(request.param))


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16", "f2"])
def test_products(light: Light, dtype: str) -> None:
    compute = "f8" if dtype in ("f8", "c16") else "f4"
    scale = {"c8": "c8", "c16": "c16"}.get(dtype, compute)
    alpha, beta = numbers((1,), scale, 1), numbers((1,), scale, 2)
    applied = {"N": lambda x: x, "T": lambda x: x.T, "C": lambda x: x.conj().T}
    for op_a, op_b in product("NTC", "NTC"):
        A = numbers((M, K) if op_a == "N" else (K, M), dtype)
        B = numbers((K, N) if op_b == "N" else (N, K), dtype, 4)
        C, D = numbers((M, N), dtype, 5), np.zeros((M, N), dtype, order="F")
        matmul = light.matmul(compute, TYPES[scale], transA=op_a, transB=op_b)
        layouts = (light.of(A), light.of(B), light.of(C), light.of(D))
        assert light.multiply(matmul, alpha, A, B, beta, C, D, layouts) == 0
        left, right = (applied[op](x.astype("c16")) for op, x in ((op_a, A), (op_b, B)))
        exact = alpha * (left @ right) + beta * C
        lost = 4 * (K + 3) * np.finfo(compute).eps + np.finfo(dtype).eps
        sizes = abs(alpha) * (abs(left) @ abs(right)) + abs(beta * C)
        assert (abs(D - exact) <= lost * (sizes + abs(exact))).all()


def test_whole_numbers_and_narrow_results(light: Light) -> None:
    A, B = numbers((M, K), "i1"), numbers((K, N), "i1", 4)
    D, one, zero = np.zeros((M, N), "i4", order="F"), np.ones(1, "i4"), np.zeros(1, "i4")
    layouts = (light.of(A), light.of(B), light.of(D), light.of(D))
    assert light.multiply(light.matmul("i4", 10), one, A, B, zero, D, D, layouts) == 0
    assert (A.astype("i4") @ B.astype("i4") == D).all()


def test_rows_and_batches(light: Light) -> None:
    count = 3
    A, B = (np.array(numbers((count, *shape), "f4"), order="C") for shape in ((M, K), (K, N)))
    D, one, zero = np.zeros((count, M, N), "f4"), np.ones(1, "f4"), np.zeros(1, "f4")
    layouts = tuple(
        light.layout(0, *x.shape[1:], x.shape[2], order=1, batches=count,
                     stride=ctypes.c_int64(x[0].size))
        for x in (A, B, D, D)
    )  # fmt: skip
    matmul = light.matmul("f4", 0)
    assert light.multiply(matmul, one, A, B, zero, D, D, layouts) == 0  # type: ignore[arg-type]
    assert abs(D - A @ B).max() <= 40 * np.finfo("f4").eps


def gelu(x: Any) -> Any:
    return x / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))


def run(light: Light, epilogue: int, **more: Any) -> tuple[Any, Any, Any, Any]:
    """Multiply with an epilogue; return the factors, the plain product and the result."""
    A, B = numbers((M, K), "f8"), numbers((K, N), "f8", 4)
    D, one, zero = np.zeros((M, N), "f8", order="F"), np.ones(1), np.zeros(1)
    matmul = light.matmul("f8", 1, epilogue=epilogue, **more)
    layouts = (light.of(A), light.of(B), light.of(D), light.of(D))
    assert light.multiply(matmul, one, A, B, zero, D, D, layouts) == 0, epilogue
    return A, B, A @ B, D


def where(array: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def close(made: Any, exact: Any) -> None:
    assert abs(made - exact).max() <= 1e-13


def test_activations(light: Light) -> None:
    bias = numbers((M,), "f8", 6)
    for epilogue, activate in ((2, lambda x: np.maximum(x, 0)), (32, gelu), (0, lambda x: x)):
        if epilogue:
            _, _, plain, made = run(light, epilogue)
            close(made, activate(plain))
        _, _, plain, made = run(light, epilogue | 4, bias=where(bias))
        close(made, activate(plain + bias[:, None]))
    if not light.is_cuda:
        _, _, plain, made = run(light, 65536)
        close(made, plain / (1 + np.exp(-plain)))


def test_what_activations_leave_and_gradients_take(light: Light) -> None:
    """GELU's input is kept as it was; of RELU's cuBLASLt keeps one bit, hipBLASLt all."""
    ld, bias = 128, numbers((M,), "f8", 6)
    aux = np.zeros((ld, N), "f8", order="F")
    _, _, plain, made = run(light, 164, bias=where(bias), aux=where(aux), auxLd=ctypes.c_int64(ld))
    kept = plain + bias[:, None]
    close(aux[:M], kept)
    close(made, gelu(kept))
    gradient = np.full(M, 9.0)
    told = {"bias": where(gradient), "aux": where(aux), "auxLd": ctypes.c_int64(ld)}
    _, _, plain, made = run(light, 192 | 16, **told)
    slope = (gelu(kept + 1e-6) - gelu(kept - 1e-6)) / 2e-6
    assert abs(made - plain * slope).max() <= 1e-8
    close(gradient, made.sum(axis=1))
    if not light.is_cuda:
        _, _, plain, made = run(light, 130, aux=where(aux), auxLd=ctypes.c_int64(ld))
        close(aux[:M], plain)
        return
    bits = np.zeros(ld * N // 8, "u1")
    _, _, plain, made = run(light, 130, aux=where(bits), auxLd=ctypes.c_int64(ld))
    mask = np.unpackbits(bits, bitorder="little").reshape(N, ld).T[:M].astype(bool)
    assert (mask == (plain > 0)).all()
    _, _, plain, made = run(light, 136, aux=where(bits), auxLd=ctypes.c_int64(ld))
    close(made, np.where(mask, plain, 0))


def test_gradients_of_biases_of_factors(light: Light) -> None:
    for epilogue, size in ((256, M), (512, N)):
        gradient = np.full(size, 9.0)
        A, B, plain, made = run(light, epilogue, bias=where(gradient))
        close(made, plain)
        close(gradient, A.sum(axis=1) if epilogue == 256 else B.sum(axis=0))


def test_numbers_of_8_bits(light: Light) -> None:
    """Every number of E4M3 is read as it is, and written back as it was."""
    every = np.arange(256, dtype="u1")
    exponent, mantissa = (every.astype(int) >> 3) & 15, every & 7
    values = np.where(exponent > 0, (1 + mantissa / 8) * 2.0 ** (exponent - 7), mantissa / 8 / 64)
    values = np.where(every & 128, -values, values)
    finite = (every & 127) != 127
    A, one, zero = every[finite][:, None], np.ones(1, "f4"), np.zeros(1, "f4")
    B, D = np.full((1, 1), 0x38, "u1"), np.zeros((len(A), 1), "f4", order="F")
    layouts = (light.of(A, E4M3), light.of(B, E4M3), light.of(D), light.of(D))
    two, half = np.full(1, 2, "f4"), np.full(1, 0.5, "f4")
    matmul = light.matmul("f4", 0, scaleA=where(two), scaleB=where(half))
    assert light.multiply(matmul, one, A, B, zero, D, D, layouts) == 0
    assert (D[:, 0] == values[finite]).all()
    back, C = np.zeros_like(A), np.zeros((len(A), 1), "f4", order="F")
    largest = np.zeros(1, "f4")
    layouts = (light.of(A, E4M3), light.of(B, E4M3), light.of(C), light.of(back, E4M3))
    matmul = light.matmul("f4", 0, largest=where(largest), scaleD=where(one))
    assert light.multiply(matmul, one, A, B, zero, C, back, layouts) == 0
    assert (back == A)[values[finite] != 0].all()  # a sum of zeros has no sign
    assert largest[0] == 448
    alpha = np.full(1, 1e6, "f4")
    assert light.multiply(matmul, alpha, A, B, zero, C, back, layouts) == 0
    assert (back[values[finite] > 0.01] == 0x7E).all()  # the largest


def test_an_algorithm_is_found(light: Light) -> None:
    A, B, D = numbers((M, K), "f4"), numbers((K, N), "f4"), np.zeros((M, N), "f4", order="F")
    preference, count = ctypes.c_void_p(), ctypes.c_int()
    assert light("MatmulPreferenceCreate", ctypes.byref(preference)) == 0
    limit = ctypes.c_uint64(1 << 20)
    assert light.set("MatmulPreference", preference, PREFERENCE_BYTES, limit) == 0
    results = (ctypes.c_uint8 * 1024)()
    matmul, layouts = light.matmul("f4", 0), [light.of(x) for x in (A, B, D, D)]
    words = (light.handle, matmul, *layouts, preference, 3, results, ctypes.byref(count))
    assert light("MatmulAlgoGetHeuristic", *words) == 0
    assert count.value == 1
    wrong = [light.of(A), light.of(A), light.of(D), light.of(D)]
    words = (light.handle, matmul, *wrong, preference, 3, results, ctypes.byref(count))
    assert light("MatmulAlgoGetHeuristic", *words) == BAD_VALUE[light.prefix]
    assert count.value == 0
    assert light("MatmulPreferenceDestroy", preference) == 0
    assert light("MatmulPreferenceDestroy", preference) == BAD_VALUE[light.prefix]


def test_transforms(light: Light) -> None:
    A, B = numbers((M, N), "f4"), numbers((N, M), "f4", 4)
    C, alpha, beta = np.zeros((M, N), "f2"), np.full(1, 2, "f4"), np.full(1, 3, "f4")
    told = ctypes.c_void_p()
    assert light("MatrixTransformDescCreate", ctypes.byref(told), 0) == 0
    transposed = OPERATIONS[light.prefix] + 1
    assert light.set("MatrixTransformDesc", told, 3, transposed) == 0
    to = light.layout(TYPES["f2"], M, N, N, order=1)
    assert light("MatrixTransform", light.handle, told, at(alpha), at(A), light.of(A), at(beta),
                 at(B), light.of(B), at(C), to, None) == 0  # fmt: skip
    assert abs(C - (2 * A + 3 * B.T)).max() <= 8 * np.finfo("f2").eps
    assert light("MatrixTransformDescDestroy", told) == 0


def test_mistakes(light: Light) -> None:
    value, written = ctypes.c_uint64(), ctypes.c_size_t()
    A = numbers((M, K), "f4")
    layout = light.of(A)
    read = (ctypes.byref(value), ctypes.c_size_t(8), ctypes.byref(written))
    rows = LAYOUT["rows"][light.is_cuda]
    assert light("MatrixLayoutGetAttribute", layout, rows, *read) == 0
    assert (value.value, written.value) == (M, 8)
    wrong = BAD_VALUE[light.prefix]
    assert light("MatrixLayoutGetAttribute", layout, 77, *read) == wrong
    assert light("MatrixLayoutGetAttribute", ctypes.c_void_p(64), rows, *read) == wrong
    assert light.set("MatrixLayout", layout, rows, ctypes.c_int8(1)) == wrong
    D, one, zero = np.zeros((M, M), "f4", order="F"), np.ones(1, "f4"), np.zeros(1, "f4")
    layouts = (layout, layout, light.of(D), light.of(D))
    matmul = light.matmul("f4", 0, transB="T")
    assert light.multiply(matmul, one, A, A, zero, D, D, layouts) == 0
    assert light.multiply(matmul, None, A, A, zero, D, D, layouts) == wrong
    assert light.multiply(ctypes.c_void_p(64), one, A, A, zero, D, D, layouts) == wrong
    mixed = (light.of(A, 1), *layouts[1:])
    assert light.multiply(matmul, one, A, A, zero, D, D, mixed) == UNSUPPORTED[light.prefix]
    handle, light.handle = light.handle, ctypes.c_void_p(64)
    assert light.multiply(matmul, one, A, A, zero, D, D, layouts) == 1
    assert [light("Destroy", handle), light("Destroy", handle)] == [0, 1]
    assert light("MatrixLayoutDestroy", layout) == 0
    assert light("MatrixLayoutDestroy", layout) == wrong


def test_cublaslts_tiles_hold_what_was_put_there(blaslt: ctypes.CDLL) -> None:
    light = Light(blaslt, "cublasLt")
    A, rows, columns = numbers((9, 40), "i1"), 9, 40
    tiles, back = np.zeros(2 * 32 * 16, "i1"), np.zeros((rows, columns), "i1", order="F")
    one, told = np.ones(1, "f4"), ctypes.c_void_p()
    assert light("MatrixTransformDescCreate", ctypes.byref(told), 0) == 0
    for order in (2, 3, 4):
        tiled = light.layout(3, rows, columns, 32 * 16, order=order)
        for source, source_layout, to, to_layout in (
            (A, light.of(A), tiles, tiled),
            (tiles, tiled, back, light.of(back)),
        ):
            assert light("MatrixTransform", light.handle, told, at(one), at(source), source_layout,
                         None, None, None, at(to), to_layout, None) == 0  # fmt: skip
        assert (back == A).all()
        back[:] = 0


def test_cublaslts_descriptions_in_a_programs_memory(blaslt: ctypes.CDLL) -> None:
    memory, value = (ctypes.c_uint64 * 8)(), ctypes.c_int64()
    wide = [ctypes.c_uint64(3), ctypes.c_uint64(4), ctypes.c_int64(5)]
    initialize = blaslt.cublasLtMatrixLayoutInit_internal
    assert initialize(memory, ctypes.c_size_t(64), 0, *wide) == 0
    assert initialize(memory, ctypes.c_size_t(8), 0, *wide) == 7
    assert blaslt.cublasLtMatrixLayoutGetAttribute(
        memory, 4, ctypes.byref(value), ctypes.c_size_t(8), None) == 0  # fmt: skip
    assert value.value == 5
    for name, size, more in (("MatmulDesc", 32, (68, 0)), ("MatrixTransformDesc", 8, (0,)),
                             ("MatmulPreference", 8, ())):  # fmt: skip
        place = (ctypes.c_uint64 * size)()
        function = getattr(blaslt, f"cublasLt{name}Init_internal")
        assert function(place, ctypes.c_size_t(size * 8), *more) == 0, name


def test_cublaslts_one_algorithm(blaslt: ctypes.CDLL) -> None:
    light, ids, count = Light(blaslt, "cublasLt"), (ctypes.c_int * 4)(), ctypes.c_int()
    types = (68, 0, 0, 0, 0, 0)
    assert light("MatmulAlgoGetIds", light.handle, *types, 4, ids, ctypes.byref(count)) == 0
    assert count.value == 1
    algorithm, value, written = (ctypes.c_uint64 * 8)(), ctypes.c_int32(7), ctypes.c_size_t()
    assert light("MatmulAlgoInit", light.handle, *types, ids[0], algorithm) == 0
    four = ctypes.c_size_t(4)
    assert light("MatmulAlgoConfigSetAttribute", algorithm, 1, ctypes.byref(value), four) == 0
    value.value = 0
    assert light("MatmulAlgoConfigGetAttribute", algorithm, 1, ctypes.byref(value), four, None) == 0
    assert value.value == 7
    assert light("MatmulAlgoCapGetAttribute", algorithm, 6, None, ctypes.c_size_t(0),
                 ctypes.byref(written)) == 0  # fmt: skip
    assert written.value == 4
    A, D, result = numbers((M, M), "f4"), numbers((M, M), "f4"), (ctypes.c_uint64 * 12)()
    layouts = [light.of(x) for x in (A, A, D, D)]
    words = (light.handle, light.matmul("f4", 0), *layouts, algorithm, result)
    assert light("MatmulAlgoCheck", *words) == 0
