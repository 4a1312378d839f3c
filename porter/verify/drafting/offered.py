"""The package that users of an extension import, and its functions that reach what C++ binds."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from porter.files.real_path import real_path
from porter.verify.drafting.bindings import Bound
from porter.verify.drafting.python_code import PythonCode
from porter.verify.drafting.python_function import PythonFunction

_NO_PACKAGE = re.compile(r"tests?$|benchmark|examples?$")


class Offered(NamedTuple):
    """What users import.

    Attributes:
        package: "" where there is none.
        functions: its functions that reach what is bound.
    """

    package: str
    functions: Sequence[PythonFunction]


def offered_functions(root: Path, python: PythonCode, bound: Sequence[Bound]) -> Offered:
    """Return the package whose functions reach what is bound, the one of the extension first.

    Where none does, that is the first one, which may load operators when it is imported.

    Args:
        root: the tree.
        python: its Python.
        bound: what its C++ binds.
    """
    folders = [*_packages(root, python, bound)]
    for folder in folders:
        found = python.public(folder, [one.name for one in bound])
        whole = [python.with_fields(one, folder) for one in found]
        if functions := [one for one in whole if one is not None]:
            return Offered(PurePosixPath(folder).name, functions)
    return Offered(PurePosixPath(folders[0]).name if folders else "", [])


def _packages(root: Path, python: PythonCode, bound: Sequence[Bound]) -> Iterator[str]:
    """Yield the folders of a tree's packages, those that hold an extension before others."""
    from porter.compile.read.setup_py import extension_names, python_folder

    around = PurePosixPath(os.path.relpath(python_folder(real_path(root)), real_path(root)))
    inits = (PurePosixPath(path) for path in python.sources if path.endswith("/__init__.py"))
    folders = [one.parent for one in inits if one.parent.parent == around]
    folders = [one for one in folders if not _NO_PACKAGE.match(one.name)]
    names = {one.module.partition(".")[0] for one in bound}
    if (root / "setup.py").is_file():
        names.update(one.partition(".")[0] for one in extension_names(root, "setup.py"))
    yield from (str(one) for one in folders if one.name in names)
    yield from (str(one) for one in folders if one.name not in names)
