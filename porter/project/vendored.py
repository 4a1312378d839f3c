"""Recognizes folders of vendored code, which are copied into a port as they are."""

from __future__ import annotations

import os
import re
from pathlib import Path

from porter.compat.headers import SUPPORT_FOLDER
from porter.files.regular import LARGEST_SETTINGS, read_regular

#: Names under which projects keep other people's code.
_SHELVES = frozenset(
    "third_party third-party thirdparty 3rdparty 3rd_party vendor vendored _vendor external "
    "externals extern external_libs submodules".split()
)
#: Libraries that projects carry along, with files by one of which they are told from a folder of
#: that name.
LIBRARIES = {
    "cub": ("cub/cub.cuh",),
    "thrust": ("thrust/version.h",),
    "cutlass": ("include/cutlass/cutlass.h",),
    "cccl": ("cub/cub/cub.cuh",),
    "composable_kernel": ("include/ck/ck.hpp",),
    "pybind11": ("include/pybind11/pybind11.h",),
    "googletest": ("googletest/include/gtest/gtest.h",),
    "eigen": ("Eigen/Core", "src/Core/util/Macros.h"),
    "fmt": ("include/fmt/core.h",),
    "json": ("include/nlohmann/json.hpp",),
}
#: What an archive of a release has behind the library's name: `cub-1.8.0`, `cutlass-main`.
_RELEASE = re.compile(r"[-_](?:v?\d++(?:\.\d++)*+|main|master)\Z")
_SUBMODULE_PATH = re.compile(r"^[ \t]*path[ \t]*=[ \t]*(\S(?:.*\S)?)[ \t\r]*$", re.MULTILINE)


def reason(folder: str, children: frozenset[str], submodules: frozenset[str], path: str) -> str:
    """Return why `folder` is taken for other people's code, or an empty string.

    Args:
        folder: the folder on disk.
        children: names of what lies in it.
        submodules: paths of git submodules, relative to the root.
        path: the folder, relative to the root.
    """
    own_name = path.rpartition("/")[2]
    name = own_name.lower()
    if name == SUPPORT_FOLDER:
        return "porter's support headers"
    if path in submodules or ".git" in children:
        return "a git submodule"
    if name in _SHELVES:
        return f"called {own_name}"
    if any(os.path.isfile(f"{folder}/{mark}") for mark in LIBRARIES.get(library(name), ())):
        return f"a copy of {own_name}"
    return ""


def library(folder: str) -> str:
    """Return the library that a folder of this name may hold: the name without a release.

    Args:
        folder: its name.
    """
    return _RELEASE.sub("", folder.lower())


def may_hold(folder: str, names: frozenset[str]) -> bool:
    """Tell whether a folder is called as one of other people's code, or of some libraries'.

    Args:
        folder: its name.
        names: libraries.
    """
    return folder.lower() in _SHELVES or library(folder) in names


def is_others(why: str) -> bool:
    """Tell whether a reason says whose code it is, and not that the project has another side."""
    return why.startswith(("called ", "a git submodule"))


def submodule_paths(root: Path, unreadable: dict[str, str]) -> frozenset[str]:
    """Return the paths that `.gitmodules` in `root` names; empty without one.

    Args:
        root: folder of the project.
        unreadable: takes `.gitmodules`, with the reason, where it is there and cannot be read.
    """
    try:
        data = read_regular(root / ".gitmodules", LARGEST_SETTINGS)
    except FileNotFoundError:
        return frozenset()
    except OSError as error:
        unreadable[".gitmodules"] = error.strerror or str(error)
        return frozenset()
    return frozenset(_SUBMODULE_PATH.findall(data.decode("utf-8", "surrogateescape")))


def absent_submodules(root: Path) -> list[str]:
    """Return the submodules of a checkout whose folders are empty: they were not fetched."""
    found = []
    for path in sorted(submodule_paths(root, {})):
        folder = root / path
        if folder.is_dir() and not any(folder.iterdir()):
            found.append(path)
    return found
