"""Pairs names that live in namespaces: CUB, Thrust and cooperative groups.

Their HIP counterparts keep the names and, but for CUB, the namespaces. A name is paired with the
one of the same path; a class is proved by its template parameters and public members.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from porter.derive.declarations import Declaration
from porter.derive.pairing import Pair, comparable


@dataclass(frozen=True)
class Scope:
    """A namespace on both sides.

    Attributes:
        cuda: CUDA's namespace.
        hip: HIP's.
        table: the table file its rows stand in.
        header: matches the CUDA headers whose names belong to it.
    """

    cuda: str
    hip: str
    table: str
    header: re.Pattern[str]


SCOPES = (
    Scope("cub", "hipcub", "cub", re.compile(r"cub/")),
    Scope("thrust", "thrust", "thrust", re.compile(r"thrust/")),
    Scope(
        "cooperative_groups",
        "cooperative_groups",
        "cooperative_groups",
        re.compile(r"cooperative_groups"),
    ),
)

#: Namespaces that hold implementation, and names that are no interface.
_PRIVATE = re.compile(
    r"(^|::)(detail|internal|details|impl|__\w+|_V_\w+|[A-Z_]+_NS|mpl|cuda_cub|generic|sequential"
    r"|cpp|tbb|omp|dispatch)(::|$)"
)
_INTERNAL = re.compile(
    r"_\w*|Dispatch\w*|Agent\w*|\w+_detail|THRUST_\w+|CUB_\w+|Kernel\w*|\w+Kernel"
)


def scope_of(qualified: str) -> Scope | None:
    """Return the scope that a qualified CUDA name lives in, or None."""
    return next((s for s in SCOPES if qualified.startswith(s.cuda + "::")), None)


def is_public(declaration: Declaration) -> bool:
    """Whether a user would write this name."""
    return not _PRIVATE.search(declaration.qualified) and not _INTERNAL.fullmatch(declaration.name)


def counterpart(qualified: str, scope: Scope) -> str:
    """Return how a name of CUDA's namespace would be called in HIP's."""
    path = scope.hip + qualified[len(scope.cuda) :]
    return re.sub(r"\bcuda\b", "hip", path) if scope.cuda == "thrust" else path


def pair_scoped(
    cuda: Mapping[str, Declaration], hip: Mapping[str, Declaration]
) -> tuple[dict[str, Pair], list[Declaration]]:
    """Pair the names of all scopes.

    Args:
        cuda: CUDA's declarations by qualified name.
        hip: HIP's.

    Returns:
        The pairs by qualified CUDA name, and the declarations that HIP lacks.
    """
    pairs: dict[str, Pair] = {}
    lacking: list[Declaration] = []
    for qualified, declaration in cuda.items():
        scope = scope_of(qualified)
        if scope is None or not is_public(declaration):
            continue
        found = hip.get(counterpart(qualified, scope))
        if found is not None and (comparable(declaration, found) or _classes(declaration, found)):
            pairs[qualified] = Pair(declaration, found, scope.table, "scope")
        else:
            lacking.append(declaration)
    return pairs, lacking


def _classes(cuda: Declaration, hip: Declaration) -> bool:
    """Whether both are names one writes as a type or calls, though of another kind."""
    kinds = {"type", "template", "function", "variable"}
    return cuda.kind in kinds and hip.kind in kinds
