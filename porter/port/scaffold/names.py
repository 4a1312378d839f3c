"""Which file names each build system can handle, and names for its targets."""

from __future__ import annotations

import re
from collections.abc import Collection

from porter.convert.emission import Kind

#: A name that make, ninja and the shell take for nothing but a name, wherever it stands. What they
#: give a meaning has no escape that holds for targets, pattern rules and `$^` alike.
_PLAIN = re.compile(r"[\w.+/-][\w.+,@/-]*")
#: CMake writes the names down for make or ninja itself, and knows how; lists it parts at `;`.
_FOR_CMAKE = re.compile(r"[\w.+,@/ ()'&=!%#^{}-]+")
_NO_TARGET = re.compile(r"[^A-Za-z0-9_.+-]")
#: Targets that CMake makes itself. Source: CMake's manual, cmake-policies(7), CMP0037.
_CMAKES_OWN = frozenset(
    "all ALL_BUILD help install INSTALL preinstall clean edit_cache rebuild_cache test RUN_TESTS "
    "package PACKAGE package_source ZERO_CHECK".split()
)


def can_name(kind: Kind, path: str) -> bool:
    """Tell whether the build files of a project can name a file or folder of it.

    Args:
        kind: how it is built.
        path: relative to the project.
    """
    allowed = _FOR_CMAKE if kind is Kind.CMAKE else _PLAIN
    return allowed.fullmatch(path) is not None and not path.startswith("-")


def target_name(wanted: str, taken: Collection[str]) -> str:
    """Return what a program is called: as wanted, where it can be.

    Args:
        wanted: the name, of any characters.
        taken: names that others have.
    """
    name = _NO_TARGET.sub("_", wanted).lstrip(".-+") or "program"
    while name in taken or name in _CMAKES_OWN:
        name += "_program"
    return name


def build_folder(present: Collection[str]) -> str:
    """Return what the folder is called that everything is built in.

    It is none that upstream has: make and CMake would read what is in there, and take it for
    something that they had written themselves.

    Args:
        present: paths of upstream's files and folders.
    """
    firsts = {path.partition("/")[0] for path in present}
    name = "build"
    while name in firsts:
        name += "_hip"
    return name
