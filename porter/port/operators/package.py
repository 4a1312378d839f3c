"""A package of AITER's layout: where its parts are, and how it calls them."""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from typing import Any, NamedTuple

from porter.errors import PorterError
from porter.files.json_values import parsed
from porter.port.operators.jit import CORE, Jit, Lacking, read_jit
from porter.port.operators.own_text import own_text

#: What an operator is written into and imports, below the package, and what that is.
_PARTS = (
    ("ops", "the folder of its operators"),
    (CORE, "which has compile_ops"),
)
#: Where the entries of modules are kept, below the package.
_CONFIGS = ("jit/optCompilerConfig.json", "configs/optCompilerConfig.json")
_PLACE = re.compile(r"\{([A-Z][A-Z0-9_]*)_CSRC_DIR\}")


class Package(NamedTuple):
    """A package that operators are added to.

    Args:
        root: the folder that holds `csrc` and the Python package.
        name: of the Python package.
        prefix: what its constants begin with, such as "AITER".
        config: `optCompilerConfig.json`, relative to the root.
        quotes_entries: entries are f-strings of Python, evaluated among the names of `jit/core.py`.
        jit: what else the package's JIT offers.
    """

    root: Path
    name: str
    prefix: str
    config: str
    quotes_entries: bool
    jit: Jit


def open_package(root: Path) -> Package:
    """Return the package of AITER's layout at `root`.

    Raises:
        PorterError: a part is missing; the message says which.
    """
    if not root.is_dir():
        raise PorterError("is not a folder", path=root, hint="name the root of the package")
    if not (root / "csrc").is_dir():
        raise _lacks(root, "csrc/, the folder of its C++ sources")
    found = [
        path
        for config in _CONFIGS
        for path in sorted(root.glob(f"*/{config}"))
        if (path.parents[1] / "__init__.py").is_file() and _is_module(path.parents[1].name)
    ]
    if not found:
        raise _lacks(root, "optCompilerConfig.json in PACKAGE/jit or PACKAGE/configs")
    config = found[0]
    package = config.parents[1]
    for part, what in _PARTS:
        if not (package / part).exists():
            raise _lacks(root, f"{package.name}/{part}, {what}")
    text = own_text(config)
    entries_of(config, text)
    place = _PLACE.search(text)
    prefix = place[1] if place else package.name.upper()
    try:
        jit = read_jit(package, prefix)
    except Lacking as lacking:
        raise _lacks(root, str(lacking)) from None
    return Package(
        root,
        package.name,
        prefix,
        config.relative_to(root).as_posix(),
        re.search(r"\"f['\\]", text) is not None,
        jit,
    )


def entries_of(path: Path, text: str) -> dict[str, Any]:
    """Return the modules that a configuration names.

    Raises:
        PorterError: it is no table of them.
    """
    try:
        found = parsed(text)
    except ValueError as error:
        raise PorterError(f"is no JSON ({error})", path=path) from error
    if not isinstance(found, dict):
        raise PorterError("is no table of modules", path=path)
    return found


def _is_module(name: str) -> bool:
    """Tell whether Python can import a package of this name, which goes into code."""
    return name.isidentifier() and not keyword.iskeyword(name)


def _lacks(root: Path, part: str) -> PorterError:
    return PorterError(
        f"is no package of AITER's layout: it lacks {part}",
        path=root,
        hint="csrc_cuda/aiter_mini is a small one",
    )
