"""Checks of a renamed tree: what held before the rename still holds."""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from porter.listing import number_of
from porter.packs.exclusions import is_mangled, path_at
from porter.packs.imports import ModuleIndex, imports_of
from porter.packs.renamer import LONGEST_WORD, Renamer, identifier_at
from porter.packs.syntax import YAML, data_problem, parsed, reads_yaml
from porter.project.discover import Entry, Project
from porter.source import Edit
from porter.source.text.languages import Language
from porter.source.text.splice import spliced

#: Longer words are told as a number of them.
_LONGEST_TOLD = 80
_DATA = (".json", ".toml", ".ipynb", *YAML)


@dataclass(slots=True)
class Check:
    """One thing that was looked at.

    Attributes:
        name: what holds, as `Python files parse`.
        count: how often it was looked at.
        failures: place and reason of each time that it does not hold.
    """

    name: str
    count: int = 0
    failures: list[tuple[str, str]] = field(default_factory=list)


class Checks:
    """The checks of one renamed tree.

    Args:
        project: the tree.
        renamed: old path -> new path.
        renamer: the names.
    """

    def __init__(self, project: Project, renamed: Mapping[str, str], renamer: Renamer) -> None:
        self._renamer = renamer
        self._renamed = renamed
        olds = [entry.path for entry in project.entries]
        news = [renamed.get(path, path) for path in olds]
        self._old_modules, self._new_modules = ModuleIndex(olds), ModuleIndex(news)
        self._old_paths, self._new_paths = _PathIndex(olds), _PathIndex(news)
        self._python = Check("Python files parse as before")
        self._imports = Check("imports inside the tree resolve")
        kinds = "JSON, TOML and YAML" if reads_yaml() else "JSON and TOML"
        self._data = Check(f"{kinds} files load as before")
        self._unread = 0
        self._cut = 0
        self._paths = Check("paths that files name exist")
        self._reverse = Check("files come back byte for byte in reverse")
        self._words: Counter[str] = Counter()

    def check_file(self, entry: Entry, old: bytes, new: bytes, edits: Sequence[Edit]) -> None:
        """Look at one file, before and after."""
        self._count_words(new)
        if entry.language is Language.PYTHON:
            self._check_python(entry.path, old, new)
        elif entry.path.endswith(YAML) and not reads_yaml():
            self._unread += bool(edits)
        elif entry.path.endswith(_DATA) and not data_problem(entry.path, old):
            self._data.count += 1
            if edits and (problem := data_problem(entry.path, new)):
                self._data.failures.append((f"{entry.path}:{problem[0]}", problem[1]))
        if edits:
            self._check_paths(entry, old, edits)
            self._count_cut(old, edits)

    def check_reverse(self, path: str, comes_back: bool) -> None:
        """Note whether the reverse of a file's rename is the file."""
        self._reverse.count += 1
        if not comes_back:
            self._reverse.failures.append((path, "taking the rename back gives other bytes"))

    def results(self) -> list[Check]:
        """Return the checks that had anything to look at."""
        all_of_them = (self._python, self._imports, self._data, self._paths, self._reverse)
        return [check for check in all_of_them if check.count]

    def notes(self) -> list[str]:
        """Return what was not looked at."""
        found = []
        if self._unread:
            count = number_of(self._unread, "YAML file")
            found.append(
                f"{count} changed and not read again: install PyYAML to have that looked at"
            )
        if self._cut:
            count = number_of(self._cut, "name")
            where = f"in words of which only {LONGEST_WORD} letters around it were looked at"
            found.append(f"{count} renamed {where}: see that they are no mangled symbols")
        return found

    def words(self) -> list[tuple[str, int]]:
        """Return the words that hold the letters of an old name and are none, the most first."""
        return self._words.most_common()

    def _check_python(self, path: str, old: bytes, new: bytes) -> None:
        before = parsed(old)
        if before is None:
            return
        self._python.count += 1
        after = before if new == old else parsed(new)
        if after is None:
            self._python.failures.append((path, "does not parse any more"))
            return
        self._check_imports(path, before, after)

    def _check_imports(self, path: str, before: ast.Module, after: ast.Module) -> None:
        new_path = self._renamed.get(path, path)
        for old, new in zip(imports_of(before), imports_of(after), strict=True):
            if not self._old_modules.resolves(path, old):
                continue
            self._imports.count += 1
            if not self._new_modules.resolves(new_path, new):
                self._imports.failures.append((f"{path}:{old.line}", f"{new} does not resolve"))

    def _check_paths(self, entry: Entry, old: bytes, edits: Sequence[Edit]) -> None:
        folder = entry.path.rpartition("/")[0]
        new_folder = self._renamed.get(entry.path, entry.path).rpartition("/")[0]
        for before, after in _path_pairs(old, edits):
            meant = self._old_paths.meant(before, folder)
            if not meant:
                continue
            self._paths.count += 1
            wanted = {self._renamed.get(path, path) for path in meant}
            if not wanted & self._new_paths.meant(after, new_folder):
                line = old.count(b"\n", 0, old.find(before.encode())) + 1
                reason = f"{before} is {min(wanted)} now, and not {after}"
                self._paths.failures.append((f"{entry.path}:{line}", reason))

    def _count_cut(self, old: bytes, edits: Sequence[Edit]) -> None:
        for edit in edits:
            start, end = identifier_at(old, edit.start, edit.end)
            self._cut += max(edit.start - start, end - edit.end) >= LONGEST_WORD

    def _count_words(self, new: bytes) -> None:
        known = {(match.start, match.end) for match in self._renamer.matches(new)}
        for match in self._renamer.letters.finditer(new):
            if match.span() not in known:
                start, end = identifier_at(new, *match.span())
                word = new[start:end]
                if is_mangled(word):
                    word = b"mangled symbols"
                elif end - start > _LONGEST_TOLD:
                    word = b"words of more than %d letters" % _LONGEST_TOLD
                self._words[word.decode("utf-8", "replace")] += 1


class _PathIndex:
    """Which files of a tree a path may mean: from the root, from a file, or from any folder."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._tails: dict[str, set[str]] = {}
        for path in paths:
            parts = path.split("/")
            for at in range(len(parts)):
                self._tails.setdefault("/".join(parts[at:]), set()).add(path)

    def meant(self, text: str, folder: str) -> set[str]:
        """Return the files that `text` means in a file that lies in `folder`."""
        text = text.strip("/")
        while text.startswith(("./", "../")):
            text = text.partition("/")[2]
        found = self._tails.get(text, set())
        beside = f"{folder}/{text}" if folder else text
        return {beside} if beside in found else found


def _path_pairs(old: bytes, edits: Sequence[Edit]) -> Iterator[tuple[str, str]]:
    """Yield what may be paths around edits, before and after."""
    starts = [edit.start for edit in edits]
    done = -1
    for at, edit in enumerate(edits):
        if edit.start < done:
            continue
        start, end = path_at(old, edit.start, edit.end)
        done = end
        before = old[start:end]
        if b"." not in before and b"/" not in before:
            continue
        after = spliced(old, edits[at : bisect_left(starts, end, at)], start, end)
        yield before.decode("utf-8", "replace"), after.decode("utf-8", "replace")
