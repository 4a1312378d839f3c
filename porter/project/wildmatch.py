"""Patterns of `.gitignore` files, matched as git does, without backtracking.

A pattern is a row of single-byte tokens with gaps between them that a `*` lets bytes stand in. All
ways to have matched the bytes so far are one set of token numbers, the bits of an integer, so that
a path is read once whatever the pattern. Paths are bytes: for git, `?` is a byte.

Source: gitignore(5), "Pattern format"; what it leaves open is as in git's `wildmatch`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

_SPECIAL = re.compile(rb"[*?\[\\]")
_SLASH = 0x2F
_NO_SLASH = frozenset(range(256)) - {_SLASH}
_CLASSES: dict[bytes, Callable[[bytes], bool]] = {
    b"alnum": bytes.isalnum,
    b"alpha": bytes.isalpha,
    b"blank": lambda byte: byte in b" \t",
    b"cntrl": lambda byte: byte < b" " or byte == b"\x7f",
    b"digit": bytes.isdigit,
    b"graph": lambda byte: b"!" <= byte <= b"~",
    b"lower": bytes.islower,
    b"print": lambda byte: b" " <= byte <= b"~",
    b"punct": lambda byte: b"!" <= byte <= b"~" and not byte.isalnum(),
    b"space": bytes.isspace,
    b"upper": bytes.isupper,
    b"xdigit": lambda byte: byte in b"0123456789abcdefABCDEF",
}


class Pattern(NamedTuple):
    """One line of a `.gitignore` file.

    Attributes:
        is_negative: a path that it matches is not ignored.
        folders_only: it matches no files.
        by_name: it is compared with the last name of a path, not with all of it.
        prefix: what a match begins with, byte by byte.
        suffix: what follows a `*` right behind the prefix; None where there is more to it.
        glob: what follows the prefix, empty for nothing.
    """

    is_negative: bool
    folders_only: bool
    by_name: bool
    prefix: bytes
    suffix: bytes | None
    glob: bytes

    def matches(self, path: bytes, name: bytes, is_folder: bool) -> bool:
        """Tell whether the pattern says something about a path.

        Args:
            path: relative to the folder of the `.gitignore` file.
            name: its last name.
            is_folder: whether it is a folder.
        """
        if self.folders_only and not is_folder:
            return False
        text = name if self.by_name else path
        if not self.glob:
            return text == self.prefix
        if not text.startswith(self.prefix):
            return False
        rest = text[len(self.prefix) :]
        if self.suffix is not None:
            end = len(rest) - len(self.suffix)
            return rest.endswith(self.suffix) and rest.find(b"/", 0, max(end, 0)) < 0
        glob = _compiled(self.glob)
        return glob is not None and glob.matches(rest)


def parse(data: bytes) -> list[Pattern]:
    """Return the patterns of a `.gitignore` file, in order."""
    lines = (line.removesuffix(b"\r") for line in data.removeprefix(b"\xef\xbb\xbf").split(b"\n"))
    found = (_pattern(line.partition(b"\0")[0]) for line in lines if not line.startswith(b"#"))
    return [pattern for pattern in found if pattern is not None]


def _pattern(line: bytes) -> Pattern | None:
    text = _without_trailing_spaces(line)
    is_negative = text.startswith(b"!")
    text = text[is_negative:]
    folders_only = text.endswith(b"/")
    if folders_only:
        text = text[:-1]
    by_name = b"/" not in text
    text = text.removeprefix(b"/")
    if not text:
        return None
    special = _SPECIAL.search(text)
    cut = len(text) if special is None else special.start()
    prefix, glob = text[:cut], text[cut:]
    is_suffix = glob[:1] == b"*" and not _SPECIAL.search(glob, 1)
    return Pattern(
        is_negative, folders_only, by_name, prefix, glob[1:] if is_suffix else None, glob
    )


def _without_trailing_spaces(line: bytes) -> bytes:
    """Return a line up to the blanks at its end; a backslash makes a blank part of it."""
    end = len(line.rstrip(b" "))
    if end < len(line):
        before = line[:end]
        escapes = len(before) - len(before.rstrip(b"\\"))
        end += escapes % 2
    return line[:end]


class _Glob(NamedTuple):
    """A compiled pattern; bit N of a set stands for "N tokens have matched so far".

    Attributes:
        accepted: byte -> the tokens that it is one of.
        looping: byte -> the tokens in front of which it may stand.
        optional: tokens that end a `**/`, which may match nothing.
        end: the bit of all tokens.
    """

    accepted: tuple[int, ...]
    looping: tuple[int, ...]
    optional: int
    end: int

    def matches(self, text: bytes) -> bool:
        """Tell whether all of `text` matches."""
        optional = self.optional
        state = 1 | (optional & 1) << 1
        for byte in text:
            stepped = (state & self.accepted[byte]) << 1
            state = stepped | (stepped & optional) << 1 | (state & self.looping[byte])
            if not state:
                return False
        return bool(state & self.end)


@lru_cache(maxsize=4096)
def _compiled(glob: bytes) -> _Glob | None:
    """Return what a pattern matches; None when that is nothing at all."""
    tokens: list[frozenset[int]] = []
    gaps: dict[int, frozenset[int]] = {}
    optional = at = 0
    while at < len(glob):
        byte = glob[at]
        if byte == 0x2A:
            behind = at
            while glob[behind : behind + 1] == b"*":
                behind += 1
            is_free = behind - at > 1 and glob[at - 1 : at] in (b"", b"/")
            is_free = is_free and glob[behind : behind + 2].removeprefix(b"\\")[:1] in (b"", b"/")
            if is_free and glob[behind : behind + 1] == b"/":
                if tokens and optional >> len(tokens) - 1:  # `**/**/` is `**/`
                    at = behind + 1
                    continue
                optional |= 1 << len(tokens)
            gaps[len(tokens)] = frozenset(range(256)) if is_free else _NO_SLASH
            at = behind
            continue
        if byte == 0x5B:
            found = _bracket(glob, at + 1)
            if found is None:
                return None
            token, at = found
        elif byte == 0x3F:
            token, at = _NO_SLASH, at + 1
        else:
            at += byte == 0x5C
            if at == len(glob):
                return None
            token, at = frozenset(glob[at : at + 1]), at + 1
        tokens.append(token)
    return _Glob(_bits(dict(enumerate(tokens))), _bits(gaps), optional, 1 << len(tokens))


def _bits(sets: dict[int, frozenset[int]]) -> tuple[int, ...]:
    """Return for each byte the numbers of the sets that hold it, as bits."""
    found = [0] * 256
    for number, members in sets.items():
        for byte in members:
            found[byte] |= 1 << number
    return tuple(found)


def _bracket(glob: bytes, at: int) -> tuple[frozenset[int], int] | None:
    """Return the bytes of a bracket expression and where it ends; None when it does not.

    Args:
        glob: the pattern.
        at: offset behind `[`.
    """
    is_negated = glob[at : at + 1] in (b"!", b"^")
    at += is_negated
    members: set[int] = set()
    previous = 0
    first = True
    while first or glob[at : at + 1] != b"]":
        first = False
        if at >= len(glob):
            return None
        byte = glob[at]
        if byte == 0x2D and previous and glob[at + 1 : at + 2] not in (b"", b"]"):
            at += 1 + (glob[at + 1] == 0x5C)
            if at >= len(glob):
                return None
            members.update(range(previous, glob[at] + 1))
            previous = 0
        elif glob[at : at + 2] == b"[:" and (name := _class_name(glob, at + 2)) is not None:
            if name not in _CLASSES:
                return None
            members.update(one for one in range(128) if _CLASSES[name](bytes((one,))))
            at += len(name) + 3
            previous = 0
        else:
            at += byte == 0x5C
            if at >= len(glob):
                return None
            previous = glob[at]
            members.add(previous)
        at += 1
    found = frozenset(range(256)) - members if is_negated else frozenset(members)
    return found & _NO_SLASH, at + 1


def _class_name(glob: bytes, at: int) -> bytes | None:
    """Return the name of a class (`[:alpha:]`) that begins at `at`, None when it is none."""
    end = glob.find(b"]", at)
    return glob[at : end - 1] if end > at and glob[end - 1 : end] == b":" else None
