"""Changes modules as soon as they are imported, whoever imports them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

Adapt = Callable[[ModuleType], None]


def adapt_imports(is_wanted: Callable[[str], bool], adapt: Adapt) -> None:
    """Change modules that are imported already, and others once they are loaded.

    Args:
        is_wanted: tells by a module's name whether it is to be changed.
        adapt: changes one.
    """
    sys.meta_path.insert(0, _Finder(is_wanted, adapt))
    for name, module in [*sys.modules.items()]:
        if is_wanted(name):
            adapt(module)


class _Finder(MetaPathFinder):
    """Finds the modules as others do, with a loader that changes them."""

    def __init__(self, is_wanted: Callable[[str], bool], adapt: Adapt) -> None:
        self._is_wanted = is_wanted
        self._adapt = adapt

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not self._is_wanted(name):
            return None
        others = (one for one in sys.meta_path if one is not self)
        found = (one.find_spec(name, path, target) for one in others)
        spec = next((one for one in found if one is not None), None)
        if spec is not None and spec.loader is not None:
            spec.loader = _Adapting(spec.loader, self._adapt)
        return spec


class _Adapting(Loader):
    def __init__(self, loader: Loader, adapt: Adapt) -> None:
        self._loader = loader
        self._adapt = adapt

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        self._adapt(module)

    def __getattr__(self, name: str) -> Any:  # inspect asks the loader for sources
        return getattr(self._loader, name)
