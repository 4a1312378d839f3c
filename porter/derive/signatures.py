"""Compares the signatures of a CUDA function and its HIP counterpart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from porter.derive.declarations import Signature
from porter.derive.spelling import TypeNames, tidy


@dataclass(frozen=True)
class Comparison:
    """How two signatures compare.

    Attributes:
        same: whether all types are the same once CUDA's are renamed.
        arity: whether a call with CUDA's number of arguments fits.
        notes: how they differ: `2:void*->const void*`, `arity 5->4`, `result A->B`.
        overload: HIP's signature that was compared.
    """

    same: bool
    arity: bool
    notes: tuple[str, ...]
    overload: Signature


def compare(cuda: Signature, overloads: Sequence[Signature], names: TypeNames) -> Comparison:
    """Compare CUDA's signature with the nearest of HIP's overloads.

    Args:
        cuda: the signature in CUDA's headers.
        overloads: all signatures of the HIP name; at least one.
        names: how CUDA's types are called in HIP.
    """
    return min(
        (_compare(cuda, hip, names) for hip in overloads),
        key=lambda c: (not c.same, not c.arity, bool(c.overload.template), len(c.notes)),
    )


def _compare(cuda: Signature, hip: Signature, names: TypeNames) -> Comparison:
    if not hip.least_arity <= cuda.arity <= hip.arity:
        return Comparison(False, False, (f"arity {cuda.arity}->{hip.arity}",), hip)
    notes = []
    for number, (ours, theirs) in enumerate(zip(cuda.parameters, hip.parameters, strict=False), 1):
        wanted = names.in_hip(ours.spelling)
        if wanted == tidy(theirs.spelling):
            continue
        if names.in_hip(ours.canonical) == tidy(theirs.canonical):
            continue
        notes.append(f"{number}:{wanted}->{tidy(theirs.spelling)}")
    wanted = names.in_hip(cuda.result.spelling)
    if wanted != tidy(hip.result.spelling) and names.in_hip(cuda.result.canonical) != tidy(
        hip.result.canonical
    ):
        notes.append(f"result:{wanted}->{tidy(hip.result.spelling)}")
    return Comparison(not notes, True, tuple(notes), hip)
