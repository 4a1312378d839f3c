"""Kernels in CUDA that multiply by `nvcuda::wmma`, one for each shape, type and layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from tests.tensor_cores import formats

_NAMES = {"half": "f16", "__nv_bfloat16": "bf16", "signed char": "s8", "unsigned char": "u8"}
_KINDS = {**_NAMES, "float": "f32", "int": "s32", "double": "f64"}
_WORDS: dict[int, type[np.unsignedinteger]] = {
    8: np.uint8,
    16: np.uint16,
    32: np.uint32,
    64: np.uint64,
}


@dataclass(frozen=True)
class Wmma:
    """One product: its shape, C++ types of A with B, of D and of C, layouts of A, B and D.

    Attributes:
        start: the type of C, where it is another than D's.
        saturates: whether integer sums stop at the ends of their range.
    """

    shape: tuple[int, int, int]
    factor: str
    sum: str
    layouts: tuple[str, str, str]
    start: str = ""
    saturates: bool = False

    @property
    def name(self) -> str:
        """Return a C++ identifier."""
        kinds = [kind for kind in (self.factor, self.sum, self.start) if kind]
        words = [_NAMES.get(kind, kind) for kind in kinds]
        size = "m{}n{}k{}".format(*self.shape)
        last = ["satf"] if self.saturates else []
        return "_".join(["wmma", size, *words, *self.layouts, *last]).replace("::", "_")

    @property
    def memory(self) -> str:
        """Return the C++ type of A and B in memory."""
        return "float" if "tf32" in self.factor else self.factor

    @property
    def kinds(self) -> list[str]:
        """Return the formats of A, B and C in memory."""
        return [_KINDS[self.memory], _KINDS[self.memory], _KINDS[self.start or self.sum]]

    @property
    def result(self) -> str:
        """Return the format of D in memory."""
        return _KINDS[self.sum]

    def kernel(self) -> str:
        """Return a kernel: each warp multiplies its matrices, scales A and C, adds."""
        m, n, k = self.shape
        a, b, d = self.layouts
        size = f"{m}, {n}, {k}"
        start = self.start or self.sum
        last = ", true" if self.saturates else ""
        strides = [k if a == "row" else m, n if b == "row" else k, n if d == "row" else m]
        return f"""
extern "C" __global__ void {self.name}({self.sum}* d, const {self.memory}* a,
                                       const {self.memory}* b, const {start}* c, int odd) {{
  const int warp = threadIdx.x / 32;
  if (odd && warp % 2 == 0) return;
  wmma::fragment<wmma::matrix_a, {size}, {self.factor}, wmma::{a}_major> fa;
  wmma::fragment<wmma::matrix_b, {size}, {self.factor}, wmma::{b}_major> fb;
  wmma::fragment<wmma::accumulator, {size}, {start}> fc, fe;
  wmma::fragment<wmma::accumulator, {size}, {self.sum}> fd;
  wmma::load_matrix_sync(fa, a + warp * {m * k}, {strides[0]});
  wmma::load_matrix_sync(fb, b + warp * {n * k}, {strides[1]});
  wmma::load_matrix_sync(fc, c + warp * {m * n}, {strides[2]}, wmma::mem_{d}_major);
  wmma::fill_fragment(fe, {start}(1));
  for (int i = 0; i < fa.num_elements; ++i) fa.x[i] = fa.x[i] + fa.x[i];
  for (int i = 0; i < fc.num_elements; ++i) fe.x[i] = fe.x[i] + fc.x[i];
  wmma::mma_sync(fd, fa, fb, fe{last});
  wmma::store_matrix_sync(d + warp * {m * n}, fd, {strides[2]}, wmma::mem_{d}_major);
}}
"""

    def product(self, a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
        """Return what the kernel computes, of matrices of rows and columns."""
        d = (2 * a) @ b + c + 1
        return np.clip(d, -(2.0**31), 2.0**31 - 1) if self.saturates else d


def word(kind: str) -> type[np.unsignedinteger]:
    """Return the type of the bits of an element in memory."""
    return _WORDS[formats.BITS[kind]]


def stored(kind: str, numbers: np.ndarray) -> np.ndarray:
    """Return numbers as they lie in memory."""
    return np.ascontiguousarray(formats.encode(kind, numbers).astype(word(kind)))


def read(kind: str, memory: np.ndarray) -> np.ndarray:
    """Return the numbers that lie in memory."""
    return formats.decode(kind, memory if kind == "f64" else memory.astype(np.uint64))


_LAYOUTS = [(a, b, d) for a in ("row", "col") for b in ("row", "col") for d in ("row", "col")]
_SHAPES = ((16, 16, 16), (32, 8, 16), (8, 32, 16))
_TYPES = (
    ("half", "float"),
    ("half", "half"),
    ("__nv_bfloat16", "float"),
    ("signed char", "int"),
    ("unsigned char", "int"),
)

#: Two of the layouts for each shape and type, other ones each time; all of them for one.
FRAGMENTS = [
    *(Wmma((16, 16, 16), "half", "float", way) for way in _LAYOUTS),
    *(
        Wmma(shape, factor, total, _LAYOUTS[(3 * number + 5 * turn) % 8])
        for number, (shape, (factor, total)) in enumerate(product(_SHAPES, _TYPES), 1)
        for turn in (0, 1)
        if number > 1
    ),
    *(Wmma((16, 16, 8), "wmma::precision::tf32", "float", way) for way in _LAYOUTS[::2]),
    *(Wmma((8, 8, 4), "double", "double", way) for way in _LAYOUTS[1::2]),
]
#: Sums that stop at the ends of their range, and C of another type than D.
OTHERS = [
    *(
        Wmma(shape, f"{sign} char", "int", _LAYOUTS[4], saturates=True)
        for shape in _SHAPES
        for sign in ("signed", "unsigned")
    ),
    *(
        Wmma(shape, "half", total, _LAYOUTS[number], start)
        for number, shape in enumerate(_SHAPES)
        for total, start in (("float", "half"), ("half", "float"))
    ),
]
#: The layouts that are not among FRAGMENTS.
REST = [
    case
    for shapes, kinds in (
        (_SHAPES, _TYPES),
        (((16, 16, 8),), (("wmma::precision::tf32", "float"),)),
        (((8, 8, 4),), (("double", "double"),)),
    )
    for shape, (factor, total), way in product(shapes, kinds, _LAYOUTS)
    if (case := Wmma(shape, factor, total, way)) not in FRAGMENTS
]


def source(cases: Sequence[Wmma]) -> str:
    """Return a kernel for each of some products."""
    head = "#include <cuda_bf16.h>\n#include <mma.h>\nusing namespace nvcuda;\n"
    return head + "".join(case.kernel() for case in cases)


SOURCE = source([*FRAGMENTS, *OTHERS])
