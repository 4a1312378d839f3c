"""The headers that a unit reads before any code of its own.

A header in front of a unit, precompiled, leaves the unit's meaning as it is only when the unit
itself reads that header first. `Leading.lines` gives the longest beginning for which that holds:
the compiler sees the same tokens in the same order whether it reads the unit, or the lines and then
the unit. For that, every file they name must be read once at most however often it is included; for
the port's own files that is looked up, for the headers of libraries it is taken for granted. So is
that no header changes a condition which was read before it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from porter.compile.read.unit import Unit
from porter.files.regular import read_regular
from porter.source.preprocessor.directives import (
    BLANK,
    CONDITIONS,
    Directive,
    IncludeDirective,
    find_directives,
    find_includes,
)
from porter.source.preprocessor.include_guard import depth, holds_all
from porter.source.text.languages import Language
from porter.source.text.lexer import mask

_BRANCHES = frozenset({b"elif", b"else", b"endif"})


@dataclass(frozen=True)
class _Opening:
    """How a file begins.

    Args:
        blocks: what stands before any code: an `#include` alone, or an `#if` with what belongs to
            it, its `#include`s as directives and the lines of the conditions as text.
        guarded: the file is read once at most, by `#pragma once` or a macro around all of it.
        whole: nothing follows, so that to read the file again is to read these again.
    """

    blocks: tuple[tuple[IncludeDirective | str, ...], ...]
    guarded: bool
    whole: bool


class Leading:
    """Reads the beginnings of a port's files.

    Args:
        root: the port.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._read: dict[Path, _Opening] = {}

    def lines(self, unit: Unit) -> tuple[str, ...]:
        """Return what `unit` includes before anything else.

        Returns:
            `#include`s, and blocks of `#if` to `#endif`. A library's header is spelled as in the
            source; a file beside its includer or in the unit's own search directories by its
            absolute path, behind what it begins with itself.
        """
        found: dict[str, None] = {}
        source = self.root / unit.source
        self._follow(source, unit.includes, found, {source})
        return tuple(found)

    def _follow(
        self, file: Path, directories: tuple[Path, ...], found: dict[str, None], seen: set[Path]
    ) -> bool:
        """Add what `file` begins with; return whether what follows its inclusion may be added."""
        for block in self._opening(file).blocks:
            if len(block) > 1:
                lines = [self._line(part, file, directories) for part in block]
                if None in lines:
                    return False
                found["\n".join(map(str, lines))] = None
                continue
            (include,) = block
            assert isinstance(include, IncludeDirective)
            own = _own(include, file, directories)
            if own is None:
                found[_spelled(include)] = None
            elif own not in seen:
                seen.add(own)
                opening = self._opening(own)
                if not self._follow(own, directories, found, seen) and not opening.guarded:
                    return False
                if opening.guarded:
                    found[f'#include "{own}"'] = None
        return self._opening(file).whole

    def _line(
        self, part: IncludeDirective | str, file: Path, directories: tuple[Path, ...]
    ) -> str | None:
        """Return a line of a conditional block; None when it includes a file without a guard."""
        if isinstance(part, str):
            return part
        own = _own(part, file, directories)
        if own is None:
            return _spelled(part)
        return f'#include "{own}"' if self._opening(own).guarded else None

    def _opening(self, path: Path) -> _Opening:
        if path not in self._read:
            try:
                data = read_regular(path)
            except OSError:  # it vanished, or may not be read: the compiler will say so
                data = b""
            self._read[path] = _opening(data)
        return self._read[path]


def _own(include: IncludeDirective, file: Path, directories: tuple[Path, ...]) -> Path | None:
    """Return the file beside the includer or in the unit's directories; None for a library's."""
    name = os.fsdecode(include.path)
    beside = () if include.angled else (file.parent,)
    candidates = (Path(os.path.normpath(folder / name)) for folder in (*beside, *directories))
    return next(filter(os.path.isfile, candidates), None)


def _spelled(include: IncludeDirective) -> str:
    name = os.fsdecode(include.path)
    return f"#include <{name}>" if include.angled else f'#include "{name}"'


def _opening(data: bytes) -> _Opening:
    code = mask(data, Language.CUDA)
    directives = find_directives(code)
    behind_guard = 2 if holds_all(code, directives) else 0
    guarded = behind_guard > 0 or any(_is_once(code, directive) for directive in directives)
    includes = {found.start: found for found in find_includes(code, data) if not found.is_test}
    blocks: list[tuple[IncludeDirective | str, ...]] = []
    block: list[IncludeDirective | str] = []
    level = end = 0
    closing = len(directives) - 1 if behind_guard else len(directives)
    for number, directive in enumerate(directives):
        if code[end : directive.start].strip(BLANK):
            return _Opening(tuple(blocks), guarded, whole=False)
        end = directive.end
        if number < behind_guard or number == closing or _is_once(code, directive):
            continue
        text = code[directive.start : directive.end].strip()
        include = includes.get(code.find(b"#", directive.start))
        if directive.keyword == b"include" and include is not None:
            block.append(include)
        elif b"__has_include" not in text and (
            directive.keyword in CONDITIONS or (level and directive.keyword in _BRANCHES)
        ):
            level += depth(directive)
            block.append(os.fsdecode(text))
        else:
            return _Opening(tuple(blocks), guarded, whole=False)
        if level == 0:
            blocks.append(tuple(block))
            block = []
    return _Opening(tuple(blocks), guarded, whole=not code[end:].strip(BLANK))


def _is_once(code: bytes, directive: Directive) -> bool:
    words = code[directive.body_start : directive.end].split()
    return directive.keyword == b"pragma" and words == [b"once"]
