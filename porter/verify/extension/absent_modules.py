"""Finds what the module under test and the cases import and Python has not, without running them.

A build takes minutes; that a package is missing would else be said behind it.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec, resolve_name
from pathlib import Path
from typing import NamedTuple

from porter.errors import PorterError
from porter.execute.cpu.native_build import say
from porter.execute.cpu.torch_extension.package_resources import NAME as RESOURCES
from porter.files.regular import read_regular
from porter.source.python.syntax import parse_python
from porter.verify.extension.import_time import used_at_import
from porter.verify.extension.stand_in_modules import NEVER

#: Modules whose package has another name.
_PACKAGES = {
    "PIL": "pillow", "cv2": "opencv-python", "skimage": "scikit-image", "sklearn": "scikit-learn",
    "yaml": "pyyaml",
}  # fmt: skip
#: A file that has one of them may change what Python finds: nothing is said then.
_CHANGES_THE_SEARCH = (b"sys.path", b"sys.modules", b"meta_path", b"addsitedir", b"__path__")
_TOLD: set[str] = set()


class _Import(NamedTuple):
    """A module that is imported as soon as a file is.

    Attributes:
        name: dotted, from the top.
        line: where.
        members: what is taken from it, which may be modules.
        names: what the file calls it, or them.
    """

    name: str
    line: int
    members: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()


def absent_modules(
    module: str, cases: Path, folder: Path, built: Collection[str]
) -> dict[str, tuple[Path, int]]:
    """Return what is imported and not there: what can be done without; the place of each.

    Only imports are judged that are made in any case: not those in a function, behind a condition,
    or in a `try`. What is called while it is imported, as decorators are, is not done without.

    Args:
        module: what is under test; empty where it is no module of Python's.
        cases: the file of cases.
        folder: where Python looks for the tree's modules.
        built: names of the extensions that the build makes.

    Raises:
        PorterError: nothing can be imported without one of them, which a build would be for.
    """
    reader = _Reader((folder, cases.parent), built)
    absent = reader.absent(module, cases)
    needed = reader.called | {one for one, (path, _) in absent.items() if path == cases}
    if needed.isdisjoint(absent):
        return absent
    (first, (path, line)), *others = absent.items()
    more = "".join(f"; {where}:{at} imports {name}" for name, (where, at) in others)
    installed = " ".join(_PACKAGES.get(name, name) for name in absent)
    raise PorterError(
        f"imports {first}, which is not installed{more}",
        path=path, line=line, hint=f"pip install {installed}",
    )  # fmt: skip


def say_absent(absent: Mapping[str, tuple[Path, int]]) -> None:
    """Tell the user what is done without, once.

    Args:
        absent: modules, with the places that import them.
    """
    for name, (path, line) in absent.items():
        if name not in _TOLD:
            _TOLD.add(name)
            say(f"{name} is not installed: what {path}:{line} imports raises where it is used")


@dataclass
class _Reader:
    """Follows imports through a tree.

    Args:
        folders: where Python looks first.
        built: names of extensions that will be there.
    """

    folders: tuple[Path, ...]
    built: Collection[str]
    _seen: set[Path] = field(default_factory=set)
    _absent: dict[str, tuple[Path, int]] = field(default_factory=dict)
    called: set[str] = field(default_factory=set)

    def absent(self, module: str, cases: Path) -> dict[str, tuple[Path, int]]:
        """Return modules that are not there: name -> where it is imported first."""
        waiting = [(cases, "", False)]
        waiting += self._files(module) if module else []
        while waiting:
            path, package, is_package = waiting.pop()
            if path in self._seen:
                continue
            self._seen.add(path)
            try:
                data = read_regular(path)
                tree = parse_python(data)
            except (OSError, SyntaxError):  # Python says it better
                continue
            if any(word in data for word in _CHANGES_THE_SEARCH):
                return {}
            for found in _imports(tree.body, package, is_package=is_package):
                top = found.name.partition(".")[0]
                if self._is_in_tree(top):
                    for name in (found.name, *(f"{found.name}.{one}" for one in found.members)):
                        waiting += self._files(name)
                elif not (found.name in self.built or top in self.built or _is_installed(top)):
                    self._absent.setdefault(top, (path, found.line))
                    if top in NEVER or found.names & used_at_import(tree):
                        self.called.add(top)
        return self._absent

    def _is_in_tree(self, top: str) -> bool:
        return any(
            (folder / top).is_dir() or any(folder.glob(f"{top}.*")) for folder in self.folders
        )

    def _files(self, name: str) -> list[tuple[Path, str, bool]]:
        """Return the files of the tree that importing a module runs, each with its module's name
        and whether that is a package.
        """
        found = []
        parts = name.split(".")
        for count in range(1, len(parts) + 1):
            inside = Path(*parts[:count])
            for folder in self.folders:
                init, plain = folder / inside / "__init__.py", folder / inside.with_suffix(".py")
                file = next((path for path in (init, plain) if path.is_file()), None)
                if file is not None:
                    found.append((file, ".".join(parts[:count]), file == init))
                    break
        return found


def _imports(body: list[ast.stmt], name: str, *, is_package: bool) -> Iterator[_Import]:
    """Yield what the statements of the module `name` import in any case."""
    for node in body:
        match node:
            case ast.Import():
                for one in node.names:
                    called = one.asname or one.name.partition(".")[0]
                    yield _Import(one.name, node.lineno, names=frozenset((called,)))
            case ast.ImportFrom():
                members = tuple(one.name for one in node.names)
                source = _source(node, name, is_package=is_package)
                if source:
                    names = frozenset(one.asname or one.name for one in node.names)
                    yield _Import(source, node.lineno, members, names)
            case ast.With():
                yield from _imports(node.body, name, is_package=is_package)


def _source(node: ast.ImportFrom, name: str, *, is_package: bool) -> str:
    """Return from where a statement in the module `name` imports; "" where it leads out."""
    package = name if is_package else name.rpartition(".")[0]
    try:
        return resolve_name("." * node.level + (node.module or ""), package)
    except ImportError:
        return ""


def _is_installed(top: str) -> bool:
    if top in sys.stdlib_module_names or top in sys.modules or top == RESOURCES:
        return True
    try:
        return find_spec(top) is not None
    except (ImportError, ValueError):  # a module without a spec is there all the same
        return True
