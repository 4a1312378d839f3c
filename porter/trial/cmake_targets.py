"""The targets that a port's CMake files make, and what is asked for of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from porter.source.build_files.cmake import Command
from porter.source.build_files.cmake_commands import OF_CMAKE
from porter.source.build_files.globs import is_inside
from porter.trial.absence import why_absent
from porter.trial.cmake_complaints import Complaints
from porter.trial.cmake_packages import Packages, is_of_cuda, is_of_rocm
from porter.trial.cmake_place import Place
from porter.trial.cmake_words import (
    ABOUT_TARGET,
    ASKS,
    BRINGS_TARGETS,
    LINK_WORDS,
    MAKES_TARGET,
    WORDS,
)

_SUFFIX = re.compile(r"\.(?:cu|hip|c|cc|cpp|cxx|C)")


class Targets:
    """The targets that are known where scripts are followed.

    Args:
        root: the port.
        packages: those that were asked for.
        complaints: collects what is wrong.

    Attributes:
        are_any: whether targets may be there that were not seen.
    """

    def __init__(self, root: Path, packages: Packages, complaints: Complaints) -> None:
        self._root = root
        self._packages = packages
        self._say = complaints.say
        self._names: set[str] = set()
        self.are_any = False

    def follow(self, place: Place, words: Sequence[str]) -> None:
        """Take note of a command that makes targets, or is about them.

        Args:
            place: where it stands.
            words: its words.
        """
        one = place.command
        if one.name not in OF_CMAKE and not ASKS.fullmatch(one.name):
            self.are_any = True  # cuda_add_library, pybind11_add_module
        if BRINGS_TARGETS.fullmatch(one.name):
            self.are_any = True
        if MAKES_TARGET & {one.name}:
            if not place.variables.words(one.arguments[0]):
                self.are_any = True  # nobody knows its name
                return
            self._names.add(words[0])
            if one.name != b"add_custom_target" and "ALIAS" not in words:
                self._sources(place, words[1:])
        elif one.name in ABOUT_TARGET:
            self._about(place, words)

    def skip(self, commands: Sequence[Command]) -> None:
        """Take note of commands that may be run, with words that nobody knows.

        Args:
            commands: the commands.
        """
        if any(one.name not in OF_CMAKE or one.name in MAKES_TARGET for one in commands):
            self.are_any = True

    def _sources(self, place: Place, words: Sequence[str]) -> None:
        for word in (part for given in words for part in given.split(";")):
            if word in WORDS or "$" in word or not _SUFFIX.fullmatch(Path(word).suffix):
                continue
            path = place.here / word
            if not path.exists():
                hint = why_absent(path, self._root)
                what = f"{word} is a source of a target and is not there"
                self._say(
                    place, what, hint, word=word, unless_made=path.name,
                    is_local=not is_inside(path, self._root),  # a path of its author's machine
                    is_upstreams=True,
                )  # fmt: skip

    def _about(self, place: Place, words: Sequence[str]) -> None:
        one = place.command
        named = words[:1]
        if one.name == b"set_target_properties":
            named = words[: words.index("PROPERTIES")] if "PROPERTIES" in words else []
        if one.name == b"set_property":
            named = []
        for name in named:
            is_literal = one.arguments[0].text.decode("utf-8", "replace") == name
            if name not in self._names and not self.are_any and is_literal:
                hint = "CMake stops here: move the command behind the one that makes the target"
                what = f"there is no target {name} at this point"
                self._say(place, what, hint, is_upstreams=True)
        if one.name == b"target_link_libraries" or "LINK_LIBRARIES" in words:
            for word in words[1:]:
                if word not in LINK_WORDS and "::" in word and "$" not in word:
                    self._imported(place, word)
        if one.name == b"target_sources":
            self._sources(place, words[1:])

    def _imported(self, place: Place, name: str) -> None:
        """Complain of a library of a package that was not asked for."""
        if name in self._names or "$<" in name:
            return
        if is_of_cuda(name):
            what = f"{name} is CUDA's, and no package of a port brings it"
            self._say(place, what, word=name)
        elif is_of_rocm(name) and not self._packages.bring(name) and not self.are_any:
            what = f"{name} is linked, and no find_package that is reached brings it"
            self._say(place, what, "ask for the package before, in no branch", word=name)
