"""A shared library with a C interface as the module under test: tensors are passed as pointers."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import Any

from porter.files.regular import read_regular

#: Beside a library: functions that it lacks, since what defines them does not compile.
ABSENT = "absent-functions.txt"


def is_library(module: str) -> bool:
    """Tell whether a file of cases names a shared library, and no module of Python's."""
    return module.endswith(".so")


class CLibrary:
    """The functions of a library by their names; each returns what C's `int` holds.

    Tensors are passed as pointers to their first elements, None as a null pointer, integers as
    `int`; other widths and floating-point numbers are given as ctypes' own, such as `c_float(2)`.

    Args:
        path: of the library.
        returns: the type of ctypes that functions return; None for nothing.
    """

    def __init__(self, path: Path, returns: Any = ctypes.c_int) -> None:
        self._path = path
        self._library = ctypes.CDLL(str(path))
        self._returns = returns

    def returning(self, returns: Any) -> CLibrary:
        """Return the same library, whose functions return another type.

        Args:
            returns: a type of ctypes; None for nothing.
        """
        return CLibrary(self._path, returns)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        try:
            function = getattr(self._library, name)
        except AttributeError as error:
            raise AttributeError(_absent(self._path, name) or str(error)) from None

        def call(*arguments: Any) -> Any:
            function.restype = self._returns
            return function(*map(_passed, arguments))

        return call


def _absent(library: Path, name: str) -> str:
    """Return why a library lacks a function, as its build noted beside it; "" where it did not."""
    notes = library.with_name(ABSENT)
    lines = read_regular(notes).decode().splitlines() if notes.is_file() else []
    said = dict(line.split("\t", 1) for line in lines)
    return said.get(name, "")


def record(**fields: Any) -> ctypes.Structure:
    """Return a struct of C.

    Args:
        fields: in order: tensors, whose addresses it holds, and numbers of ctypes.
    """
    given = {name: _passed(value) for name, value in fields.items()}
    body = {"_fields_": [(name, type(value)) for name, value in given.items()]}
    made: ctypes.Structure = type("Record", (ctypes.Structure,), body)(*given.values())
    return made


def _passed(argument: Any) -> Any:
    if hasattr(argument, "data_ptr"):
        return ctypes.c_void_p(argument.data_ptr())
    return ctypes.c_void_p(None) if argument is None else argument
