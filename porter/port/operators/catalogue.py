"""The operators that can be written, with the types and layouts that each takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from porter.errors import PorterError


class Operator(NamedTuple):
    """An operator of Composable Kernel.

    Args:
        name: what `--op` calls it.
        family: the folder of its templates.
        dtypes: what it takes, each with the pairs of C++ types of its kernels: the short name of
            the result, the type of an operand, the type of the result.
        layouts: of X, W and Y, each by rows ("r") or by columns ("c"); the first by default. Empty
            where there is nothing to choose.
        values: what templates of the family ask for.
    """

    name: str
    family: str
    dtypes: Mapping[str, tuple[tuple[str, str, str], ...]]
    layouts: tuple[str, ...]
    values: Mapping[str, object]


_HALVES = {
    "bf16": (("bf16", "ck::bhalf_t", "ck::bhalf_t"),),
    "f16": (("f16", "ck::half_t", "ck::half_t"),),
}
_TILE_HALVES = {
    "bf16": (("bf16", "ck_tile::bf16_t", "ck_tile::bf16_t"),),
    "f16": (("f16", "ck_tile::half_t", "ck_tile::half_t"),),
}
_BYTES = {
    dtype: (("bf16", kind, "ck::bhalf_t"), ("f16", kind, "ck::half_t"))
    for dtype, kind in (("int8", "int8_t"), ("fp8", "ck::f8_t"))
}
#: A product of two matrices of bytes; operators say what is different.
_PRODUCT = {
    "scaled": False, "blocked": False, "batched": False, "element": 1, "has_wmma": False,
}  # fmt: skip

OPERATORS = {
    one.name: one
    for one in (
        Operator(
            "gemm", "gemm", _HALVES, ("rcr", "rrr", "crr", "ccr"),
            {**_PRODUCT, "element": 2, "has_wmma": True},
        ),
        Operator(
            "batched_gemm", "gemm", _HALVES, ("rcr", "rrr", "crr", "ccr"),
            {**_PRODUCT, "batched": True, "element": 2, "has_wmma": True},
        ),
        Operator("gemm_a8w8", "gemm", _BYTES, ("rcr",), {**_PRODUCT, "scaled": True}),
        Operator(
            "gemm_blockscale", "gemm", {"fp8": _BYTES["fp8"]}, ("rcr",),
            {**_PRODUCT, "scaled": True, "blocked": True},
        ),
        Operator("rmsnorm2d", "norm", _TILE_HALVES, (), {"centred": False}),
        Operator("layernorm2d", "norm", _TILE_HALVES, (), {"centred": True}),
        Operator("moe_gemm", "moe", {**_HALVES, **_BYTES}, (), {}),
        Operator("fmha_fwd", "fmha_fwd", _TILE_HALVES, (), {}),
        Operator("fmha_bwd", "fmha_bwd", _TILE_HALVES, (), {}),
    )
}  # fmt: skip


class Choice(NamedTuple):
    """An operator with the types and the layout that were asked for."""

    operator: Operator
    dtypes: tuple[str, ...]
    layout: str


def choose(name: str, dtypes: str | None, layout: str | None) -> Choice:
    """Return the operator that a command line asks for.

    Args:
        name: of the operator.
        dtypes: names of types, joined by commas; all that it takes by default.
        layout: such as "rcr"; the operator's first by default.

    Raises:
        PorterError: there is no such operator, type or layout; the hint lists those there are.
    """
    operator = OPERATORS.get(name)
    if operator is None:
        raise PorterError(f"no operator {name!r}", hint=f"there are: {', '.join(OPERATORS)}")
    wanted = tuple(dict.fromkeys(one.strip() for one in dtypes.split(","))) if dtypes else ()
    for one in wanted:
        if one not in operator.dtypes:
            raise PorterError(
                f"{name} takes no {one!r}", hint=f"it takes: {', '.join(operator.dtypes)}"
            )
    if layout is not None and layout not in operator.layouts:
        known = ", ".join(operator.layouts)
        raise PorterError(
            f"{name} has no layout {layout!r}",
            hint=f"it has: {known}" if known else "it has none to choose",
        )
    chosen = layout or (operator.layouts[0] if operator.layouts else "")
    return Choice(operator, wanted or tuple(operator.dtypes), chosen)
