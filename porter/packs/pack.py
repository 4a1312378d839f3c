"""A rule pack: the renames of a package, read from a TOML file and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from porter.errors import PorterError
from porter.listing import did_you_mean
from porter.packs.spelling import pattern, spellings, words_of
from porter.packs.user_patterns import user_pattern
from porter.tables.names import rules_folder
from porter.tables.toml import parse, text_of

FILE = "pack.toml"
_EXAMPLE = "docs/rule-packs.md shows a pack"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*")
_TABLES = {"pack", "rename", "keep"}
_PACK_KEYS = {"name", "target", "summary"}
_RENAME_KEYS = {"from", "to", "namespace"}
_KEEP_KEYS = {"identifiers", "slugs", "paths", "text"}
#: A shorter name is part of too many words.
_SHORTEST = 3


@dataclass(frozen=True, slots=True)
class Rename:
    """One name and what it becomes, both in words.

    Attributes:
        old: the name.
        new: what it becomes.
        namespace: what it becomes as a namespace of C++; empty where that is no other.
    """

    old: tuple[str, ...]
    new: tuple[str, ...]
    namespace: str = ""

    def __str__(self) -> str:
        return f"{'_'.join(self.old)} → {'_'.join(self.new)}"


@dataclass(frozen=True, slots=True)
class Keep:
    """What stays as it is, beside what always does.

    Attributes:
        identifiers: whole identifiers.
        slugs: repositories as `OWNER/NAME`.
        paths: files whose content stays, patterns as in .gitignore.
        text: regular expressions; what they match stays.
    """

    identifiers: tuple[str, ...] = ()
    slugs: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    text: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pack:
    """A rule pack.

    Attributes:
        name: how it is called.
        target: what `--to` calls it.
        summary: one sentence.
        renames: the names, none of which overlaps another.
        keep: what stays as it is.
        is_reverse: it takes back what the pack of that name does.
    """

    name: str
    target: str
    summary: str
    renames: tuple[Rename, ...]
    keep: Keep = Keep()
    is_reverse: bool = False

    def reversed(self) -> Pack:
        """Return the pack that takes back what this one does."""
        renames = tuple(Rename(one.new, one.old, one.namespace) for one in self.renames)
        return replace(self, renames=renames, is_reverse=not self.is_reverse)

    def __str__(self) -> str:
        reverse = ", reversed" if self.is_reverse else ""
        return f"pack {self.name}{reverse}: {', '.join(map(str, self.renames))}"


def find(target: str, others: Sequence[str] = ("hip",)) -> Pack:
    """Return the pack of `rules/` that `--to TARGET` names, by its name or its target.

    Args:
        target: the name.
        others: targets that are no pack's, for the error.

    Raises:
        PorterError: there is none.
    """
    packs = [read(path) for path in sorted(rules_folder().glob(f"*/{FILE}"))]
    for pack in packs:
        if target in (pack.name, pack.target):
            return pack
    known = [*others, *(pack.target for pack in packs)]
    close = did_you_mean(target, known)
    hint = f"known: {', '.join(known)}; --rules FILE.toml takes a pack of your own"
    raise PorterError(
        f"--to {target}: there is no such target", hint=f"{close} {hint}" if close else hint
    )


def chosen(target: str | None, file: Path | None, others: Sequence[str] = ("hip",)) -> Pack:
    """Return the pack that a target, a file, or both of them name.

    Args:
        target: the name of the target or of the pack.
        file: a pack of the user's own.
        others: targets that are no pack's, for the error.

    Raises:
        PorterError: there is none, it is not in order, or the file is for another target.
    """
    if file is None:
        assert target is not None
        return find(target, others)
    pack = read(file)
    if target not in (None, pack.target, pack.name):
        raise PorterError(f"is for {pack.target}, and not for {target}", path=file)
    return pack


def read(path: Path) -> Pack:
    """Read a pack and check it.

    Raises:
        PorterError: it cannot be read, breaks the schema, or its renames overlap or go in a circle.
    """
    text = text_of(path, _EXAMPLE)
    return _Reader(path, text).pack(parse(path, text, _EXAMPLE))


class _Reader:
    """Checks the parts of one pack; what is wrong is told with its line."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._lines = text.splitlines()

    def pack(self, document: Mapping[str, Any]) -> Pack:
        self._keys("the file", document, _TABLES)
        head = self._table(document, "pack", _PACK_KEYS)
        renames = document.get("rename")
        if not isinstance(renames, list) or not renames:
            raise self._error("has no [[rename]] table", hint='from = "old", to = "new"')
        keep = self._table(document, "keep", _KEEP_KEYS)
        found = Pack(
            self._text("[pack]", head, "name"),
            self._text("[pack]", head, "target"),
            self._text("[pack]", head, "summary", ""),
            tuple(self._rename(one) for one in renames),
            Keep(**{key: self._texts(keep, key) for key in keep}),
        )
        for regex in found.keep.text:
            try:
                user_pattern(regex)
            except PorterError as error:
                raise self._error(error.message, regex, error.hint) from error
        for slug in found.keep.slugs:
            if slug.count("/") != 1:
                raise self._error(f"[keep] slugs: {slug!r} is not OWNER/NAME", slug)
        self._check(found.renames)
        return found

    def _table(self, document: Mapping[str, Any], name: str, keys: set[str]) -> Mapping[str, Any]:
        table = document.get(name, {})
        if not isinstance(table, dict):
            raise self._error(f"{name} is not a table: write [{name}]", name)
        self._keys(f"[{name}]", table, keys)
        return table

    def _keys(self, where: str, table: Mapping[str, Any], known: set[str]) -> None:
        for key in table:
            if key not in known:
                hint = f"known: {', '.join(sorted(known))}"
                raise self._error(f"{where} has no key {key!r}", key, hint)

    def _text(
        self, where: str, table: Mapping[str, Any], key: str, default: str | None = None
    ) -> str:
        value = table.get(key, default)
        if not isinstance(value, str) or (default is None and not value):
            raise self._error(f'{where} needs {key} = "TEXT"', key)
        return value

    def _texts(self, table: Mapping[str, Any], key: str) -> tuple[str, ...]:
        value = table[key]
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self._error(f"[keep] {key} is not a list of strings", key)
        return tuple(value)

    def _rename(self, table: object) -> Rename:
        if not isinstance(table, dict):
            raise self._error("rename is not a list of tables: write [[rename]]", "rename")
        self._keys("[[rename]]", table, _RENAME_KEYS)
        names = [self._text("[[rename]]", table, key) for key in ("from", "to")]
        for name in names:
            if not _NAME.fullmatch(name):
                hint = "letters and digits, words joined by _ or -"
                raise self._error(f"[[rename]] {name!r} is not a name", name, hint)
            if len(name) < _SHORTEST:
                hint = f"a name has {_SHORTEST} letters or more"
                raise self._error(f"[[rename]] {name!r} is too short to be found", name, hint)
        found = Rename(words_of(names[0]), words_of(names[1]))
        namespace = self._text("[[rename]]", table, "namespace", "")
        return replace(found, namespace=self._namespace(found, namespace)) if namespace else found

    def _namespace(self, rename: Rename, name: str) -> str:
        """Check the name of a namespace, which has to be found and told apart again."""
        new = "_".join(rename.new)
        if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or not re.search(pattern(new), name):
            raise self._error(
                f"[[rename]] namespace {name!r} does not hold {new}",
                name,
                f"a namespace of C++ in small letters, such as {new}_ops",
            )
        if how := _overlap(words_of(name), rename.old):
            raise self._error(
                f"[[rename]] namespace {name!r} {how} {'_'.join(rename.old)}",
                name,
                "no name may be written that is renamed itself",
            )
        return name

    def _check(self, renames: Sequence[Rename]) -> None:
        """Refuse renames whose outcome depends on their order, or on how often they are run."""
        for at, one in enumerate(renames):
            for other in renames[at + 1 :]:
                self._check_pair(one, other)
            for other in renames:
                if how := _overlap(one.new, other.old):
                    raise self._error(
                        self._circle(one, other, how),
                        "_".join(one.new),
                        "no name may be written that is renamed itself",
                    )

    def _circle(self, one: Rename, other: Rename, how: str) -> str:
        if one is other:
            return f"{one}: the new name {how} the old one, so every run would rename again"
        if _overlap(other.new, one.old):
            return f"{one} and {other} go in a circle"
        return f"{one} writes what {other} renames"

    def _check_pair(self, one: Rename, other: Rename) -> None:
        if one.old == other.old:
            name = "_".join(one.old)
            raise self._error(f"{name} is renamed twice: {one}, {other}", "_".join(other.new))
        if one.new == other.new:
            why = "nothing could take it back"
            raise self._error(f"{one} and {other} give the same name: {why}", "_".join(other.old))
        for first, second in ((one.old, other.old), (one.new, other.new)):
            if _ends_meet(first, second) or _ends_meet(second, first):
                raise self._error(
                    f"{one} and {other} are ambiguous: the words of {'_'.join(first)} and "
                    f"{'_'.join(second)} overlap",
                    "_".join(other.old),
                    "rename the longer names as one",
                )

    def _error(self, message: str, near: str = "", hint: str | None = None) -> PorterError:
        word = re.compile(rf"(?<!\w){re.escape(near)}(?!\w)")
        lines = enumerate(self._lines, 1)
        found = (number for number, line in lines if near and word.search(line))
        hint = hint or "docs/rule-packs.md describes a pack"
        return PorterError(message, path=self._path, line=next(found, None), hint=hint)


def _overlap(new: tuple[str, ...], old: tuple[str, ...]) -> str:
    """Return how the words of `new` could be taken for those of `old`; empty when they cannot."""
    for first, second in ((old, new), (new, old)):
        for name in spellings(first):
            if any(re.search(pattern(name), text) for text in spellings(second)):
                return "contains" if first is old else "is part of"
    return "overlaps" if _ends_meet(new, old) or _ends_meet(old, new) else ""


def _ends_meet(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """Tell whether the last words of `first` are the first of `second`."""
    return any(first[-count:] == second[:count] for count in range(1, min(len(first), len(second))))
