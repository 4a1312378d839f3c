"""Stands in for modules that the code under test imports and Python has not.

Many packages import for one of their functions what the others do without. Each name of such a
module raises where it is used, and nowhere before.
"""

from __future__ import annotations

import sys
from collections.abc import Collection
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, NoReturn

#: PyTorch itself asks whether they are there.
NEVER = frozenset({"triton", "numpy", "torch"})
_OPERATIONS = (
    "add radd sub rsub mul rmul truediv rtruediv floordiv mod pow rpow neg matmul and rand "
    "iter len getitem contains bool int float index lt le gt ge enter"
).split()


def stand_in(modules: Collection[str]) -> None:
    """Have modules imported that are not there.

    Args:
        modules: names at the top.
    """
    sys.meta_path.append(_Finder(modules))


class _Absent(type):
    """A name of a module that is not there: a class, of which others may be made, and no object."""

    def __getattr__(cls, name: str) -> Any:
        return _named(f"{cls.__module__}.{cls.__qualname__}", name)

    def __call__(cls, *_: Any, **__: Any) -> NoReturn:
        _refuse(cls)

    def __instancecheck__(cls, _: object) -> bool:
        return False


def _named(owner: str, name: str) -> Any:
    """Return what stands for a name of a module."""
    if name.startswith("__"):
        raise AttributeError(name)
    return _Absent(name, (), {"__module__": owner, "__qualname__": name})


def _refuse(cls: type, *_: Any) -> NoReturn:
    absent = cls.__mro__[-2]  # of a class that the code under test makes of it, what it is made of
    whole = f"{absent.__module__}.{absent.__qualname__}"
    top = whole.partition(".")[0]
    raise ModuleNotFoundError(f"{whole} is wanted, and {top} is not installed", name=top)


for _operation in _OPERATIONS:
    setattr(_Absent, f"__{_operation}__", _refuse)


class _Module(ModuleType):
    def __getattr__(self, name: str) -> Any:
        return _named(self.__name__, name)


class _Finder(MetaPathFinder, Loader):
    """Finds what nothing else finds.

    Args:
        modules: of which modules.
    """

    def __init__(self, modules: Collection[str]) -> None:
        self._modules = frozenset(modules) - NEVER

    def find_spec(self, fullname: str, *_: Any) -> ModuleSpec | None:
        is_one = fullname.partition(".")[0] in self._modules
        return ModuleSpec(fullname, self, is_package=True) if is_one else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Module(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Leave it empty."""
