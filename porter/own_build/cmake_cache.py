"""Removes what CMake keeps of a configuration that no longer is the port's."""

from __future__ import annotations

import hashlib
import re
import shutil
from pathlib import Path

from porter.files.real_path import real_path
from porter.files.regular import read_regular, read_regular_text
from porter.own_build.installation import Rocm
from porter.project.discover import discover
from porter.source.text.languages import Language

#: Beside CMake's cache: a digest of the scripts that it was made by.
_SCRIPTS = "porter-scripts.sha256"
#: Where setuptools and scikit-build-core have CMake build.
_PACKAGES_CACHES = ("build/*/CMakeCache.txt", "build/*/*/CMakeCache.txt")
_COMPILER = re.compile(r"^CMAKE_HIP_COMPILER:\w+=(.*)$", re.MULTILINE)


def forget_stale(out: Path, tree: Path, rocm: Rocm) -> None:
    """Remove CMake's cache where another compiler or other scripts made it.

    With another compiler CMake would drop all variables that it is given. What scripts set in the
    cache outlives them: a port that was converted again would be built by values of the conversion
    before. Objects stay, unless their compiler goes: make knows which are too old.

    Args:
        out: where CMake builds.
        tree: the port's folder with the outermost script.
        rocm: what is built against.
    """
    made_by, stamp = _digest(tree), out / _SCRIPTS
    cache = out / "CMakeCache.txt"
    try:
        text = read_regular_text(cache)
    except OSError:
        text = None
    if text is not None:
        known = _COMPILER.search(text)
        is_others = known is not None and known[1] != str(rocm.clang)
        if is_others:
            shutil.rmtree(out / "CMakeFiles", ignore_errors=True)
        if is_others or _content(stamp) != made_by:
            cache.unlink()
            for found in (out / "CMakeFiles").glob("[0-9]*"):  # what was found of compilers
                shutil.rmtree(found, ignore_errors=True)
    out.mkdir(parents=True, exist_ok=True)
    stamp.unlink(missing_ok=True)  # a link in its place is the port's, not written to
    stamp.write_text(made_by, "utf-8")


def forget_stale_inside(tree: Path, rocm: Rocm) -> None:
    """Do the same where a Python package has CMake build: in folders of its own `build/`.

    Args:
        tree: the package's folder.
        rocm: what is built against.
    """
    root = real_path(tree)
    for pattern in _PACKAGES_CACHES:
        for cache in sorted(tree.glob(pattern)):
            if not cache.is_symlink() and real_path(cache).is_relative_to(root):
                forget_stale(cache.parent, tree, rocm)


def _digest(tree: Path) -> str:
    digest = hashlib.sha256()
    for entry in discover(tree).entries:
        if entry.language is Language.CMAKE and not entry.is_link:
            digest.update(f"{entry.path}\0".encode("utf-8", "surrogateescape"))
            digest.update(_script(tree / entry.path))
    return digest.hexdigest()


def _script(path: Path) -> bytes:
    try:
        return read_regular(path)
    except OSError:
        return b""  # CMake will say so, if it needs it


def _content(path: Path) -> str:
    try:
        return read_regular_text(path)
    except OSError:
        return ""
