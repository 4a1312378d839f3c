"""The dense `mma.sync` instructions, each as a kernel in CUDA and as a product in NumPy."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tests.tensor_cores import formats, layouts

Array = np.ndarray

LANES = np.arange(32)
_LETTER = {"f64": "d", "f32": "f"}
_CPP = {"d": "double", "f": "float", "r": "unsigned"}


@dataclass(frozen=True)
class Mma:
    """One instruction.

    Attributes:
        opcode: as PTX writes it, without `.sync.aligned`.
    """

    opcode: str

    @property
    def name(self) -> str:
        """Return a C++ identifier."""
        return re.sub(r"\W", "_", self.opcode)

    @property
    def shape(self) -> tuple[int, int, int]:
        """Return rows, columns and depth."""
        match = re.search(r"m(\d+)n(\d+)k(\d+)", self.opcode)
        assert match is not None
        return int(match[1]), int(match[2]), int(match[3])

    @property
    def kinds(self) -> list[str]:
        """Return the types of D, A, B and C."""
        return self.opcode.split(".")[-4:]

    @property
    def saturates(self) -> bool:
        """Whether integer sums stop at the ends of their range."""
        return "satfinite" in self.opcode

    @property
    def is_quad(self) -> bool:
        """Whether it is m8n8k4 with half precision: four products, each of eight lanes."""
        return self.shape == (8, 8, 4) and self.kinds[1] == "f16"

    @property
    def blocks(self) -> int:
        """How many products it makes."""
        return 4 if self.is_quad else 1

    def fragments(self) -> list[tuple[str, layouts.Layout, tuple[int, int]]]:
        """Return type, layout and rows and columns of D, A, B and C."""
        m, n, k = self.shape
        d, a, b, c = self.kinds
        if self.is_quad:
            a_way, b_way = self.opcode.split(".")[2:4]
            at, bt, ct, dt = layouts.quad_layouts(a_way, b_way, c, d)
        else:
            at, bt = (
                layouts.a_layout(self.shape, formats.BITS[a]),
                layouts.b_layout(formats.BITS[b]),
            )
            ct = dt = layouts.c_layout()
        return [(d, dt, (m, n)), (a, at, (m, k)), (b, bt, (k, n)), (c, ct, (m, n))]

    def registers(self) -> list[int]:
        """Return how many registers D, A, B and C take in a lane."""
        return [
            max(1, rows * columns * self.blocks * formats.BITS[kind] // 32 // 32)
            // (2 if formats.BITS[kind] == 64 else 1)
            or 1
            for kind, _, (rows, columns) in self.fragments()
        ]

    def kernel(self) -> str:
        """Return a kernel that reads fragments of A, B and C and writes those of D."""
        letters = [_LETTER.get(kind, "r") for kind in self.kinds]
        d, a, b, c = (_CPP[letter] for letter in letters)
        counts = self.registers()
        numbers = iter(range(sum(counts)))
        lists = ", ".join(
            "{" + ", ".join(f"%{next(numbers)}" for _ in range(count)) + "}" for count in counts
        )
        operands = [
            [f'"{letter}"({name}[{i}])' for i in range(count)]
            for letter, name, count in zip(letters, "dabc", counts, strict=True)
        ]
        outputs = ", ".join('"=' + text[1:] for text in operands[0])
        inputs = ", ".join(text for part in operands[1:] for text in part)
        loads = "".join(
            f"  {kind} {name}[{count}]; for (int i = 0; i < {count}; ++i) "
            f"{name}[i] = of_{name}[thread * {count} + i];\n"
            for kind, name, count in zip((a, b, c), "abc", counts[1:], strict=True)
        )
        head, _, tail = self.opcode.partition(".")
        return (
            f'extern "C" __global__ void {self.name}({d}* of_d, const {a}* of_a, '
            f"const {b}* of_b, const {c}* of_c, int odd) {{\n"
            "  const int thread = threadIdx.x;\n"
            f"{loads}  {d} d[{counts[0]}] = {{}};\n"
            "  if (!odd || threadIdx.x / 32 % 2 == 1) {\n"
            f'    asm volatile("{head}.sync.aligned.{tail} {lists};\\n"\n'
            f"                 : {outputs}\n                 : {inputs});\n  }}\n"
            f"  for (int i = 0; i < {counts[0]}; ++i) of_d[thread * {counts[0]} + i] = d[i];\n}}\n"
        )

    def blocks_of(self, lane: Array) -> Array:
        """Return to which product each lane belongs."""
        return lane % 16 // 4 if self.is_quad else 0 * lane

    def spread(self, which: int, matrices: Array) -> Array:
        """Return registers (warp, lane, register) that hold numbers (warp, block, row, column)."""
        kind, layout, _ = self.fragments()[which]
        count = self.registers()[which] * max(1, 32 // formats.BITS[kind])
        elements = np.zeros((len(matrices), 32, count), np.uint64)
        for i in range(count):
            rows, columns = layout(LANES, i)
            values = matrices[:, self.blocks_of(LANES), rows, columns]
            elements[:, :, i] = formats.encode(kind, values)
        return np.ascontiguousarray(formats.packed(kind, elements))

    def gathered(self, which: int, registers: Array) -> Array:
        """Return the numbers (warp, block, row, column) that registers hold."""
        kind, layout, (rows, columns) = self.fragments()[which]
        elements = formats.decode(kind, formats.unpacked(kind, registers))
        matrices = np.full((len(registers), self.blocks, rows, columns), np.nan)
        for i in range(elements.shape[-1]):
            at = layout(LANES, i)
            matrices[:, self.blocks_of(LANES), at[0], at[1]] = elements[:, :, i]
        return matrices

    def product(self, a: Array, b: Array, c: Array) -> Array:
        """Return D."""
        d = a @ b + c
        if self.saturates:
            return np.clip(d, -(2.0**31), 2.0**31 - 1)
        if self.kinds[0] == "s32":
            return (d.astype(np.int64) + 2**31) % 2**32 - 2.0**31
        return d


_FLOATS = [
    *(f"mma.m8n8k4.{a}.{b}.{d}.f16.f16.{c}" for a in ("row", "col") for b in ("row", "col")
      for d, c in (("f16", "f16"), ("f32", "f16"), ("f32", "f32"))),
    *(f"mma.m16n8k{k}.row.col.{t}.f16.f16.{t}" for k in (8, 16) for t in ("f16", "f32")),
    *(f"mma.m16n8k{k}.row.col.f32.bf16.bf16.f32" for k in (8, 16)),
    *(f"mma.m16n8k{k}.row.col.f32.tf32.tf32.f32" for k in (4, 8)),
    "mma.m8n8k4.row.col.f64.f64.f64.f64",
    *(f"mma.m16n8k{k}.row.col.f64.f64.f64.f64" for k in (4, 8, 16)),
    *(f"mma.m16n8k32.row.col.{t}.{a}.{b}.{t}" for a in ("e4m3", "e5m2") for b in ("e4m3", "e5m2")
      for t in ("f16", "f32")),
    *(f"mma.m16n8k16.row.col.{t}.{a}.{b}.{t}" for a in ("e4m3", "e5m2") for b in ("e4m3", "e5m2")
      for t in ("f16", "f32")),
]  # fmt: skip
_INTEGERS = [
    f"mma.{shape}.row.col{saturation}.s32.{a}{size}.{b}{size}.s32"
    for size, shapes in ((8, "m8n8k16 m16n8k16 m16n8k32"), (4, "m8n8k32 m16n8k32 m16n8k64"))
    for shape in shapes.split()
    for a in "su"
    for b in "su"
    for saturation in ("", ".satfinite")
]

DENSE = [Mma(opcode) for opcode in _FLOATS + _INTEGERS]
#: A sample of them.
FEW = DENSE[::8]


def source(cases: Sequence[Mma]) -> str:
    """Return a kernel for each of some products."""
    return "#include <cuda_runtime.h>\n" + "".join(case.kernel() for case in cases)
