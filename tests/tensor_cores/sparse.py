"""The sparse `mma.sp` instructions: of every four elements in a row of A two are there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.tensor_cores import formats
from tests.tensor_cores.instructions import Mma

Array = np.ndarray


@dataclass(frozen=True)
class SparseMma(Mma):
    """One instruction with the selector of the lanes that bring metadata."""

    selector: int

    @property
    def name(self) -> str:
        """Return a C++ identifier."""
        return f"{super().name}_{self.selector}"

    def registers(self) -> list[int]:
        """Return how many registers D, A, B and C take in a lane; A's are half as many."""
        d, a, b, c = super().registers()
        return [d, max(1, a // 2), b, c]

    def kernel(self) -> str:
        """Return a kernel that also reads metadata, behind the fragments."""
        text = super().kernel()
        text = text.replace("mma.sync", "mma.sp.sync").replace(", int odd)", ", const unsigned* e)")
        text = text.replace("if (!odd || threadIdx.x / 32 % 2 == 1) {", "{")
        number = sum(self.registers())
        text = text.replace('};\\n"', f'}}, %{number}, {self.selector:#x};\\n"')
        return text.replace(");\n  }\n", ', "r"(e[thread]));\n  }\n', 1)


def metadata(case: SparseMma, rng: np.random.Generator, warps: int) -> Array:
    """Return random metadata: two different places of four for each pair, the lower one first."""
    pairs = np.array([0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b1110], np.uint64)
    if formats.BITS[case.kinds[1]] == 32:
        pairs = np.array([0b0100, 0b1110], np.uint64)  # one of two
    chosen = pairs[rng.integers(0, len(pairs), (warps, 32, 8))]
    shifts = np.arange(8, dtype=np.uint64) * np.uint64(4)
    return (chosen << shifts).sum(axis=-1).astype(np.uint32)


_FLOAT8 = ("e4m3", "e5m2")
#: Opcode behind `m16n8`, and the selectors that it takes.
_FORMS = [
    *((f"k{k}.row.col.{t}.f16.f16.{t}", (0, 1)) for k in (16, 32) for t in ("f16", "f32")),
    *((f"k{k}.row.col.f32.bf16.bf16.f32", (0, 1)) for k in (16, 32)),
    *((f"k{k}.row.col.f32.tf32.tf32.f32", (0, 1)) for k in (8, 16)),
    *((f"k32.row.col.s32.{a}8.{b}8.s32", (0, 1)) for a in "su" for b in "su"),
    *((f"k64.row.col.f32.{a}.{b}.f32", (0,)) for a in _FLOAT8 for b in _FLOAT8),
    *((f"k64.row.col.s32.{a}8.{b}8.s32", (0,)) for a in "su" for b in "su"),
    *((f"k64.row.col.s32.{a}4.{b}4.s32", (0, 1)) for a in "su" for b in "su"),
]
SPARSE = [
    SparseMma(f"mma.m16n8{opcode}", selector)
    for opcode, selectors in _FORMS
    for selector in selectors
]
SOURCE = "#include <cuda_runtime.h>\n" + "".join(case.kernel() for case in SPARSE)
