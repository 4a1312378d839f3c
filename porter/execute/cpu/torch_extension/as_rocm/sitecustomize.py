"""Lets a PyTorch for CPUs pass for one for ROCm: for builds, and for programs that use the device.

Python imports this by its name when the folder is on its path. What PyTorch's builder asks for is
told once PyTorch is imported; the environment names the folders of headers and of libraries, and
for programs the library that makes host memory a GPU's, and the extensions that porter has built.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

_HEADERS = [*filter(None, os.environ.get("PORTER_TORCH_HEADERS", "").split(os.pathsep))]
_LIBRARIES = os.environ.get("PORTER_TORCH_LIBRARIES", "")
_ROCM = os.environ.get("PORTER_TORCH_ROCM", "")
_CUDA = os.environ.get("PORTER_TORCH_CUDA", "")
_ARCHITECTURES = os.environ.get("PYTORCH_ROCM_ARCH", "").replace(";", " ").split()
#: What makes host memory a GPU's; empty while an extension is only built.
_DEVICE = os.environ.get("PORTER_TORCH_DEVICE", "")
#: NAME=PATH of each extension.
_EXTENSIONS = dict(
    part.split("=", 1)
    for part in os.environ.get("PORTER_TORCH_EXTENSIONS", "").split(os.pathsep)
    if part
)


def _load_device() -> Any:
    if not _DEVICE:
        return None
    from porter.execute.cpu.torch_extension.device import load

    return load(Path(_DEVICE))


def _capability() -> tuple[int, int] | None:
    """Return what ROCm's PyTorch answers for the first architecture: (9, 4) for gfx942."""
    version = re.match(r"gfx(\d{1,2})([0-9a-f])[0-9a-f]", "".join(_ARCHITECTURES[:1]))
    return (int(version[1]), int(version[2], 16)) if version and _ROCM else None


def _adapt_torch(torch: ModuleType, loaded: Any) -> None:
    torch.version.hip = _ROCM or None
    torch.version.cuda = _CUDA or None
    torch.cuda._is_compiled = lambda: True
    torch.cuda.is_available = lambda: True
    torch.cuda.device_count = lambda: 1
    torch.cuda.get_arch_list = lambda: list(_ARCHITECTURES)
    if capability := _capability():
        torch.cuda.get_device_capability = lambda device=None: capability
    if loaded is not None:
        from porter.execute.cpu.torch_extension.device import adapt

        adapt(torch, loaded)


def _adapt_builder(builder: ModuleType, _: Any) -> None:
    includes, libraries = builder.include_paths, builder.library_paths

    def include_paths(*arguments: object, **named: object) -> list[str]:
        return [*_HEADERS, *includes(*arguments, **named)]

    def library_paths(*arguments: object, **named: object) -> list[str]:
        return [_LIBRARIES, *libraries(*arguments, **named)]

    vars(builder).update(include_paths=include_paths, library_paths=library_paths)
    # How `load` links, by a name of PyTorch's own, which no version promises.
    if _LIBRARIES and callable(flags := getattr(builder, "_prepare_ldflags", None)):
        vars(builder)["_prepare_ldflags"] = partial(_linked_here, flags)


def _linked_here(flags: Callable[..., list[str]], *arguments: object, **named: object) -> list[str]:
    return [f"-L{_LIBRARIES}", *flags(*arguments, **named)]


_ADAPTED = {"torch": _adapt_torch, "torch.utils.cpp_extension": _adapt_builder}
_PREPARED = {"torch": _load_device}


class _Adapting(Loader):
    """A loader that prepares for the module, and adapts it once it is loaded."""

    def __init__(self, loader: Loader, name: str) -> None:
        self._loader = loader
        self._name = name

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        sys.modules.pop(self._name)  # it is not imported yet for what is loaded first
        prepared = _PREPARED.get(self._name, lambda: None)()
        sys.modules[self._name] = module
        self._loader.exec_module(module)
        _ADAPTED[self._name](module, prepared)

    def __getattr__(self, name: str) -> Any:  # pkgutil and inspect ask the loader for sources
        return getattr(self._loader, name)


class _Finder(MetaPathFinder):
    """Finds the modules that are adapted."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path, target) if name in _ADAPTED else None
        if spec is not None and spec.loader is not None:
            spec.loader = _Adapting(spec.loader, name)
        return spec


if _ROCM or _CUDA or _DEVICE:
    sys.meta_path.insert(0, _Finder())
if _EXTENSIONS:
    from porter.execute.cpu.torch_extension.built_modules import provide_modules
    from porter.execute.cpu.torch_extension.own_distribution import provide_distributions

    provide_modules(_EXTENSIONS)
    provide_distributions()
