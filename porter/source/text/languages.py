"""The language of a file, by its name."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache


class Language(StrEnum):
    """A language that rules are written for; `OTHER` is copied as it is.

    `BUILD` is any other description of a build or of what it takes.
    """

    CUDA = "cuda"
    PYTHON = "python"
    NOTEBOOK = "notebook"
    CMAKE = "cmake"
    MAKE = "make"
    BUILD = "build"
    OTHER = "other"


#: C, C++ and CUDA are one language here: any of them may hold CUDA names.
_SUFFIXES: dict[str, Language] = {
    **dict.fromkeys(
        (
            ".cu .cuh .hip .h .hh .hpp .hxx .h++ .c .cc .cpp .cxx .c++ .inl .inc .ipp .tpp .impl "
            ".cu.in .h.in .hpp.in .cuh.in .cpp.in .cc.in .inl.in .cu.j2 .cuh.j2 .h.j2 .cu.jinja"
        ).split(),
        Language.CUDA,
    ),
    ".py": Language.PYTHON,
    ".pyi": Language.PYTHON,
    ".ipynb": Language.NOTEBOOK,
    ".cmake": Language.CMAKE,
    ".cmake.in": Language.CMAKE,
    **dict.fromkeys((".mk", ".mak", ".make", ".mk.in", ".mak.in"), Language.MAKE),
    ".bzl": Language.BUILD,
    ".bazel": Language.BUILD,
}
_NAMES: dict[str, Language] = {
    "CMakeLists.txt": Language.CMAKE,
    "Makefile": Language.MAKE,
    "makefile": Language.MAKE,
    "GNUmakefile": Language.MAKE,
    **dict.fromkeys(("make.inc", "Make.inc", "Makefile.inc", "makefile.inc"), Language.MAKE),
    **dict.fromkeys(
        "MANIFEST.in pyproject.toml setup.cfg meson.build BUILD CMakePresets.json "
        "CMakeUserPresets.json".split(),
        Language.BUILD,
    ),
}

#: Makefiles with an end of their own, and what they include under names of the same form.
_MAKEFILE = re.compile(
    r"(?:GNUm|[Mm])akefile[._-](?!PL$|orig$|bak$|log$|md$|txt$|html$)[\w.-]+"
    r"|[Mm]ake\.(?:config|include|def|defs|sys|common|rules|vars|opts|options|in)"
)

#: Suffixes of files that nvcc takes for device code, whatever they include.
DEVICE_SUFFIXES = frozenset({".cu", ".cuh", ".cu.in", ".cuh.in"})


def language_of(path: str) -> Language:
    """Return the language of the file called `path`."""
    name = path.rpartition("/")[2]
    named = _NAMES.get(name)
    if named is not None:
        return named
    if name.startswith("requirements") and name.endswith(".txt"):
        return Language.BUILD
    stem, dot, last = name.rpartition(".")
    found = Language.OTHER
    if dot and stem:
        if "." not in stem:
            found = _SUFFIXES.get("." + last.lower(), Language.OTHER)
        else:
            found = _by_suffix(stem.rpartition(".")[2].lower(), last.lower())
    if found is Language.OTHER and name[:1] in "MmG" and _is_makefile(name):
        return Language.MAKE
    return found


def _is_makefile(name: str) -> bool:
    """Tell whether the name is one of a Makefile: `Makefile.linux`, `make.config`."""
    return _MAKEFILE.fullmatch(name) is not None


@lru_cache(maxsize=512)
def _by_suffix(second: str, last: str) -> Language:
    """Return the language of `name.second.last`."""
    return _SUFFIXES.get(f".{second}.{last}") or _SUFFIXES.get(f".{last}", Language.OTHER)
