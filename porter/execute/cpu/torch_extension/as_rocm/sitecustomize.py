"""Lets a PyTorch for CPUs pass for one for ROCm, while an extension is built for the cpu executor.

Python imports this by its name when the folder is on its path. What PyTorch's builder asks for is
told once PyTorch is imported; the environment names the folders of headers and of libraries.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

_HEADERS = os.environ.get("PORTER_TORCH_HEADERS", "").split(os.pathsep)
_LIBRARIES = os.environ.get("PORTER_TORCH_LIBRARIES", "")
_ROCM = os.environ.get("PORTER_TORCH_ROCM", "")


def _adapt_torch(torch: ModuleType) -> None:
    torch.version.hip = _ROCM
    torch.cuda._is_compiled = lambda: True
    torch.cuda.is_available = lambda: True
    torch.cuda.device_count = lambda: 1


def _adapt_builder(builder: ModuleType) -> None:
    includes, libraries = builder.include_paths, builder.library_paths

    def include_paths(*arguments: object, **named: object) -> list[str]:
        return [*_HEADERS, *includes(*arguments, **named)]

    def library_paths(*arguments: object, **named: object) -> list[str]:
        return [_LIBRARIES, *libraries(*arguments, **named)]

    vars(builder).update(include_paths=include_paths, library_paths=library_paths)


_ADAPTED = {"torch": _adapt_torch, "torch.utils.cpp_extension": _adapt_builder}


class _Adapting(Loader):
    """A loader that adapts the module once it is loaded."""

    def __init__(self, loader: Loader, adapt: Callable[[ModuleType], None]) -> None:
        self._loader = loader
        self._adapt = adapt

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        self._adapt(module)


class _Finder(MetaPathFinder):
    """Finds the modules that are adapted."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        adapt = _ADAPTED.get(name)
        spec = PathFinder.find_spec(name, path, target) if adapt else None
        if spec is not None and spec.loader is not None and adapt is not None:
            spec.loader = _Adapting(spec.loader, adapt)
        return spec


if _ROCM:
    sys.meta_path.insert(0, _Finder())
