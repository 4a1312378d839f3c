"""Reads how a Makefile's rules compile their sources, without running make.

Variables, `+=`, substitution references and the functions that name files are followed; the
branches of a conditional are all taken; whatever `$(shell …)` would say is left out. Source: GNU
make's manual, "Makefile Contents".
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from porter.compile.read.unit import CXX_SUFFIXES, DEVICE_SUFFIXES, Language, Unit, unit_from_flags
from porter.files.regular import LARGEST_SETTINGS, read_regular
from porter.source.build_files.globs import is_inside, matching
from porter.source.build_files.unfollowed import Unfollowed

_NAMES = frozenset({"Makefile", "makefile", "GNUmakefile"})
_ASSIGNMENT = re.compile(
    r"\s*+(?:export\s++|override\s++)*([\w.-]++)\s*+(::?=|\?=|\+=|=)\s*+(.*)", re.DOTALL
)
_RULE = re.compile(r"^([^\t#=:][^#=:]*):{1,2}(?!=)([^=]*)$")
_COMPILERS = re.compile(r"(?:hipcc|nvcc|(?:amd)?clang(?:\+\+)?|g\+\+|c\+\+|gcc)(?:-\d+)?")
_SUFFIXES = DEVICE_SUFFIXES | CXX_SUFFIXES
_DEEPEST = 20
#: Files that a Makefile may include, references it may hold once all are followed, and the
#: characters of a value: beyond, what is left is read as nothing.
_MOST_INCLUDED = 200
_MOST_REFERENCES = 100_000
_LONGEST = 1_000_000
_VALUE = f"a value of more than {_LONGEST:,} characters"
#: Values of -x, which decides whatever the suffix.
_FORCED = {"hip": Language.HIP, "c++": Language.CXX}


@dataclass
class _Rule:
    prerequisites: list[str]
    recipe: list[str] = field(default_factory=list)


def read_makefiles(
    root: Path, paths: Sequence[str], unfollowed: Unfollowed | None = None
) -> Iterator[Unit]:
    """Yield the units that the rules of the port's Makefiles compile.

    Args:
        root: the port.
        paths: its files, relative to it.
        unfollowed: told what the reader leaves out at its bounds.
    """
    told = unfollowed or Unfollowed(root)
    for path in paths:
        if Path(path).name in _NAMES:
            yield from _Makefile(root, root / path, told).units()


class _Makefile:
    def __init__(self, root: Path, path: Path, unfollowed: Unfollowed) -> None:
        self.root = root
        self._unfollowed = unfollowed
        self.path = path
        self.directory = path.parent
        self.variables = {"CURDIR": str(self.directory), "CXX": "g++", "CC": "gcc"}
        self.rules: list[_Rule] = []
        self._included = 0
        self._references = 0
        self._read(path, 0)

    def _read(self, path: Path, depth: int) -> None:
        if not os.path.isfile(path) or not is_inside(path, self.root):
            return
        try:
            text = read_regular(path, LARGEST_SETTINGS).decode("utf-8", "replace")
        except OSError as error:
            self._unfollowed.add(path, f"it {error.strerror}")
            return
        rule: _Rule | None = None
        for line in re.sub(r"(?<![ \t])[ \t]*\\\r?\n[ \t]*", " ", text).splitlines():
            if line.startswith("\t"):
                if rule is not None:
                    rule.recipe.append(line.strip().lstrip("@-+"))
                continue
            line = re.sub(r"(?<!\\)#.*", "", line).rstrip()
            if match := _ASSIGNMENT.match(line):
                self._assign(*match.groups())
            elif match := re.match(r"-?include\s+(.*)", line):
                for name in self.expand(match[1]).split():
                    self._included += 1
                    if depth < _DEEPEST and self._included <= _MOST_INCLUDED:
                        self._read(self.directory / name, depth + 1)
                    else:
                        self._cut(f"inclusions beyond {_MOST_INCLUDED}, or {_DEEPEST} deep")
            elif match := _RULE.match(line):
                prerequisites, _, command = match[2].partition(";")
                rule = _Rule(prerequisites.split("|")[0].split())
                rule.recipe += [command.strip()] if command.strip() else []
                self.rules.append(rule)

    def _assign(self, name: str, operator: str, value: str) -> None:
        old = self.variables.get(name)
        if operator == "+=" and old is not None:
            value = f"{old} {value}"
        elif operator == "?=" and old is not None:
            return
        elif operator in (":=", "::="):
            value = self.expand(value)
        self.variables[name] = value

    def expand(self, text: str, depth: int = 0) -> str:
        """Return `text` with its references replaced; what cannot be told becomes nothing."""
        # A variable that refers to itself, which make refuses, or twice to another, which refers…
        if depth > _DEEPEST:
            return self._cut(f"variables that refer to one another {_DEEPEST} deep")
        if self._references > _MOST_REFERENCES:
            return self._cut(f"references beyond {_MOST_REFERENCES:,}")
        if len(text) > _LONGEST:
            return self._cut(_VALUE)
        out = []
        at = 0
        while (start := text.find("$", at)) >= 0:
            out.append(text[at:start])
            opener = text[start + 1 : start + 2]
            if opener in ("(", "{"):
                end = _closing(text, start + 1)
                out.append(self._reference(text[start + 2 : end], depth + 1))
                at = end + 1
            else:  # an automatic variable of one character; $$ is the shell's own
                at = start + 2
        expanded = "".join((*out, text[at:]))
        return expanded if len(expanded) <= _LONGEST else self._cut(_VALUE)

    def _cut(self, reason: str) -> str:
        """Note what is not followed; return what is read in its place."""
        self._unfollowed.add(self.path, reason)
        return ""

    def _reference(self, inner: str, depth: int) -> str:
        self._references += 1
        function, blank, rest = inner.partition(" ")
        if blank and (method := _FUNCTIONS.get(function)) is not None:
            arguments = [
                self.expand(part, depth).strip() for part in rest.split(",", method[0] - 1)
            ]
            return method[1](self, *arguments) if len(arguments) == method[0] else ""
        if blank:
            return ""
        name, colon, substitution = self.expand(inner, depth).partition(":")
        value = self.expand(self.variables.get(name, ""), depth)
        if colon and "=" in substitution:
            old, _, new = substitution.partition("=")
            if "%" not in old:
                old, new = f"%{old}", f"%{new}"
            return _patsubst(self, old, new, value)
        return value

    def units(self) -> Iterator[Unit]:
        for rule in self.rules:
            prerequisites = [w for text in rule.prerequisites for w in self.expand(text).split()]
            for line in rule.recipe:
                yield from self._compiled_by(self.expand(line), prerequisites)

    def _compiled_by(self, line: str, prerequisites: list[str]) -> Iterator[Unit]:
        try:
            words = shlex.split(line)
        except ValueError:  # shell syntax that is more than a command
            return
        if not words or not _COMPILERS.fullmatch(Path(words[0]).name):
            return
        named = [word for word in words[1:] if Path(word).suffix in _SUFFIXES]
        flags = [word for word in words[1:] if word not in named]
        language = Language.HIP if Path(words[0]).name == "hipcc" else None
        for option, value in pairwise(words):
            if option == "-x":
                language = _FORCED.get(value, language)
        origin = self.path.relative_to(self.root).as_posix()
        for pattern in dict.fromkeys((*named, *prerequisites)):
            if Path(pattern).suffix in _SUFFIXES:
                for source in self._sources(pattern):
                    unit = unit_from_flags(
                        self.root, source, flags, self.directory, origin, language=language
                    )
                    if unit is not None:
                        yield unit

    def _sources(self, pattern: str) -> list[Path]:
        if "%" not in pattern:
            return [self.directory / pattern]
        # In a pattern rule the stem matches across folders.
        before, _, after = pattern.partition("%")
        if "*" in pattern or "/" in after:
            return []
        return matching(self.root, self.directory / before, f"*{after}", recursive=True)


def _closing(text: str, opener: int) -> int:
    pair = {"(": ")", "{": "}"}[text[opener]]
    depth = 0
    for index in range(opener, len(text)):
        depth += (text[index] == text[opener]) - (text[index] == pair)
        if depth == 0:
            return index
    return len(text)


def _wildcard(make: _Makefile, patterns: str) -> str:
    found: list[str] = []
    for pattern in patterns.split():
        paths = matching(make.root, make.directory, pattern)
        found += (os.path.relpath(path, make.directory) for path in paths)
    return " ".join(found)


def _patsubst(_: _Makefile, old: str, new: str, text: str) -> str:
    before, percent, after = old.partition("%")
    found = []
    for word in text.split():
        if percent and word.startswith(before) and word.endswith(after):
            stem = word[len(before) : len(word) - len(after)]
            found.append(new.replace("%", stem))
        else:
            found.append(new if word == old else word)
    return " ".join(found)


#: Functions of make that name files: how many arguments, and what they give.
_FUNCTIONS: dict[str, tuple[int, Callable[..., str]]] = {
    "wildcard": (1, _wildcard),
    "patsubst": (3, _patsubst),
    "addprefix": (2, lambda _, prefix, text: " ".join(prefix + word for word in text.split())),
    "addsuffix": (2, lambda _, suffix, text: " ".join(word + suffix for word in text.split())),
    "abspath": (1, lambda make, text: " ".join(str(make.directory / w) for w in text.split())),
    "strip": (1, lambda _, text: " ".join(text.split())),
    "sort": (1, lambda _, text: " ".join(sorted(set(text.split())))),
}
