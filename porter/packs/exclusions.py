"""What a rename leaves as it is, and why: names that are not the package's to change."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from porter.packs.licences import licence_spans
from porter.packs.pack import Keep
from porter.packs.renamer import Match, Renamer, identifier_at
from porter.packs.syntax import is_code, parsed
from porter.packs.user_patterns import user_pattern
from porter.project.ignored import from_options
from porter.source.cpp.scopes import previous
from porter.source.text.languages import Language
from porter.source.text.lexer import WORD_BYTES
from porter.source.text.spans import Span, holds, merged

_URL = re.compile(rb"[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s\"'`<>\\^{}|]+|\bgit@[\w.-]+:[\w./-]+")
#: Repositories whose host is given without a scheme.
_HOSTED = re.compile(rb"\b(?:github|gitlab|bitbucket|huggingface)\.(?:com|org|io|co)[:/][\w./@-]+")
_ACTION = re.compile(rb"\buses:[ \t]*[\"']?([\w.-]+/[\w./-]+)@")
#: OWNER/NAME in the address of a repository.
_REPOSITORY = re.compile(
    rb"(?:github|gitlab|bitbucket)\.(?:com|org)[:/]([\w.-]+/[\w.-]+?)(?:\.git)?(?![\w.-])"
)
_MANGLED = re.compile(rb"_{1,3}Z[A-Z0-9]|_R[A-Z][A-Za-z0-9]")
_DUNDER = re.compile(rb"__[a-z][a-z0-9_]*__")
_BUILTINS = frozenset(name.encode() for name in dir(builtins))
_CALL = re.compile(rb"[ \t]*\(")
_PATH = re.compile(rb"[A-Za-z0-9_.+@/-]*+")
_PATH_BYTES = bytes(WORD_BYTES) + b".+@/-"
#: No file has a longer path: PATH_MAX.
_LONGEST_PATH = 4096

#: Why a name stays, as findings say it.
IN_URL = "an address"
IN_SUBMODULES = "version control's own data"
IS_UNPARSED = "the file cannot be read as its language"
WAS_THERE = "there before the rename that is taken back"
IS_SLUG = "a repository"
IS_MANGLED = "a mangled symbol"
IS_PROTOCOL = "a method of Python's own protocols"
IS_BUILTIN = "Python's own function"
IN_LICENCE = "the text of a licence"
IN_BINARY = "a symbol of binary device code"
IN_VENDORED = "the path of other people's code, which is not renamed"
BY_PACK = "kept by the pack"


@dataclass(frozen=True, slots=True)
class Exclusions:
    """What of the whole tree stays as it is.

    Attributes:
        slugs: repositories as `OWNER/NAME`.
        symbols: names in binary device code.
        vendored: paths of vendored files and folders, from any vendored folder on.
    """

    slugs: frozenset[bytes] = frozenset()
    symbols: frozenset[bytes] = frozenset()
    vendored: frozenset[bytes] = frozenset()


def slugs_in(data: bytes) -> Iterator[bytes]:
    """Yield the repositories whose addresses stand in `data`."""
    for match in _REPOSITORY.finditer(data):
        yield match.group(1)


class ExclusionPolicy:
    """Tells of each name in one file whether it stays.

    Args:
        path: the file, relative to the project's root.
        data: its bytes.
        language: what it is written in.
        renamer: the names.
        fixed: what stays in the whole tree.
    """

    def __init__(
        self, path: str, data: bytes, language: Language, renamer: Renamer, fixed: Exclusions
    ) -> None:
        self._data = data
        self._language = language
        self._keep: Keep = renamer.pack.keep
        self._fixed = fixed
        self._whole = _matches_any(path, self._keep.paths)

    def reason(self, match: Match) -> str | None:
        """Return why the name at `match` stays, or None."""
        data = self._data
        if self._whole:
            return BY_PACK
        start, end = identifier_at(data, match.start, match.end)
        word = data[start:end]
        if holds(self._addresses, match.start):
            return IN_URL
        if holds(self._slugs, match.start):
            return IS_SLUG
        if is_mangled(word):
            return IS_MANGLED
        if _DUNDER.fullmatch(word):
            return IS_PROTOCOL
        if word in _BUILTINS and self._is_builtin(start, end):
            return IS_BUILTIN
        if word.decode("latin-1") in self._keep.identifiers or holds(self._texts, match.start):
            return BY_PACK
        if word in self._fixed.symbols:
            return IN_BINARY
        if holds(self._licences, match.start):
            return IN_LICENCE
        return IN_VENDORED if self._is_vendored(match) else None

    @cached_property
    def _addresses(self) -> tuple[Span, ...]:
        data = self._data
        found = [*_spans(_URL, data), *_spans(_HOSTED, data)]
        found += [match.span(1) for match in _ACTION.finditer(data)]
        return merged(found)

    @cached_property
    def _slugs(self) -> list[Span]:
        known = {*self._fixed.slugs, *(slug.encode() for slug in self._keep.slugs)}
        if not known:
            return []
        longest_first = sorted(known, key=lambda slug: (-len(slug), slug))
        names = b"|".join(re.escape(slug) for slug in longest_first)
        return list(_spans(re.compile(rb"(?<![\w./-])(?:" + names + rb")(?![\w-])"), self._data))

    @cached_property
    def _texts(self) -> tuple[Span, ...]:
        patterns = map(user_pattern, self._keep.text)
        return merged(span for one in patterns for span in _spans(one, self._data))

    @cached_property
    def _licences(self) -> list[Span]:
        return list(licence_spans(self._data))

    def _is_builtin(self, start: int, end: int) -> bool:
        """Tell whether the word means Python's function rather than the package."""
        data = self._data
        if self._language is Language.CUDA or _is_member(data, start):
            return False
        if self._language is not Language.PYTHON or not is_code(data, self._language, start):
            return data[end : end + 1] == b"("
        name = data[start:end].decode()
        if name in self._bound:
            return False
        if _CALL.match(data, end):
            return True
        return (name, start) in self._loaded

    @cached_property
    def _bound(self) -> frozenset[str]:
        """Names that the file gives to functions, classes and values of its own."""
        tree = parsed(self._data)
        return frozenset() if tree is None else frozenset(_bound_names(tree))

    @cached_property
    def _loaded(self) -> frozenset[tuple[str, int]]:
        """Names and offsets where a built-in function is passed on, in a file without the package.

        A name with an attribute (`aiter.ops`) is no function's.
        """
        tree = parsed(self._data)
        if tree is None:
            return frozenset()
        modules = {
            alias.asname or alias.name.partition(".")[0]
            for node in ast.walk(tree)
            if isinstance(node, ast.Import)
            for alias in node.names
        }
        rooted = {
            id(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        }
        lines = [0]
        for line in self._data.splitlines(keepends=True):
            lines.append(lines[-1] + len(line))
        return frozenset(
            (node.id, lines[node.lineno - 1] + node.col_offset)
            for node in ast.walk(tree)
            if isinstance(node, ast.Name)
            and isinstance(node.ctx, ast.Load)
            and node.id not in modules
            and id(node) not in rooted
        )

    def _is_vendored(self, match: Match) -> bool:
        """Tell whether the name stands in the path of a file that keeps its name."""
        if not self._fixed.vendored:
            return False
        start, end = path_at(self._data, match.start, match.end)
        text = self._data[start:end].rstrip(b"./")
        at = 0
        while start + at <= match.start:
            if text[at:] in self._fixed.vendored:
                return True
            at = text.find(b"/", at) + 1
            if not at:
                break
        return False


def is_mangled(word: bytes) -> bool:
    """Tell whether an identifier is a C++ or Rust compiler's name for something."""
    return _MANGLED.match(word) is not None


def path_at(data: bytes, start: int, end: int) -> tuple[int, int]:
    """Return the span of what may be a path around `data[start:end]`."""
    before = data[max(0, start - _LONGEST_PATH) : start]
    behind = _PATH.match(data, end, end + _LONGEST_PATH)
    assert behind is not None
    return start - len(before) + len(before.rstrip(_PATH_BYTES)), behind.end()


def _is_member(data: bytes, start: int) -> bool:
    last = previous(data, start)
    return data[last : last + 1] == b"." or data[max(0, last - 1) : last + 1] in (b"->", b"::")


def _bound_names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in node.names)


def _matches_any(path: str, patterns: tuple[str, ...]) -> bool:
    rules = from_options(patterns)
    return rules is not None and rules.covers(path)


def _spans(pattern: re.Pattern[bytes], data: bytes) -> Iterator[Span]:
    return (match.span() for match in pattern.finditer(data))
