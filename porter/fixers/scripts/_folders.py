"""Where CUDA lies, in a shell's text: the folder by its path, and the variables that hold it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from porter.fixers.build_files._toolkit_folder import (
    IS_FOLDER_NAME,
    LIBRARIES,
    NAMES,
    NVIDIAS_ALONE,
    PATH,
    WRITTEN,
)
from porter.fixers.scripts._reading import Assignment, Reading
from porter.source.text.languages import Language

_PLACE = re.compile(
    rb"(?:%b|\$(?:\{(?P<braced>%b)(?P<default>:?-%b/?)?\}|(?P<name>%b)\b))%b"
    % (WRITTEN, NAMES, PATH, NAMES, LIBRARIES)
)
#: A value that is CUDA's folder and nothing else.
_VALUE = re.compile(rb"[\"']?(?:%b/?|\$\{%b:?[-=]%b/?\})[\"']?" % (PATH, NAMES, PATH))
_MENTION = re.compile(rb"(?:\$\{?|(?<![\w${]))(?P<name>%b)\b" % NAMES)
_BY_VARIABLE = re.compile(
    rb"\$(?:\{(?P<braced>[A-Za-z_]\w*+)\}|(?P<name>[A-Za-z_]\w*+))"
    rb"/(?:lib(?P<lib>64)(?![\w-])|(?P<include>include)(?![\w-]))"
)
#: Tests of whether a variable is set, which a default would answer for it.
_TESTED = re.compile(rb"-[nz]\s+[\"']?\$\{?%b\b|\$\{%b:?[+?]" % (NAMES, NAMES))


class Place(NamedTuple):
    """CUDA's folder, or its folder of libraries, in a text.

    Attributes:
        start: where it starts.
        end: where it ends, its folder of libraries included.
        name: the variable that holds it; empty where it is written as a path.
        is_braced: the variable stands in braces.
        has_default: it has a default, which is CUDA's folder.
        tail: what ROCm has below its folder: `/lib`, or nothing.
        is_nvidias: what follows is NVIDIA's alone.
    """

    start: int
    end: int
    name: bytes
    is_braced: bool
    has_default: bool
    tail: bytes
    is_nvidias: bool


def places(text: bytes, offset: int = 0) -> Iterator[Place]:
    """Yield CUDA's folders in a text that lies at an offset of its file."""
    for match in _PLACE.finditer(text):
        yield Place(
            offset + match.start(),
            offset + match.end(),
            match["braced"] or match["name"] or b"",
            match["braced"] is not None,
            match["default"] is not None,
            b"/lib" if match["lib"] else b"",
            NVIDIAS_ALONE.match(text, match.end()) is not None,
        )


def is_whole(value: bytes) -> bool:
    """Tell whether a value is CUDA's folder and nothing else."""
    return _VALUE.fullmatch(value) is not None


def is_folder_name(name: bytes) -> bool:
    """Tell whether a variable is called as CUDA's folder is."""
    return IS_FOLDER_NAME.fullmatch(name) is not None


def holders(reading: Reading) -> frozenset[bytes]:
    """Return the variables of a script's own that hold CUDA's folder and nothing else."""
    return frozenset(
        name
        for name, values in reading.values.items()
        if values and not is_folder_name(name) and all(map(is_whole, values))
    )


def below(variables: frozenset[bytes], word: bytes) -> Iterator[re.Match[bytes]]:
    """Yield where a word names a folder below one that a variable holds.

    Args:
        variables: what `holders` gives.
        word: a word of a command.

    Yields:
        Matches with `lib`, the end of the folder of libraries, and `include`.
    """
    for match in _BY_VARIABLE.finditer(word) if variables else ():
        if (match["braced"] or match["name"]) in variables:
            yield match


class Folders(NamedTuple):
    """What becomes of the variables that hold CUDA's folder.

    Attributes:
        renamed: those that become ROCM_PATH.
        given: those that the file gives CUDA's folder.
        foreign: those that it gives another value.
        are_tested: whether a program asks if they are set.
    """

    renamed: frozenset[bytes]
    given: frozenset[bytes]
    foreign: frozenset[bytes]
    are_tested: bool


def folders(reading: Reading, code: bytes, language: Language) -> Folders:
    """Return what becomes of the variables of a text.

    One is renamed where all that speaks of it is known: its values and its references. Among
    sentences it is renamed in the commands alone.

    Args:
        reading: the commands of the text.
        code: the text without its comments.
        language: what it is.
    """
    values: dict[bytes, list[bytes]] = {
        name: found for name, found in reading.values.items() if is_folder_name(name)
    }
    foreign = {name for name, found in values.items() if not all(map(is_whole, found))}
    known = {one.name_start for one in reading.assignments}
    renamed = set()
    others: set[bytes] = set()
    for match in _MENTION.finditer(code):
        name = match["name"]
        renamed.add(name)
        is_reference = match.group()[:1] == b"$"
        if not is_reference and match.start() not in known and language is not Language.MARKUP:
            others.add(name)
    given = frozenset(values.keys() - foreign)
    return Folders(
        frozenset(renamed - others - foreign),
        given,
        frozenset(foreign),
        _TESTED.search(code) is not None,
    )


def replacement(place: Place, about: Folders) -> bytes:
    """Return what stands in a place of CUDA's folder then."""
    if not place.name:
        return b"/opt/rocm" + place.tail
    name = b"ROCM_PATH" if place.name in about.renamed else place.name
    if place.has_default or not (about.given & {place.name} or about.are_tested):
        return b"${%b:-/opt/rocm}%b" % (name, place.tail)
    return (b"${%b}%b" if place.is_braced else b"$%b%b") % (name, place.tail)


def is_reached(reading: Reading, assignment: Assignment) -> bool:
    """Tell whether a variable is for compilers, or is a list of folders that programs look in."""
    name = assignment.name
    return name in _LISTS or bool(reading.reached.get(name)) or reading.is_nvccs(name)


_LISTS = frozenset(
    b"PATH LD_LIBRARY_PATH LIBRARY_PATH CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH DYLD_LIBRARY_PATH"
    b" MANPATH".split()
)
