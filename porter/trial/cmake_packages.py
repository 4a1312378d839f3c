"""The packages that CMake finds here, and what they bring, as far as their files' names tell.

Source: CMake's manual, cmake-commands(7), `find_package`, "Config Mode Search Procedure".
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from enum import Enum
from functools import cache, cached_property
from pathlib import Path

from porter.files.real_path import real_path
from porter.files.regular import LARGEST_FILE, read_regular
from porter.tables.libraries import libraries

#: CUDA's own packages, which CMake has modules for and which find nothing where a port is built.
_CUDAS = frozenset({"CUDA", "CUDAToolkit"})
_ROCMS_NAMESPACES = ("hip::", "roc::", "hiprtc::")
#: What the package `hip` brings, which every other package of ROCm's asks for.
_OF_HIP = frozenset({"hip::host", "hip::device", "hip::amdhip64"})
_DEFINITION = re.compile(r"(?im)^[ \t]*(?:function|macro)[ \t]*\([ \t]*(\w+)")
_VERSION = re.compile(r"cmake-(\d+(?:\.\d+)*)")


class Here(Enum):
    """Whether a package is installed."""

    YES = "its configuration is there"
    PERHAPS = "a module is there that looks for it"
    NO = "nothing is there"


class Packages:
    """The packages that a port may find.

    Args:
        root: the port, which may bring modules.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._found: set[str] = set()
        self._modules = cmake_modules()

    def find(self, name: str) -> Here:
        """Note that a package is looked for, and tell whether it is here."""
        if name in _CUDAS:
            return Here.NO
        if name.lower() in _rocms():
            self._found.add(name.lower())
            return Here.YES
        if name.lower() in _configured():
            return Here.YES
        if f"Find{name}.cmake" in self._own or not self._modules:
            return Here.PERHAPS
        is_known = (self._modules / f"Find{name}.cmake").is_file()
        return Here.PERHAPS if is_known else Here.NO

    def bring(self, target: str) -> bool:
        """Tell whether a library of ROCm's is there, by the packages that were looked for."""
        if target in _OF_HIP:
            return bool(self._found)
        wanted = next((p for p, t in _targets() if t == target), target.partition("::")[2])
        return wanted.lower() in self._found

    def script(self, name: str) -> Path | None:
        """Return the module of the port's own that `include` finds; None of any other."""
        return self._own.get(f"{name}.cmake")

    @cached_property
    def _own(self) -> dict[str, Path]:
        return {path.name: path for path in sorted(self._root.rglob("*.cmake"))}


@cache
def module_commands() -> frozenset[str]:
    """Return the functions and macros, in lower case, that CMake's own modules define."""
    folder = cmake_modules()
    found = set()
    for path in sorted(folder.rglob("*.cmake")) if folder else ():
        text = read_regular(path, LARGEST_FILE).decode("utf-8", "replace")
        found |= {name.lower() for name in _DEFINITION.findall(text)}
    return frozenset(found)


def is_of_cuda(name: str) -> bool:
    """Tell whether a package, or a library `Package::name`, is CUDA's."""
    return name.partition("::")[0] in _CUDAS


def is_of_rocm(target: str) -> bool:
    """Tell whether a library is of ROCm's packages."""
    return target.startswith(_ROCMS_NAMESPACES)


def cmake_modules() -> Path | None:
    """Return the folder of CMake's own modules; None where no CMake is installed."""
    program = shutil.which("cmake")
    if program is None:
        return None
    share = real_path(program).parent.parent / "share"
    return next(iter(sorted(share.glob("cmake*/Modules"), reverse=True)), None)


def cmake_version() -> str:
    """Return the version of CMake that is installed, as far as its folder tells; else nothing."""
    modules = cmake_modules()
    match = _VERSION.fullmatch(modules.parent.name) if modules else None
    return match[1] if match else ""


def is_newer(version: str, other: str) -> bool:
    """Tell whether a version is newer than another; both are numbers with points between them."""
    first, second = ([int(part) for part in one.split(".")[:3]] for one in (version, other))
    return first > second


def _targets() -> Iterator[tuple[str, str]]:
    for library in libraries():
        if library.package:
            yield library.package, library.target


def _rocms() -> frozenset[str]:
    names = {package.lower() for package, _ in _targets()}
    return frozenset(names | {"hip", "hip-lang", "rocprim", "rocthrust", "hipcub", "rocrand"})


def _configured() -> frozenset[str]:
    """Return the packages, in lower case, whose configuration the system has."""
    found = set()
    roots = [Path("/usr"), Path("/usr/local")]
    roots += [Path(one) for one in os.environ.get("CMAKE_PREFIX_PATH", "").split(os.pathsep) if one]
    for root in roots:
        for pattern in ("lib/cmake/*", "lib/*/cmake/*", "share/cmake/*", "share/*"):
            for folder in root.glob(pattern):
                for name in (f"{folder.name}Config", f"{folder.name.lower()}-config"):
                    if (folder / f"{name}.cmake").is_file() or (
                        folder / "cmake" / f"{name}.cmake"
                    ).is_file():
                        found.add(folder.name.lower())
    return frozenset(found)
