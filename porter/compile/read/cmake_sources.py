"""What CMake's scripts say of single sources: their language, and flags of their own.

Source: CMake's manual, `set_source_files_properties`, `set_property`, "Properties on Source Files".
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from porter.compile.read.unit import Language

#: The languages of CMake's that mean device code.
DEVICE_LANGUAGES = frozenset({"HIP", "CUDA"})
#: A property with flags -> what stands in front of each.
_FLAGS = {"COMPILE_OPTIONS": "", "COMPILE_DEFINITIONS": "-D", "INCLUDE_DIRECTORIES": "-I"}
#: The same as one text, in which blanks part the flags.
_AS_TEXT = "COMPILE_FLAGS"
_ADDED = frozenset({"APPEND", "APPEND_STRING"})


class SourceProperties:
    """The properties of sources that tell how they are compiled."""

    def __init__(self) -> None:
        self._languages: dict[Path, Language] = {}
        self._flags: dict[tuple[Path, str], list[str]] = {}

    def take(self, command: str, words: Sequence[str], here: Path) -> None:
        """Take what a command says.

        Args:
            command: `set_source_files_properties`, or `set_property`.
            words: what it is given.
            here: the script's folder.
        """
        of_any = command == "set_property"
        keyword = "PROPERTY" if of_any else "PROPERTIES"
        if keyword not in words or (of_any and words[0] != "SOURCE"):
            return  # CMake refuses the first, too
        end = words.index(keyword)
        named, given = words[of_any:end], words[end + 1 :]
        pairs = [(given[0], given[1:])] if of_any and given else []
        if not of_any:
            pairs = [(name, [value]) for name, value in zip(given[::2], given[1::2], strict=False)]
        is_added = not _ADDED.isdisjoint(named)
        for path in (here / word for word in named if word not in _ADDED):
            for name, values in pairs:
                self._set(path, name, values, here, is_added=is_added)

    def _set(
        self, path: Path, name: str, values: Sequence[str], here: Path, *, is_added: bool
    ) -> None:
        if name == "LANGUAGE" and not DEVICE_LANGUAGES.isdisjoint(values):
            self._languages[path] = Language.HIP
        if name == _AS_TEXT:
            found = [flag for value in values for flag in value.split()]
        elif name in _FLAGS:
            opener = _FLAGS[name]
            listed = (word for value in values for word in value.split(";") if word)
            found = [word if word.startswith("-") else opener + word for word in listed]
            if opener == "-I":
                found = [f"-I{os.path.join(here, word[2:])}" for word in found]
        else:
            return
        kept = self._flags.setdefault((path, name), [])
        kept[:] = [*(kept if is_added else ()), *(flag for flag in found if "$<" not in flag)]

    def language(self, source: Path) -> Language | None:
        """Return what a source is said to be compiled as; None where no script says it."""
        return self._languages.get(source)

    def flags(self, source: Path) -> Iterator[str]:
        """Yield the flags that a source gets beside those of its target."""
        for name in (*_FLAGS, _AS_TEXT):
            yield from self._flags.get((source, name), ())
