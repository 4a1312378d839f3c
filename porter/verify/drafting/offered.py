"""The package that users of an extension import, and its functions that reach what C++ binds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

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
    packages = [*_packages(root, python)]
    for package in packages:
        found = python.public(package, [one.name for one in bound])
        whole = [python.with_fields(one, package) for one in found]
        if functions := [one for one in whole if one is not None]:
            return Offered(package, functions)
    return Offered(packages[0] if packages else "", [])


def _packages(root: Path, python: PythonCode) -> Iterator[str]:
    """Yield the packages at the top of a tree, those that hold an extension before others."""
    from porter.compile.read.setup_py import extension_names

    inits = [path for path in python.sources if path.count("/") == 1
             and path.endswith("/__init__.py")]  # fmt: skip
    folders = [path.partition("/")[0] for path in inits]
    folders = [one for one in folders if not _NO_PACKAGE.match(one)]
    names = []
    if (root / "setup.py").is_file():
        names = [one.partition(".")[0] for one in extension_names(root, "setup.py")]
    yield from (one for one in folders if one in names)
    yield from (one for one in folders if one not in names)
