"""Remembers what a build said, for as long as nothing changes that it depends on.

What a port's build is follows from the port's files, porter and its tables, the installed compilers
and headers, the environment and what was asked for; the headers that a compilation read, wherever
they are, ninja knows. All of it is looked at, none of it read: files by size and times, as git
does. A file that changed within the same moment as the build is not trusted, and nothing is
remembered.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import porter
from porter.compile.ninja_program import nothing_to_do
from porter.files.home import porter_home
from porter.files.regular import read_regular_text
from porter.files.signatures import signature, signatures, unless_racily_clean
from porter.files.write import write_atomically

_FILE = "said.json"
#: The largest output that is kept, in characters.
_LONGEST = 16 << 20
#: Of the environment, what changes from shell to shell and says nothing to a compiler.
_PASSING = (
    "PWD",
    "OLDPWD",
    "SHLVL",
    "_",
    "TERM",
    "COLUMNS",
    "LINES",
    "WINDOWID",
    "PYTEST_CURRENT_TEST",
)
#: Where an installed ROCm and CUDA are looked for.
_SYSTEM = ("/opt/rocm", "/usr/lib", "/usr/include", "/usr/local/cuda")


def recall(folder: Path, port: Path, asked: str) -> str | None:
    """Return what the same build said, when it would say it again; None otherwise.

    Args:
        folder: where its objects are.
        port: the port.
        asked: all that decides what is said, as one text.
    """
    try:
        kept = json.loads(read_regular_text(folder / _FILE, _LONGEST))
        if kept["state"] != _state(folder, port, asked) or not nothing_to_do(folder):
            return None
        return str(kept["said"])
    except (OSError, ValueError, KeyError, TypeError):
        return None  # nothing was kept, or not by this porter


def keep(folder: Path, port: Path, asked: str, said: str, began: int) -> None:
    """Keep what a build said that went well.

    Args:
        folder: where its objects are.
        port: the port.
        asked: all that decides what is said, as one text.
        said: what it said.
        began: when the build began, in ns since the epoch.
    """
    try:
        changed = max((max(found[1:3]) for _, found in _files(port)), default=0)
        racy = unless_racily_clean((0, changed, changed, 0), began) is None
        if racy or len(said) > _LONGEST // 2:
            (folder / _FILE).unlink(missing_ok=True)
            return
        document = {"state": _state(folder, port, asked), "said": said}
        write_atomically(folder / _FILE, json.dumps(document).encode())
    except OSError:
        return  # the next build finds out anew


def now() -> int:
    """Return the time that `keep` asks for."""
    return time.time_ns()


def _state(folder: Path, port: Path, asked: str) -> str:
    digest = hashlib.sha256(asked.encode())
    environment = {k: v for k, v in os.environ.items() if k not in _PASSING}
    digest.update(repr((sys.prefix, sys.version, sorted(environment.items()))).encode())
    digest.update(repr(signature(folder / "build.ninja")).encode())
    for path, found in sorted(_files(port)):
        digest.update(f"{path}\0{found}\n".encode("utf-8", "surrogateescape"))
    package = Path(porter.__file__).parent
    for root in (package, package.parent / "rules"):
        if root.is_dir():
            for path, found in sorted(signatures(str(root), (".py", ".toml", ".tsv", ".hpp"))):
                digest.update(f"{path}\0{found}\n".encode("utf-8", "surrogateescape"))
    for place in _installed():
        try:
            status = os.stat(place)
        except OSError:
            continue
        digest.update(f"{place}\0{status.st_mtime_ns}\0{status.st_ino}\n".encode())
    return digest.hexdigest()


def _installed() -> Iterator[str]:
    """Yield folders that change when a compiler, headers or PyTorch are installed."""
    yield from _SYSTEM
    yield from (path for path in sys.path if path)
    yield from os.environ.get("PATH", "").split(os.pathsep)
    components = porter_home() / "toolchain"
    yield str(components)
    if components.is_dir():
        yield from (str(path) for path in components.iterdir())


def _files(port: Path) -> Iterator[tuple[str, tuple[int, int, int, int]]]:
    """Yield path and signature of a port's files; of one file also those beside it."""
    folder = port.parent if port.is_file() else port
    waiting = [str(folder)]
    while waiting:
        with os.scandir(waiting.pop()) as listing:
            for child in listing:
                if child.name in (".git", "__pycache__"):
                    continue
                if child.is_dir(follow_symlinks=False):
                    waiting.append(child.path)
                elif child.is_symlink():
                    yield child.path, (0, 0, 0, os.lstat(child.path).st_ino)
                else:
                    yield child.path, signature(child.path)
