"""Gives what porter has built where Python would compile it at first use.

Packages call `load` of PyTorch's builder, or, in a port, of `hip_extension`.
"""

from __future__ import annotations

import importlib
from collections.abc import Collection
from functools import partial
from types import ModuleType
from typing import Any

from porter.execute.cpu.torch_extension.adapted_imports import adapt_imports

_BUILDERS = ("cpp_extension", "hip_extension")


def provide_at_first_use(names: Collection[str]) -> None:
    """Make `load` import extensions that are there; others it compiles as ever.

    Args:
        names: under which Python imports what is there.
    """
    adapt_imports(_is_builder, partial(_adapt, names))


def _is_builder(name: str) -> bool:
    return name.rpartition(".")[2] in _BUILDERS


def _adapt(names: Collection[str], builder: ModuleType) -> None:
    compiled = getattr(builder, "load", None)
    if compiled is None:
        return

    def load(name: str, *arguments: Any, **named: Any) -> Any:
        if name not in names:
            return compiled(name, *arguments, **named)
        return importlib.import_module(name)

    builder.load = load  # type: ignore[attr-defined]
