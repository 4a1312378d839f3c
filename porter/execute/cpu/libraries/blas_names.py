"""The names that a row of `blas.toml` stands for, in HIP and in CUDA."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from porter.execute.cpu.libraries.blas_table import Family

_VARIANTS = {"": "", "batched": "Batched", "strided": "StridedBatched"}


class Entry(NamedTuple):
    """A function that programs call.

    Args:
        name: the whole name.
        vendor: "Hip" or "Cuda".
        family: the row it comes from.
        letter: the type of elements.
        variant: "", "batched", "strided".
        is_wide: whether sizes have 64 bits.
    """

    name: str
    vendor: str
    family: Family
    letter: str
    variant: str
    is_wide: bool


def entries(family: Family) -> Iterator[Entry]:
    """Yield every name of a row."""
    hip = tuple(_VARIANTS) if family.hip else ()
    for vendor, prefix, variants in (("Hip", "hipblas", hip), ("Cuda", "cublas", family.cuda)):
        for name, letter in family.names.items():
            for variant in variants:
                generation = "_v2" if vendor == "Cuda" and family.v2 and not variant else ""
                whole = f"{prefix}{name}{_VARIANTS[variant]}{generation}"
                yield from _of_both_sizes(whole, vendor, family, letter, variant)
                if vendor == "Hip" and letter in "cz":  # for HIP's own complex numbers
                    yield from _of_both_sizes(f"{whole}_v2", vendor, family, letter, variant)


def _of_both_sizes(
    name: str, vendor: str, family: Family, letter: str, variant: str
) -> Iterator[Entry]:
    yield Entry(name, vendor, family, letter, variant, is_wide=False)
    has_sizes = any(one.kind == "size" for one in family.parameters)
    if family.wide and (has_sizes or vendor == "Hip"):
        yield Entry(f"{name}_64", vendor, family, letter, variant, is_wide=True)
