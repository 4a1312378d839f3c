"""Forms of the matrix instructions of a warp, made from the modifiers of an opcode.

They take fragments of one to eight registers in too many combinations for a table (PTX ISA
9.7.14 "mma", "mma.sp", "ldmatrix", "stmatrix", "movmatrix"). Each `mma` is a function of the
support headers, named like its opcode.
"""

from __future__ import annotations

import re

from porter.tables.ptx import Form, Slot

#: The first words of the opcodes that this module is about.
WORDS = ("mma", "ldmatrix", "stmatrix", "movmatrix")

_NOTE = (
    "mma.sync keeps the lanes that PTX documents, and operands move between these and the lanes of "
    "MFMA or WMMA: the next step for speed is a kernel of Composable Kernel or rocWMMA"
)
_ANYTHING = re.compile(".*")
_SHAPE = re.compile(r"m(\d+)n(\d+)k(\d+)")
_SPARSE_WORDS = {"sp", "sp::ordered_metadata"}
#: What each instruction of a warp has.
_WARP = {"sync", "aligned"}
_SPACES = {"shared", "shared::cta"}
_BITS = {
    **dict.fromkeys(("s4", "u4"), 4),
    **dict.fromkeys(("s8", "u8", "e4m3", "e5m2"), 8),
    **dict.fromkeys(("f16", "bf16"), 16),
    **dict.fromkeys(("tf32", "f32", "s32"), 32),
    "f64": 64,
}
_FLOAT8 = ("e4m3", "e5m2")
#: Type of A -> depths of 16 x 8 products, depth of the 8 x 8 one, and types of B, of C with D.
_DENSE: dict[str, tuple[tuple[int, ...], int, tuple[str, ...], tuple[str, ...]]] = {
    "f16": ((8, 16), 0, ("f16",), ("f16", "f32")),
    "bf16": ((8, 16), 0, ("bf16",), ("f32",)),
    "tf32": ((4, 8), 0, ("tf32",), ("f32",)),
    "f64": ((4, 8, 16), 4, ("f64",), ("f64",)),
    **dict.fromkeys(_FLOAT8, ((16, 32), 0, _FLOAT8, ("f16", "f32"))),
    **dict.fromkeys(("s8", "u8"), ((16, 32), 16, ("s8", "u8"), ("s32",))),
    **dict.fromkeys(("s4", "u4"), ((32, 64), 32, ("s4", "u4"), ("s32",))),
}
#: Type of A -> depths of 16 x 8 products whose A has half of its elements.
_SPARSE: dict[str, tuple[int, ...]] = {
    "f16": (16, 32),
    "bf16": (16, 32),
    "tf32": (8, 16),
    **dict.fromkeys(_FLOAT8, (64,)),
    **dict.fromkeys(("s8", "u8"), (32, 64)),
    **dict.fromkeys(("s4", "u4"), (64, 128)),
}
_LETTERS = "defghijkabclmnopqrstuvwxyz"


def form_of(opcode: str) -> Form | None:
    """Return the form of a matrix instruction, None when it is none or has no counterpart."""
    head, *words = opcode.split(".")
    if head not in WORDS or not _WARP.issubset(words):
        return None
    # ptxas takes modifiers in any order; that of layouts, and of types, says which matrix.
    words = [word for word in words if word not in _WARP]
    if head == "mma":
        return _product(opcode, words)
    if head == "movmatrix":
        return _transpose(opcode) if sorted(words) == ["b16", "m8n8", "trans"] else None
    return _rows(opcode, head, words)


def _transpose(opcode: str) -> Form:
    slots = (Slot(("d",), "register", "b32"), Slot(("a",), "register", "b32"))
    return _form(opcode, slots, "porter::ptx::transpose_matrix({a})", "matrix_rows.hpp")


def _product(opcode: str, words: list[str]) -> Form | None:
    shapes = [match for word in words if (match := _SHAPE.fullmatch(word))]
    layouts = [word for word in words if word in ("row", "col")]
    types = [word for word in words if word in _BITS]
    is_sparse = not _SPARSE_WORDS.isdisjoint(words)
    saturates = "satfinite" in words
    others = set(words) - {*layouts, *types, *_SPARSE_WORDS, "rn", "satfinite"}
    if [len(each) for each in (shapes, layouts, types, others)] != [1, 2, 4, 1]:
        return None
    rows, columns, depth = map(int, shapes[0].groups())
    d, a, b, c = types
    word = "_satfinite" if saturates else ""
    header = "mma_sparse.hpp" if is_sparse else "mma.hpp"
    layout = ""
    blocks = 1
    by_rows_and_columns = layouts == ["row", "col"] and d == c
    if is_sparse:
        is_known = by_rows_and_columns and _has_half(rows, columns, depth, a, b, d)
    elif a == "f16" and (rows, columns, depth) == (8, 8, 4):
        is_known = b == "f16" and (d, c) in (("f16", "f16"), ("f32", "f16"), ("f32", "f32"))
        layout = f"_{layouts[0]}_{layouts[1]}"
        header = "mma_volta.hpp"
        blocks = 4
    else:
        is_known = by_rows_and_columns and _is_dense(rows, columns, depth, a, b, d)
    if not is_known or (saturates and d != "s32"):
        return None
    kept = depth // 2 if is_sparse else depth
    sizes = ((rows, columns, d), (rows, kept, a), (depth, columns, b), (rows, columns, c))
    counts = [blocks * m * n * _BITS[kind] // (32 * max(32, _BITS[kind])) for m, n, kind in sizes]
    letters = iter(_LETTERS)
    slots = tuple(
        Slot(
            tuple(next(letters) for _ in range(count)),
            "results" if at == 0 else "vector",
            _register(kind),
        )
        for at, (count, (_, _, kind)) in enumerate(zip(counts, sizes, strict=True))
    )
    places = ", ".join(f"{{{letter}}}" for letter in slots[0].letters)
    operands = ", ".join(
        "{" + ", ".join(f"{{{letter}}}" for letter in slot.letters) + "}" for slot in slots[1:]
    )
    if is_sparse:
        metadata, selector = next(letters), next(letters)
        slots += tuple(Slot((letter,), "register", "b32") for letter in (metadata, selector))
        operands += f", {{{metadata}}}, {{{selector}}}"
    shape = f"{'sp_' if is_sparse else ''}m{rows}n{columns}k{depth}"
    name = f"mma_{shape}{layout}{word}_{d}_{a}_{b}_{c}"
    return _form(
        opcode, slots, f"porter::ptx::into({places}) = porter::ptx::{name}({operands})", header
    )


def _is_dense(rows: int, columns: int, depth: int, a: str, b: str, d: str) -> bool:
    known = _DENSE.get(a)
    if known is None or columns != 8:
        return False
    depths, small, right, sums = known
    is_shape = depth in depths if rows == 16 else rows == 8 and depth == small
    return is_shape and b in right and d in sums


def _has_half(rows: int, columns: int, depth: int, a: str, b: str, d: str) -> bool:
    if rows != 16 or columns != 8 or depth not in _SPARSE.get(a, ()):
        return False
    _, _, right, sums = _DENSE[a]
    return b in right and d in sums


def _register(kind: str) -> str:
    """Return the PTX type of the registers that hold elements of `kind`."""
    return kind if kind in ("f32", "f64") else "b32"


def _rows(opcode: str, head: str, words: list[str]) -> Form | None:
    counts = [word[1:] for word in words if word in ("x1", "x2", "x4")]
    known = {"m8n8", "b16", "trans", *(f"x{count}" for count in counts), *_SPACES}
    if len(counts) != 1 or not {"m8n8", "b16"} <= set(words) <= known:
        return None
    count = int(counts[0])
    space = "shared" if _SPACES.intersection(words) else "address"
    is_load = head == "ldmatrix"
    letters = tuple(_LETTERS[:count] if is_load else _LETTERS[1 : count + 1])
    registers = Slot(letters, "results" if is_load else "vector", "b32")
    address = Slot(("a",), "shared" if space == "shared" else "address", "")
    suffix = "_transposed" if "trans" in words else ""
    kind = f"porter::ptx::{space}"
    values = ", ".join(f"{{{letter}}}" for letter in letters)
    if is_load:
        call = f"load_matrices{suffix}<{count}, {kind}>({{a}})"
        cpp = f"porter::ptx::into({values}) = porter::ptx::{call}"
        return _form(opcode, (registers, address), cpp, "matrix_rows.hpp")
    cpp = f"porter::ptx::store_matrices{suffix}<{kind}, {count}>({{a}}, {{{values}}})"
    return _form(opcode, (address, registers), cpp, "matrix_rows.hpp")


def _form(opcode: str, slots: tuple[Slot, ...], cpp: str, header: str) -> Form:
    note = _NOTE if opcode.startswith("mma") else ""
    return Form(opcode, _ANYTHING, slots, (cpp,), (header,), warp=True, note=note)
