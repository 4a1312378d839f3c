"""Evaluates CMake's variables: `set`, `list`, `option`, `project`, `file(GLOB)` and texts.

The binary directory is taken to be the source directory: nothing is built, and what a port finds
in one it finds beside its sources then. Source: CMake's manual, cmake-language(7), "Variables".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from porter.source.build_files.cmake import Argument, Command, Form
from porter.source.build_files.cmake_text import Given, is_simple, name_given, text_given
from porter.source.build_files.globs import matching
from porter.source.build_files.unfollowed import Unfollowed

_VARIABLE = re.compile(r"\$\{([\w./+-]+)\}")
#: Characters that an argument stands for, and words of a list; what is beyond is left out.
_LONGEST = 100_000
_MOST_WORDS = 10_000
_MOST_REFERENCES = 20
_VERSION_PARTS = ("_MAJOR", "_MINOR", "_PATCH", "_TWEAK")


class Variables:
    """The variables of one folder.

    Args:
        here: the folder.
        outer: the variables of the folder around it.
        root: the port, in which files are looked for; `here` when None.
        unfollowed: collects what is left out of the folder's script.

    Attributes:
        values: name -> the list that it holds.
    """

    def __init__(
        self,
        here: Path,
        outer: Variables | None = None,
        root: Path | None = None,
        unfollowed: Unfollowed | None = None,
    ) -> None:
        self.here = here
        self.root = root or here
        self.script = here / "CMakeLists.txt"
        self.unfollowed = unfollowed or Unfollowed(self.root)
        self.values: dict[str, list[str]] = {} if outer is None else dict(outer.values)
        self._built: set[str] = set() if outer is None else set(outer._built)
        for name in ("SOURCE_DIR", "BINARY_DIR", "LIST_DIR"):
            self.values[f"CMAKE_CURRENT_{name}"] = [str(here)]
        for kind in ("SOURCE_DIR", "BINARY_DIR"):
            for owner in ("CMAKE", "PROJECT"):
                self.values.setdefault(f"{owner}_{kind}", [str(here)])

    def compared(self) -> Mapping[str, list[str]]:
        """Return what conditions may compare: not what came from the folder that is built in.

        Its variables have the sources' folder here, so that what lies in it is found.
        """
        if not self._built:
            return self.values
        return {name: held for name, held in self.values.items() if name not in self._built}

    def note(self, command: Command, name: str) -> None:
        """Take note of whether a variable is given what came from the built folder.

        Args:
            command: what gives it all that it holds, with its arguments as they are written.
            name: the variable.
        """
        texts = (one.value.decode("utf-8", "replace") for one in command.arguments)
        used = {found for text in texts for found in _VARIABLE.findall(text)}
        if any(one.endswith("BINARY_DIR") or one in self._built for one in used):
            self._built.add(name)
        else:
            self._built.discard(name)

    def words(self, argument: Argument) -> list[str]:
        """Return the words that an argument gives; one with an unknown variable gives none."""
        text = argument.value.decode("utf-8", "replace")
        if argument.form is Form.BRACKET:
            return [text]
        for _ in range(_MOST_REFERENCES):
            match = _VARIABLE.search(text)
            if match is None:
                break
            value = self.values.get(match[1])
            if value is None:
                return []
            text = text[: match.start()] + ";".join(value) + text[match.end() :]
            if len(text) > _LONGEST:  # variables that double one another
                too_long = f"an argument of more than {_LONGEST:,} characters"
                self.unfollowed.add(self.script, too_long)
                return []
        else:
            if _VARIABLE.search(text):
                many = f"variables of an argument beyond {_MOST_REFERENCES}"
                self.unfollowed.add(self.script, many)
        if argument.form is Form.QUOTED:
            return [text]
        return [word for word in text.split(";") if word]

    def run(self, command: str, words: list[str]) -> bool:
        """Run a command if it is about variables; return whether it is."""
        first, rest = words[0], words[1:]
        if command == "set":
            cut = next((i for i, w in enumerate(rest) if w in ("CACHE", "PARENT_SCOPE")), len(rest))
            self.values[first] = self._kept(rest[:cut])
        elif command == "list" and rest:
            return self._list(first, rest[0], rest[1:])
        elif command == "string":
            return self._give(text_given(words, self.values))
        elif command == "get_filename_component":
            return self._give(name_given(words, self.here))
        elif command == "option" and rest:
            self.values.setdefault(first, rest[1:2] or ["OFF"])
        elif command == "file" and first in ("GLOB", "GLOB_RECURSE") and rest:
            self.values[rest[0]] = list(self._glob(rest[1:], recursive=first == "GLOB_RECURSE"))
        elif command == "project":
            self._project(first, rest)
        else:
            return False
        return True

    def _give(self, given: Given | None) -> bool:
        """Set a variable, or know no more of it; return whether there is one."""
        if given is None:
            return False
        name, words = given
        if words is None or len(";".join(words)) > _LONGEST:
            self.values.pop(name, None)
        else:
            self.values[name] = self._kept(words)
        return True

    def _list(self, what: str, name: str, words: list[str]) -> bool:
        """Change a list; return whether the command is known."""
        held = self.values.get(name, [])
        match [what, *words]:
            case ["APPEND", *_]:
                self.values[name] = self._kept([*held, *words])
            case ["PREPEND", *_]:
                self.values[name] = self._kept([*words, *held])
            case ["REMOVE_ITEM", *_]:
                gone = set(words)
                self.values[name] = [word for word in held if word not in gone]
            case ["FILTER", "INCLUDE" | "EXCLUDE" as kind, "REGEX", pattern]:
                if is_simple(pattern):
                    found = re.compile(pattern)
                    wanted = kind == "INCLUDE"
                    self.values[name] = [w for w in held if bool(found.search(w)) is wanted]
                else:
                    self.values.pop(name, None)  # nobody knows what is left
            case _:
                return False
        return True

    def _kept(self, words: list[str]) -> list[str]:
        if len(words) > _MOST_WORDS:
            self.unfollowed.add(self.script, f"words of a list beyond {_MOST_WORDS:,}")
        return words[:_MOST_WORDS]

    def _project(self, name: str, words: list[str]) -> None:
        self.values["PROJECT_NAME"] = [name]
        for owner in ("PROJECT", name):
            for kind in ("SOURCE_DIR", "BINARY_DIR"):
                self.values[f"{owner}_{kind}"] = [str(self.here)]
            if "VERSION" in words[:-1]:
                version = words[words.index("VERSION") + 1]
                self.values[f"{owner}_VERSION"] = [version]
                for suffix, part in zip(_VERSION_PARTS, version.split("."), strict=False):
                    self.values[f"{owner}_VERSION{suffix}"] = [part]

    def _glob(self, words: list[str], *, recursive: bool) -> Iterator[str]:
        patterns = [w for w in words if w != "CONFIGURE_DEPENDS"]
        if "RELATIVE" in patterns:
            del patterns[patterns.index("RELATIVE") :][:2]
        for pattern in patterns:
            yield from map(str, matching(self.root, self.here, pattern, recursive=recursive))
