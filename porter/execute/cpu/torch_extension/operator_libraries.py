"""Libraries of PyTorch's operators, which are no modules: loading them registers what they hold.

A build of CMake's makes them, and Python loads them by `torch.ops.load_library` from where its
authors' builds leave them, or as if they were modules.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from porter.execute.cpu.torch_extension.adapted_imports import adapt_imports
from porter.files.regular import LARGEST_FILE, read_regular

_FILE = re.compile(r"(?:lib)?(\w+)(?:\.[\w-]+)?\.so")


def is_module(path: Path, name: str) -> bool:
    """Tell whether Python can import a file.

    Args:
        path: of a library, or of a module in Python.
        name: the last part of its name.
    """
    begins = f"PyInit_{name}".encode()
    return path.suffix != ".so" or begins in read_regular(path, LARGEST_FILE)


class OperatorsLoader(Loader):
    """Loads a library in the place of a module, which has nothing in it.

    Args:
        path: of the library.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Leave the module to Python."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Load the library."""
        import torch

        load: Callable[[str], None] = torch.ops.load_library
        load(str(self._path))


def provide_libraries(paths: Mapping[str, str]) -> None:
    """Make PyTorch load the libraries that are there, from wherever a package expects them.

    Args:
        paths: dotted name -> library.
    """
    by_file = {name.rpartition(".")[2]: path for name, path in paths.items()}
    adapt_imports("torch._ops".__eq__, partial(_adapt, by_file))


def load_operators(paths: Mapping[str, str]) -> None:
    """Load the libraries that no package loads: a script or a test does, in front of what calls it.

    Args:
        paths: dotted name -> library or module.
    """
    for name, path in paths.items():
        is_library = path.endswith(".so") and not is_module(Path(path), name.rpartition(".")[2])
        if is_library and name not in sys.modules:
            with suppress(ImportError, OSError, RuntimeError):  # who calls its operators is told
                importlib.import_module(name)


def _adapt(paths: Mapping[str, str], operators: ModuleType) -> None:
    own = operators._Ops.load_library

    def load_library(self: Any, path: Any) -> Any:
        named = _FILE.fullmatch(Path(path).name)
        return own(self, paths.get(named[1], path) if named else path)

    operators._Ops.load_library = load_library
