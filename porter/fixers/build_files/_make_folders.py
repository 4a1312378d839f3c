"""Where CUDA lies, in a Makefile: the folder by its path, and the variables that hold it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from weakref import WeakKeyDictionary

from porter.fixers.build_files._make import Reading
from porter.fixers.build_files._toolkit_folder import (
    IS_FOLDER_NAME,
    LIBRARIES,
    NVIDIAS_ALONE,
    WHOLE,
    WRITTEN,
)
from porter.source.build_files.make_commands import Compiler
from porter.source.build_files.make_flow import MakeFlow, only_reference, references
from porter.source.text.spans import Span

_PLACE = re.compile(rb"(?:%b|\$[({](?P<name>[\w.-]+)[)}])%b" % (WRITTEN, LIBRARIES))
#: The rest of the folder of libraries, as a variable holds it: `lib$(SIZE)`, `$(LIBDIR)`.
_HELD = re.compile(rb"/?\$[({](?P<held>[\w.-]+)[)}](?:/stubs)?(?![\w-])")
_REST = {b"/lib": (b"64", b""), b"": (b"lib64", b"lib")}

#: A command that looks for a program, and what cuts its folder out of its path.
_SOUGHT = re.compile(rb"\b(?:which|command -v)[ \t]++(?P<program>nvcc\b|\$[({][\w.-]+[)}])")
_CUT = re.compile(rb"\bdir(?:name)?\b|subst\b|/\.\.")


class Place(NamedTuple):
    """CUDA's folder, or its folder of libraries, in a text.

    Attributes:
        start: where it starts.
        end: where it ends, its folder of libraries included.
        name: the variable that holds it; empty where it is written as a path.
        opener: `$(` or `${`, of a variable.
        tail: what ROCm has below its folder: `/lib`, or nothing.
        is_nvidias: what follows is NVIDIA's alone.
    """

    start: int
    end: int
    name: bytes
    opener: bytes
    tail: bytes
    is_nvidias: bool


def places(flow: MakeFlow, text: bytes) -> Iterator[Place]:
    """Yield CUDA's folders in a text."""
    for match in _PLACE.finditer(text):
        name = match["name"] or b""
        if name and not is_folder(flow, name):
            continue
        libraries = match["lib"] or b""
        end = _end_of_held(flow, text, match.end(), libraries)
        yield Place(
            match.start(),
            end,
            name,
            text[match.start() : match.start() + 2] if name else b"",
            b"/lib" if libraries or end > match.end() else b"",
            NVIDIAS_ALONE.match(text, end) is not None,
        )


def _end_of_held(flow: MakeFlow, text: bytes, at: int, written: bytes) -> int:
    """Return where the folder of libraries ends, of which variables may hold a part."""
    held = _HELD.match(text, at)
    if held is None or held[0].startswith(b"/") == bool(written):
        return at
    values = {placed.line.text.strip() for placed in flow.assignments(held["held"])}
    return held.end() if values and values.issubset(_REST.get(written, ())) else at


#: nvcc in a folder, by its path or by a variable.
_BELOW = re.compile(
    rb"(?<![\w.+/~)}$-])(?P<folder>(?:~|\$[({](?P<name>[\w.-]+)[)}])?+(?:/[\w.+-]++){0,32}?)"
    rb"/bin/(?P<nvcc>nvcc)(?![\w.=:-])"
)


def strange_compilers(flow: MakeFlow, text: bytes, new_names: frozenset[bytes]) -> Iterator[Span]:
    """Yield nvcc, with its folder, where nothing makes ROCm's of that.

    Args:
        flow: of the file.
        text: a value or a recipe.
        new_names: the variables that become ROCm's folder.
    """
    known = {place.start for place in places(flow, text) if not _is_elsewhere(flow, place.name)}
    for match in _BELOW.finditer(text):
        if match["folder"] and match.start() not in known and match["name"] not in new_names:
            yield match.start(), match.end()


_elsewhere: WeakKeyDictionary[MakeFlow, dict[bytes, bool]] = WeakKeyDictionary()


def _is_elsewhere(flow: MakeFlow, name: bytes) -> bool:
    """Tell whether a variable has a value that no rule makes ROCm's folder of."""
    known = _elsewhere.setdefault(flow, {})
    if name not in known:
        known[name] = bool(name) and _has_strange_value(flow, name)
    return known[name]


def _has_strange_value(flow: MakeFlow, name: bytes) -> bool:
    for placed in flow.assignments(name):
        value = placed.line.text.strip()
        inner = only_reference(value)
        is_found = bool(is_folder(flow, inner)) if inner else next(places(flow, value), None)
        if value and not is_found and not _is_cut(flow, value):
            return True
    return False


_known: WeakKeyDictionary[MakeFlow, frozenset[bytes]] = WeakKeyDictionary()


def is_folder(flow: MakeFlow, name: bytes) -> bool:
    """Tell whether a variable holds CUDA's folder, or one in it: by its name, or by a value."""
    if flow not in _known:
        _known[flow] = flow.standing_for(
            lambda name, value: _is_named_or_written(name, value) or _is_cut(flow, value)
        )
    return name in _known[flow] or IS_FOLDER_NAME.fullmatch(name) is not None


def _is_named_or_written(name: bytes, value: bytes) -> bool:
    named = IS_FOLDER_NAME.fullmatch(name) or IS_FOLDER_NAME.fullmatch(only_reference(value) or b"")
    return named is not None or WHOLE.fullmatch(value.strip()) is not None


def _is_cut(flow: MakeFlow, value: bytes) -> bool:
    """Tell whether a value is the folder in which nvcc is found: $(dir $(shell which nvcc))."""
    sought = _SOUGHT.search(value)
    if sought is None or not _CUT.search(value):
        return False
    return flow.compilers(sought["program"]) == {Compiler.DEVICE}


def renamed(reading: Reading) -> frozenset[bytes]:
    """Return the variables that become ROCM_PATH: their values are CUDA's folder and no other's.

    In files that are read together names stay, unless no file gives one a value.
    """
    flow = reading.flow
    names = {name for placed in flow.lines for name in references(placed.line.text)}
    names |= {placed.line.name for placed in flow.lines}
    names |= {
        placed.line.text.strip() for placed in flow.lines if placed.line.name.endswith(b"def")
    }
    found = set()
    for name in names:
        if IS_FOLDER_NAME.fullmatch(name):
            values = [placed.line.text.strip() for placed in flow.assignments(name)]
            # `CUDA_PATH := ${CUDA_PATH}` is the environment's
            values = [value for value in values if only_reference(value) != name]
            if not values or (reading.is_alone and all(map(WHOLE.fullmatch, values))):
                found.add(name)
    return frozenset(found)
