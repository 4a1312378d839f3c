"""Gives what porter has built where Python would compile it at first use.

Packages call `load` of PyTorch's builder, or, in a port, of `hip_extension`.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Collection, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

_BUILDERS = ("cpp_extension", "hip_extension")


def provide_at_first_use(names: Collection[str]) -> None:
    """Make `load` import extensions that are there; others it compiles as ever.

    Args:
        names: under which Python imports what is there.
    """
    sys.meta_path.insert(0, _Builders(names))
    for name, module in [*sys.modules.items()]:
        if name.rpartition(".")[2] in _BUILDERS:
            _adapt(module, names)


def _adapt(builder: ModuleType, names: Collection[str]) -> None:
    compiled = getattr(builder, "load", None)
    if compiled is None:
        return

    def load(name: str, *arguments: Any, **named: Any) -> Any:
        if name not in names:
            return compiled(name, *arguments, **named)
        return importlib.import_module(name)

    builder.load = load  # type: ignore[attr-defined]


class _Builders(MetaPathFinder):
    """Finds builders, and adapts them once they are loaded."""

    def __init__(self, names: Collection[str]) -> None:
        self._names = names

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.rpartition(".")[2] not in _BUILDERS:
            return None
        others = (one for one in sys.meta_path if one is not self)
        found = (one.find_spec(name, path, target) for one in others)
        spec = next((one for one in found if one is not None), None)
        if spec is not None and spec.loader is not None:
            spec.loader = _Adapting(spec.loader, self._names)
        return spec


class _Adapting(Loader):
    def __init__(self, loader: Loader, names: Collection[str]) -> None:
        self._loader = loader
        self._names = names

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        _adapt(module, self._names)

    def __getattr__(self, name: str) -> Any:  # inspect asks the loader for sources
        return getattr(self._loader, name)
