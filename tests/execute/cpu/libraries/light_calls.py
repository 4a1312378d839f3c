"""Calls of hipBLASLt and cuBLASLt by one name, with each one's numbers for what is meant."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

TYPES = {"f4": 0, "f8": 1, "f2": 2, "i1": 3, "c8": 4, "c16": 5, "i4": 10}
E4M3, E5M2, BFLOAT16 = 28, 29, 14
OPERATIONS = {"hipblasLt": 111, "cublasLt": 0}
#: Attributes by name: HIP's number and CUDA's.
MATMUL = {"transA": (0, 3), "transB": (1, 4), "epilogue": (2, 7), "bias": (3, 8), "aux": (10, 11),
          "auxLd": (11, 12), "scaleA": (5, 17), "scaleB": (6, 18), "scaleD": (8, 20),
          "largest": (14, 21), "mode": (13, 2), "biasType": (4, 26)}  # fmt: skip
LAYOUT = {"order": (3, 1), "batches": (0, 5), "stride": (1, 6), "rows": (4, 2)}
PREFERENCE_BYTES = 1
COMPUTE = {"f4": (2, 68), "f8": (7, 70), "i4": (9, 72)}
BAD_VALUE = {"hipblasLt": 3, "cublasLt": 7}
UNSUPPORTED = {"hipblasLt": 7, "cublasLt": 15}


def at(array: Any) -> Any:
    return None if array is None else ctypes.c_void_p(array.ctypes.data)


def numbers(shape: tuple[int, ...], dtype: str, seed: int = 3) -> Any:
    random = np.random.default_rng(seed)
    if dtype in ("i1", "i4"):
        return np.asfortranarray(random.integers(-9, 10, shape).astype(dtype))
    made = random.uniform(-1, 1, shape)
    made = made + 1j * random.uniform(-1, 1, shape) if dtype[0] == "c" else made
    return np.asfortranarray(made.astype(dtype))


class Light:
    """A vendor's functions, with a handle."""

    def __init__(self, library: ctypes.CDLL, prefix: str) -> None:
        self.library, self.prefix = library, prefix
        self.is_cuda = prefix == "cublasLt"
        self.handle = ctypes.c_void_p()
        assert self("Create", ctypes.byref(self.handle)) == 0

    def __call__(self, name: str, *words: Any) -> int:
        status: int = getattr(self.library, self.prefix + name)(*words)
        return status

    def layout(self, code: int, rows: int, columns: int, ld: int, **more: Any) -> ctypes.c_void_p:
        made = ctypes.c_void_p()
        wide = [ctypes.c_uint64(rows), ctypes.c_uint64(columns), ctypes.c_int64(ld)]
        assert self("MatrixLayoutCreate", ctypes.byref(made), code, *wide) == 0
        for name, value in more.items():
            assert self.set("MatrixLayout", made, LAYOUT[name][self.is_cuda], value) == 0, name
        return made

    def of(self, array: Any, code: int | None = None) -> ctypes.c_void_p:
        """Describe a matrix by columns."""
        code = TYPES[array.dtype.str[1:]] if code is None else code
        return self.layout(code, *array.shape, array.shape[0])

    def matmul(self, compute: str, scale: int, **more: Any) -> ctypes.c_void_p:
        made = ctypes.c_void_p()
        code = COMPUTE[compute][self.is_cuda]
        assert self("MatmulDescCreate", ctypes.byref(made), code, scale) == 0
        for name, value in more.items():
            if name in ("transA", "transB"):
                value = ctypes.c_int32(OPERATIONS[self.prefix] + "NTC".index(value))
            assert self.set("MatmulDesc", made, MATMUL[name][self.is_cuda], value) == 0, name
        return made

    def set(self, kind: str, made: Any, code: int, value: Any) -> int:
        if isinstance(value, int):
            value = ctypes.c_int32(value)
        size = ctypes.c_size_t(ctypes.sizeof(value))
        return self(f"{kind}SetAttribute", made, code, ctypes.byref(value), size)

    def multiply(self, matmul: Any, alpha: Any, A: Any, B: Any, beta: Any, C: Any, D: Any,
                 layouts: tuple[Any, Any, Any, Any]) -> int:  # fmt: skip
        a, b, c, d = layouts
        return self("Matmul", self.handle, matmul, at(alpha), at(A), a, at(B), b, at(beta), at(C),
                    c, at(D), d, None, None, ctypes.c_size_t(0), None)  # fmt: skip
