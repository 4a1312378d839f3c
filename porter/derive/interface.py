"""Decides which names in CUDA's headers are public."""

from __future__ import annotations

from porter.derive.declarations import Declaration
from porter.derive.history import History
from porter.derive.irregular import Irregular
from porter.derive.libraries import library_of


def public_names(cuda: History, irregular: Irregular) -> dict[str, Declaration]:
    """Return the newest declaration of each global name that is part of CUDA's interface."""
    standard = frozenset().union(*(u.standard for u in cuda.universes))
    return {
        name: declaration
        for name, declaration in cuda.newest().items()
        if not declaration.scope and _is_public(declaration, standard, irregular)
    }


def _is_public(declaration: Declaration, standard: frozenset[str], irregular: Irregular) -> bool:
    name = declaration.name
    if name in standard or irregular.is_internal(name) or declaration.kind == "namespace":
        return False
    if declaration.kind == "macro" and not declaration.value and not irregular.not_in_hip(name):
        return False
    library = library_of(declaration.file)
    if library is None or not library.own.match(name):
        return False
    return not (library.name == "device" and _is_device_macro(declaration))


def _is_device_macro(declaration: Declaration) -> bool:
    return declaration.kind == "macro" and not declaration.name.startswith("CUDART_")
