"""Reads how a Makefile's rules compile their sources, without running make.

Variables that are set for one target alone are not followed. Source: GNU make's manual, "Makefile
Contents", "Catalogue of Built-In Rules".
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from porter.compile.read.make_rules import MakeRule, MakeRules
from porter.compile.read.unit import C_SUFFIX, UNIT_SUFFIXES, Language, Unit, unit_from_flags
from porter.source.build_files.globs import is_inside, matching
from porter.source.build_files.make_commands import call, commands
from porter.source.build_files.makefile_names import MAKEFILE_NAMES
from porter.source.build_files.unfollowed import Unfollowed
from porter.source.text.shell_words import shell_words

_COMPILES = re.compile(rb"(?<!\S)-c(?!\S)")
_SUFFIX_RULE = re.compile(r"(\.\w+)\.(?:o|obj)")
_MADE_OF = tuple(sorted(UNIT_SUFFIXES))
#: Built-in rules, in the order in which make tries them: of a source the compiler and its flags.
_BUILT_IN = {".c": "$(CC) $(CFLAGS) $(CPPFLAGS)"} | dict.fromkeys(
    (".cc", ".C", ".cpp"), "$(CXX) $(CXXFLAGS) $(CPPFLAGS)"
)
#: Values of -x, which decides whatever the suffix.
_FORCED = {"hip": Language.HIP, "c++": Language.CXX, "c": Language.C}


def read_makefiles(
    root: Path, paths: Sequence[str], unfollowed: Unfollowed | None = None
) -> Iterator[Unit]:
    """Yield the units that the rules of the port's Makefiles compile.

    Args:
        root: the port.
        paths: its files, relative to it.
        unfollowed: collects what the reader leaves out at its bounds.
    """
    reported = unfollowed or Unfollowed(root)
    for path in paths:
        if Path(path).name in MAKEFILE_NAMES:
            yield from MakefileReader(root, root / path, reported).units()


def makefile_target(
    root: Path, paths: Sequence[str], name: str
) -> tuple[str, frozenset[str]] | None:
    """Return the Makefile that has a rule for a target, and the sources that it is made of.

    Args:
        root: the tree.
        paths: its files, relative to it.
        name: the target, as `make` is given it, or the name of its file.
    """
    for path in sorted(paths, key=lambda one: (one.count("/"), one)):
        if Path(path).name in MAKEFILE_NAMES:
            found = MakefileReader(root, root / path, Unfollowed(root)).made_of(name)
            if found is not None:
                return path, found
    return None


class MakefileReader(MakeRules):
    """What the rules of a Makefile compile, and what its targets are made of."""

    def units(self) -> Iterator[Unit]:
        """Yield what the rules compile; what only compiles first, with its own flags."""
        found: list[tuple[bytes, list[str]]] = []
        for rule in self.rules:
            prerequisites = self.values.expand(rule.prerequisites).partition("|")[0].split()
            if (suffixes := _SUFFIX_RULE.fullmatch(rule.targets.strip())) and not prerequisites:
                prerequisites = [f"%{suffixes[1]}"]  # an old way to write a pattern
            for line in rule.recipe:
                found += ((one, prerequisites) for one in _commands(self.values.expand(line.text)))
        # What links has sources among its prerequisites, too, and other flags.
        for command, prerequisites in sorted(found, key=lambda one: not _COMPILES.search(one[0])):
            yield from self._compiled_by(command, prerequisites)
        yield from self._by_built_in_rules()

    def _by_built_in_rules(self) -> Iterator[Unit]:
        """Yield what make compiles without being told how, from sources beside the objects."""
        made: set[str] = set()
        patterns: list[str] = []
        asked: dict[str, None] = {}
        for rule in self.rules:
            targets = self.values.expand(rule.targets).split()
            asked |= dict.fromkeys((*targets, *self.prerequisites(rule)))
            if rule.recipe:
                made.update(targets)
                patterns += (one for one in targets if "%" in one)
        for name in asked:
            suffix = Path(name).suffix
            if suffix not in ("", ".o") or name in made or not Path(name).name.strip("."):
                continue
            if suffix and any(_stem(one, name) for one in patterns):
                continue
            for of, compiler in _BUILT_IN.items():
                source = Path(name).with_suffix(of)
                if os.path.isfile(self.folder / source):
                    command = self.values.expand(f"{compiler} -c ") + str(source)
                    yield from self._compiled_by(command.encode("utf-8", "replace"), [])
                    break

    def made_of(self, name: str) -> frozenset[str] | None:
        """Return the sources that a target is made of, relative to the root; None without it."""
        exact: dict[str, list[MakeRule]] = {}
        patterns: list[tuple[str, MakeRule]] = []
        for rule in self.rules:
            for target in self.values.expand(rule.targets).split():
                if "%" in target:
                    patterns.append((target, rule))
                else:
                    exact.setdefault(target, []).append(rule)
        left = [one for one in exact if name in (one, Path(one).name) and one[0] != "."][:1]
        if not left:
            return None
        sources: set[Path] = set()
        seen: set[str] = set()
        while left:
            target = left.pop()
            if target in seen:
                continue
            seen.add(target)
            file = self.folder / target
            if file.suffix in _MADE_OF and is_inside(file, self.root) and os.path.isfile(file):
                sources.add(file)
                continue
            found = [("%", rule) for rule in exact.get(target, ())]
            found += ((stem, rule) for one, rule in patterns if (stem := _stem(one, target)))
            for stem, rule in found:
                left += (one.replace("%", stem, 1) for one in self.prerequisites(rule))
                left += self._named_in_recipe(rule)
            if not any(rule.recipe for _, rule in found) and Path(target).suffix in ("", ".o"):
                left += [str(Path(target).with_suffix(suffix)) for suffix in _MADE_OF]
        real = (Path(os.path.normpath(one)).relative_to(self.root) for one in sources)
        return frozenset(one.as_posix() for one in real)

    def _named_in_recipe(self, rule: MakeRule) -> Iterator[str]:
        for line in rule.recipe:
            for word in self.values.expand(line.text).split():
                if Path(word).suffix in _MADE_OF and not {"$", "%"} & set(word):
                    yield word

    def _compiled_by(self, command: bytes, prerequisites: list[str]) -> Iterator[Unit]:
        called = call(command)
        if called is None:
            return
        try:
            words = shell_words(command[called.end :].decode("utf-8", "replace"))
        except ValueError:  # shell syntax that is more than a command
            return
        named = [word for word in words if Path(word).suffix in UNIT_SUFFIXES]
        flags = [word for word in words if word not in named]
        forced = [_FORCED.get(value) for option, value in pairwise(words) if option == "-x"]
        origin = self.path.relative_to(self.root).as_posix()
        for pattern in dict.fromkeys((*named, *prerequisites)):
            if Path(pattern).suffix in UNIT_SUFFIXES:
                language = _language(called.name, forced, Path(pattern).suffix)
                for source in self._sources(pattern):
                    unit = unit_from_flags(
                        self.root, source, flags, self.folder, origin, language=language
                    )
                    if unit is not None:
                        yield unit

    def _sources(self, pattern: str) -> list[Path]:
        if "%" not in pattern:
            return [self.folder / pattern]
        # In a pattern rule the stem matches across folders.
        before, _, after = pattern.partition("%")
        if "*" in pattern or "/" in after:
            return []
        return matching(self.root, self.folder / before, f"*{after}", recursive=True)


def _language(compiler: bytes, forced: Sequence[Language | None], suffix: str) -> Language | None:
    """Return what a compiler takes sources for; None where they say so by their suffix."""
    if forced and forced[-1] is not None:
        return forced[-1]
    if compiler.endswith(b"++") and suffix == C_SUFFIX:  # as C++, whatever the suffix
        return Language.CXX
    # As nvcc gives C to the host's compiler of C, hipcc takes it for C.
    return Language.HIP if compiler.startswith(b"hipcc") and suffix != C_SUFFIX else None


def _stem(pattern: str, target: str) -> str | None:
    """Return what `%` stands for where a pattern means a target."""
    before, percent, after = pattern.partition("%")
    if not percent or not (target.startswith(before) and target.endswith(after)):
        return None
    return target[len(before) : len(target) - len(after)] or None


def _commands(lines: str) -> Iterator[bytes]:
    for line in lines.split("\n"):
        text = line.encode("utf-8", "replace")
        for start, end in commands(text):
            yield text[start:end]
