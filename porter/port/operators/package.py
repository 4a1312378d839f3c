"""A package of AITER's layout: where its parts are, and how it calls them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

from porter.errors import PorterError
from porter.files.regular import read_regular_text

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
        quotes_entries: entries are written as f-strings, within quotes of their own.
    """

    root: Path
    name: str
    prefix: str
    config: str
    quotes_entries: bool


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
        if (path.parents[1] / "__init__.py").is_file()
    ]
    if not found:
        raise _lacks(root, "optCompilerConfig.json in PACKAGE/jit or PACKAGE/configs")
    config = found[0]
    package = config.parents[1]
    for part, what in (
        ("ops", "the folder of its operators"),
        ("jit/core.py", "which has compile_ops"),
    ):
        if not (package / part).exists():
            raise _lacks(root, f"{package.name}/{part}, {what}")
    text = read_regular_text(config)
    try:
        entries = json.loads(text)
    except ValueError as error:
        raise PorterError(f"is no JSON ({error})", path=config) from error
    if not isinstance(entries, dict):
        raise PorterError("is no table of modules", path=config)
    place = _PLACE.search(text)
    return Package(
        root,
        package.name,
        place[1] if place else package.name.upper(),
        config.relative_to(root).as_posix(),
        re.search(r"\"f['\\]", text) is not None,
    )


def _lacks(root: Path, part: str) -> PorterError:
    return PorterError(
        f"is no package of AITER's layout: it lacks {part}",
        path=root,
        hint="csrc_cuda/aiter_mini is a small one",
    )
