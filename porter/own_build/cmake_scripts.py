"""Python packages whose build runs CMake: `pip install .` is how such a project is built."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from porter.files.regular import read_regular
from porter.own_build.installation import Rocm

#: Code, and no comment, that speaks of CMake.
_CMAKE = re.compile(rb"(?im)^[^#\n]*cmake")
_BACKEND = re.compile(rb"(?m)^[ \t]*build-backend[ \t]*=[ \t]*[\"']scikit_build_core\b")
#: What setuptools is told where a script builds more than Python.
_BUILDS = re.compile(rb"\b(?:cmdclass|ext_modules|skbuild)\b")


def drives_cmake(folder: Path) -> bool:
    """Tell whether a folder's `setup.py`, or its build backend, runs CMake on the files beside it.

    A backend does where it is installed; CMake alone builds what does not count on it.

    Args:
        folder: a folder.

    Raises:
        OSError: a file cannot be read.
    """
    if not (folder / "CMakeLists.txt").is_file():
        return False
    script, package = folder / "setup.py", folder / "pyproject.toml"
    if script.is_file():
        text = read_regular(script)
        return _CMAKE.search(text) is not None and _BUILDS.search(text) is not None
    if not package.is_file() or _BACKEND.search(read_regular(package)) is None:
        return False
    return find_spec("scikit_build_core") is not None


def cmake_environment(
    rocm: Rocm, variables: Sequence[str], outer: Mapping[str, str]
) -> dict[str, str]:
    """Return what such scripts, and scikit-build-core, hand on to CMake.

    A script that does not read `CMAKE_ARGS` leaves CMake what it finds in its environment.

    Args:
        rocm: what is built against.
        variables: further ones, `NAME=VALUE`.
        outer: the variables around them, of which what they have comes last.
    """
    architectures = rocm.arch.replace(",", ";")
    given = (f"CMAKE_HIP_COMPILER={rocm.clang}", f"CMAKE_HIP_ARCHITECTURES={architectures}")
    words = [f"-D{one}" for one in (*given, *variables)]
    return {"CMAKE_ARGS": " ".join((*words, *filter(None, (outer.get("CMAKE_ARGS", ""),))))}
