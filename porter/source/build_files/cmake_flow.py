"""Tells what the variables of CMake scripts may hold, whatever branches are taken.

Commands in every branch count, and every call of a function. Source: CMake's manual,
cmake-language(7), `set`, `list`, `foreach`, `function`, `cmake_parse_arguments`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from porter.source.build_files.cmake import CMakeSyntaxError, Command, commands

REFERENCE = re.compile(rb"\$\{([\w./+-]+)\}")
_DEFINES = frozenset({b"function", b"macro"})
#: Commands that give words to the variable behind a word.
_FILLS = {b"list": (b"APPEND", b"PREPEND", b"INSERT"), b"file": (b"GLOB", b"GLOB_RECURSE")}
_REST = frozenset({b"ARGN", b"ARGV"})
_LOOP_WORDS = frozenset({b"IN", b"LISTS", b"ITEMS", b"ZIP_LISTS", b"RANGE"})
#: Suffixes that `aux_source_directory` sees, where C and C++ are the languages.
_COLLECTED = (b".c", b".cc", b".cpp", b".cxx")
#: How often variables in variables are followed, and how many words one argument may stand for.
_DEEPEST = 8
_MOST_WORDS = 2000


class CMakeFlow:
    """What flows into the variables of some scripts.

    Args:
        scripts: their texts; one that is no CMake says nothing.

    Attributes:
        values: variable -> the words that it is given anywhere, as they are written.
        parameters: function -> its formal parameters.
    """

    def __init__(self, scripts: Iterable[bytes]) -> None:
        self.values: defaultdict[bytes, dict[bytes, None]] = defaultdict(dict)
        self.parameters: dict[bytes, list[bytes]] = {}
        self._prefixes: set[bytes] = set()
        self._scripts = [found for data in scripts if (found := _commands(data))]
        for found in self._scripts:
            for command in found:
                self._assign(command)
        self.bind(self._scripts)

    def bind(self, scripts: Iterable[Sequence[Command]]) -> None:
        """Hand what calls in `scripts` pass to the parameters of the functions."""
        for found in scripts:
            for command in found:
                formal = self.parameters.get(command.name)
                if formal is None:
                    continue
                words = command.words
                for name, word in zip(formal, words, strict=False):
                    self._give(name, [word])
                self._give(b"ARGN", words[len(formal) :])
                self._give(b"ARGV", words)

    def bind_texts(self, scripts: Iterable[bytes]) -> None:
        """Do the same for texts of scripts."""
        self.bind(map(_commands, scripts))

    def knows(self, name: bytes) -> bool:
        """Tell whether something is given to a variable."""
        return bool(self._given(name))

    def functions_of(self, name: bytes) -> list[bytes]:
        """Return the functions that have a parameter of this name."""
        is_of_all = name in _REST or self._is_parsed(name)
        return [one for one, formal in self.parameters.items() if is_of_all or name in formal]

    def take(self, name: bytes, other: CMakeFlow) -> None:
        """Take what other scripts give to a variable."""
        self._give(name, other.values.get(name, ()))

    def unknown(self, text: bytes) -> set[bytes]:
        """Return the variables in an argument, and in what they hold, that nothing is known of."""
        found: set[bytes] = set()
        seen: set[bytes] = set()
        left = list(REFERENCE.findall(text))
        while left:
            name = left.pop()
            if name in seen:
                continue
            seen.add(name)
            given = self._given(name)
            if not given:
                found.add(name)
            left += [inner for word in given for inner in REFERENCE.findall(word)]
        return found

    def words(self, text: bytes) -> Iterator[bytes]:
        """Yield what an argument may say; references to unknown variables stay."""
        left = [(text, 0)]
        seen: set[bytes] = set()
        while left and len(seen) < _MOST_WORDS:
            word, depth = left.pop()
            if word in seen:
                continue
            seen.add(word)
            known = (one for one in REFERENCE.finditer(word) if self._given(one[1]))
            match = next(known, None)
            if match is None or depth == _DEEPEST:
                yield word
                continue
            for given in self._given(match[1]):
                left.append((word[: match.start()] + given + word[match.end() :], depth + 1))

    def _give(self, name: bytes, words: Iterable[bytes]) -> None:
        self.values[name].update(dict.fromkeys(words))

    def _given(self, name: bytes) -> Iterable[bytes]:
        given = self.values.get(name, {})
        return given or (self.values.get(b"ARGN", {}) if self._is_parsed(name) else {})

    def _is_parsed(self, name: bytes) -> bool:
        """Tell whether `cmake_parse_arguments` sets the variable."""
        return any(name.startswith(prefix + b"_") for prefix in self._prefixes)

    def _assign(self, command: Command) -> None:
        words = command.words
        if not words:
            return
        name, rest = words[0], words[1:]
        if command.name == b"set":
            stop = next((i for i, w in enumerate(rest) if w in (b"CACHE", b"PARENT_SCOPE")), None)
            self._give(name, rest[:stop])
        elif rest and name in _FILLS.get(command.name, ()):
            self._give(rest[0], rest[1:])
        elif command.name == b"aux_source_directory" and rest:
            self._give(rest[0], [name + b"/*" + suffix for suffix in _COLLECTED])
        elif command.name == b"find_program":
            self._give(name, [word for word in rest if word != b"NAMES"][:1])
        elif command.name == b"foreach":
            as_lists = b"IN" in rest and b"LISTS" in rest
            given = [word for word in rest if word not in _LOOP_WORDS]
            self._give(name, [b"${%b}" % one for one in given] if as_lists else given)
        elif command.name in _DEFINES:
            self.parameters.setdefault(name.lower(), rest)
        elif command.name == b"cmake_parse_arguments":
            self._prefixes.add(rest[0] if name == b"PARSE_ARGV" and rest else name)


def _commands(data: bytes) -> Sequence[Command]:
    try:
        return commands(data)
    except CMakeSyntaxError:
        return ()
