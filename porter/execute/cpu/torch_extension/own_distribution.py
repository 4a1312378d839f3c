"""What a package that is run from its tree learns of itself: the name and version of its setup.py.

Packages ask for their own version when they are imported (`importlib.metadata.version("pack")`,
`pkg_resources.get_distribution("pack")`), which an installation answers and a tree does not.
"""

from __future__ import annotations

import ast
import os
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from configparser import ConfigParser
from configparser import Error as ConfigError
from email.message import EmailMessage
from importlib.metadata import Distribution, DistributionFinder
from pathlib import Path
from typing import NamedTuple

from porter.execute.cpu.torch_extension.package_resources import provide_resources
from porter.files.regular import read_regular
from porter.source.python.syntax import parse_python

#: What a version is that the tree works out.
_UNKNOWN = "0"
_ANY = DistributionFinder.Context()
_SEPARATORS = re.compile(r"[-_.]+")


class Declared(NamedTuple):
    """What a tree says that it is.

    Attributes:
        name: of the distribution; "" where nothing says.
        version: of it.
    """

    name: str
    version: str


class OwnDistribution(Distribution):
    """A distribution that is a tree.

    Args:
        declared: what it says that it is.
        root: the tree.
    """

    def __init__(self, declared: Declared, root: Path) -> None:
        self._declared = declared
        self._root = root

    def read_text(self, filename: str) -> str | None:
        """Return the text of a file about an installation: of that of its name and version."""
        if filename not in ("METADATA", "PKG-INFO"):
            return None
        message = EmailMessage()
        message["Metadata-Version"] = "2.1"
        message["Name"], message["Version"] = self._declared
        return message.as_string()

    def locate_file(self, path: str | os.PathLike[str]) -> Path:
        """Return where a file of the distribution is."""
        return self._root / path


class Finder(DistributionFinder):
    """Finds trees that Python looks for modules in, behind what is installed."""

    def find_spec(self, *_: object) -> None:
        """Find no modules."""

    def find_distributions(
        self, context: DistributionFinder.Context = _ANY
    ) -> Iterator[Distribution]:
        """Yield the tree that a distribution is; nothing where all are asked for."""
        name = context.name
        if name is None:
            return
        for root in _roots(context.path):
            declared = declared_in(root)
            if declared.name and _plain(declared.name) == _plain(name):
                yield OwnDistribution(declared, root)
                return


def provide_distributions() -> None:
    """Have `importlib.metadata`, and `pkg_resources` where it is not installed, know of trees."""
    sys.meta_path.append(Finder())
    provide_resources()


def declared_in(root: Path) -> Declared:
    """Return what a tree says that it is, in pyproject.toml, setup.cfg or setup.py.

    Args:
        root: the tree.
    """
    readers = (("pyproject.toml", _project), ("setup.cfg", _config), ("setup.py", _setup))
    for file, read in readers:
        try:
            declared = read(read_regular(root / file))
        except (OSError, ValueError, SyntaxError, ConfigError):
            continue
        if declared.name:
            return declared
    return Declared("", "")


def _roots(path: Iterable[str]) -> Iterator[Path]:
    """Yield the folders that Python looks in, and the ones above, where packages lie in `src`."""
    folders = [Path(one or os.curdir).absolute() for one in (*path, os.curdir)]
    yield from dict.fromkeys(one for folder in folders for one in (folder, folder.parent))


def _plain(name: str) -> str:
    return _SEPARATORS.sub("-", name).lower()


def _project(data: bytes) -> Declared:
    said = tomllib.loads(data.decode()).get("project")
    if not isinstance(said, dict):
        return Declared("", "")
    return Declared(str(said.get("name", "")), str(said.get("version", _UNKNOWN)))


def _config(data: bytes) -> Declared:
    parser = ConfigParser(interpolation=None)
    parser.read_string(data.decode())
    said = parser["metadata"] if parser.has_section("metadata") else {}
    version = said.get("version", _UNKNOWN)
    return Declared(said.get("name", ""), _UNKNOWN if ":" in version else version)


def _setup(data: bytes) -> Declared:
    tree = parse_python(data)
    known = {
        one.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for one in node.targets
        if isinstance(one, ast.Name)
    }

    def literal(value: ast.expr) -> str:
        if isinstance(value, ast.Name):
            return str(known.get(value.id, ""))
        return str(value.value) if isinstance(value, ast.Constant) else ""

    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "setup":
            said = {word.arg: literal(word.value) for word in node.keywords}
            return Declared(said.get("name", ""), said.get("version") or _UNKNOWN)
    return Declared("", "")
