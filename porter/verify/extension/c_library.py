"""A shared library with a C interface as the module under test: tensors are passed as pointers."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import Any


def is_library(module: str) -> bool:
    """Tell whether a file of cases names a shared library, and no module of Python's."""
    return module.endswith(".so")


class CLibrary:
    """The functions of a library by their names; each returns what C's `int` holds.

    Tensors are passed as pointers to their first elements, None as a null pointer, integers as
    `int`; other widths and floating-point numbers are given as ctypes' own, such as `c_float(2)`.

    Args:
        path: of the library.
    """

    def __init__(self, path: Path) -> None:
        self._library = ctypes.CDLL(str(path))

    def __getattr__(self, name: str) -> Callable[..., int]:
        function = getattr(self._library, name)

        def call(*arguments: Any) -> int:
            returned: int = function(*map(_passed, arguments))
            return returned

        return call


def _passed(argument: Any) -> Any:
    if hasattr(argument, "data_ptr"):
        return ctypes.c_void_p(argument.data_ptr())
    return ctypes.c_void_p(None) if argument is None else argument
