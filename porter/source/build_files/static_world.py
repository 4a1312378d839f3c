"""The functions that a statically read build script may call."""

from __future__ import annotations

import itertools
import math
import os
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from porter.source.build_files.globs import is_inside, matching
from porter.source.build_files.static_values import in_order
from porter.source.build_files.unfollowed import TooLarge

_LONGEST = 10_000
_MOST_FACTORS = 100

#: What `os` and `os.path` have in common beside functions.
_CONSTANTS = {
    "curdir": os.curdir, "pardir": os.pardir, "sep": os.sep, "pathsep": os.pathsep,
    "extsep": os.extsep, "altsep": os.altsep,
}  # fmt: skip


def outside(root: Path) -> dict[str, Any]:
    """Return the functions and constants, by dotted name.

    Args:
        root: the folder of the script; relative paths are looked up there.
    """

    def place(path: Any) -> str:
        return os.path.join(root, path)

    def listing(pattern: Any, recursive: bool = False, root_dir: Any = None) -> list[str]:
        base = root if root_dir is None else Path(os.path.normpath(place(root_dir)))
        inside = Path(os.path.normpath(base / pattern)).is_relative_to(root)
        if not inside:
            raise ValueError("not a pattern of the port")
        if pattern.count("**") > 1:
            raise TooLarge("a pattern with `**` more than once")
        found = [path for path in matching(root, base, _spelled(pattern, recursive))
                 if "/." in f"/{pattern}" or not _is_hidden(path, root)]  # fmt: skip
        if os.path.isabs(pattern):
            return [str(path) for path in found]
        return [os.path.relpath(path, base) for path in found]

    def walked(top: Any) -> list[tuple[str, list[str], list[str]]]:
        found = []
        for folder, folders, files in os.walk(_inside(root, place(top))):
            folders.sort()
            below = os.path.relpath(folder, place(top))
            named = top if below == os.curdir else os.path.join(top, below)
            found.append((named, [*folders], sorted(files)))
            if len(found) > _LONGEST:
                raise TooLarge(f"more than {_LONGEST:,} folders")
        return found

    paths: dict[str, Callable[..., Any]] = {
        "abspath": lambda path: os.path.normpath(place(path)),
        "basename": os.path.basename,
        "dirname": os.path.dirname,
        "exists": lambda path: os.path.exists(place(path)),
        "isabs": os.path.isabs,
        "isdir": lambda path: os.path.isdir(place(path)),
        "isfile": lambda path: os.path.isfile(place(path)),
        "join": os.path.join,
        "normpath": os.path.normpath,
        "realpath": lambda path: os.path.normpath(place(path)),
        "relpath": lambda path, start=root: os.path.relpath(place(path), place(start)),
        "split": os.path.split,
        "splitext": os.path.splitext,
    }
    values: dict[str, Any] = {
        "all": all,
        "any": any,
        "bool": bool,
        "dict": dict,
        "enumerate": lambda items: list(enumerate(items)),
        "int": int,
        "len": len,
        "list": lambda items=(): in_order(items),
        "max": max,
        "min": min,
        "range": _range,
        "reversed": lambda items: list(reversed(items)),
        "set": set,
        "sorted": sorted,
        "str": str,
        "tuple": lambda items=(): tuple(in_order(items)),
        "zip": lambda *lists: list(zip(*lists, strict=False)),
        "glob.glob": listing,
        "glob.iglob": listing,
        "itertools.chain": lambda *lists: list(itertools.chain(*lists)),
        "itertools.product": _product,
        "os.cpu_count": lambda: 1,
        **{f"os.{name}": text for name, text in _CONSTANTS.items()},
        **{f"os.path.{name}": text for name, text in _CONSTANTS.items()},
        "os.environ": {},
        "os.environ.get": lambda name, default=None: default,
        "os.getcwd": lambda: str(root),
        "os.getenv": lambda name, default=None: default,
        "os.listdir": lambda path=".": sorted(os.listdir(_inside(root, place(path)))),
        "os.name": "posix",
        "os.walk": walked,
        "pathlib.Path": Path,
        "sys.platform": "linux",
    }
    return {**values, **{f"os.path.{name}": function for name, function in paths.items()}}


def _inside(root: Path, path: str) -> str:
    """Return the path of a folder of the port.

    Raises:
        ValueError: it leads out.
    """
    if not is_inside(Path(path), root):
        raise ValueError("not a folder of the port")
    return path


def _spelled(pattern: str, recursive: bool) -> str:
    """Return a pattern of `glob.glob` as `pathlib` has it."""
    if not recursive:
        return pattern.replace("**", "*")
    return f"{pattern}/*" if pattern.endswith("**") else pattern


def _is_hidden(path: Path, root: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(root).parts)


def _product(*lists: Collection[Any]) -> list[Any]:
    if math.prod(map(len, lists)) > _LONGEST or len(lists) > _MOST_FACTORS:
        raise TooLarge(f"a product of more than {_LONGEST:,} elements")
    return list(itertools.product(*lists))


def _range(*ends: int) -> list[int]:
    if len(range(*ends)) > _LONGEST:
        raise TooLarge(f"a range of more than {_LONGEST:,} numbers")
    return list(range(*ends))
