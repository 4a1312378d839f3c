"""What the arguments of a CMake script may say, with the other scripts of its project."""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from porter.project.cmake_scripts import CMakeScripts
from porter.source import SourceFile
from porter.source.build_files.cmake_flow import CMakeFlow

#: Variables of CMake's own; no script of a project says what they hold.
_CMAKES = (b"CMAKE_", b"PROJECT_", b"ENV")


class Values:
    """What the variables of a script may hold.

    Other scripts are read when an argument takes a variable that this one does not set: those of
    the folders around, those that call a function of this one, and then any.

    Args:
        file: the script.
    """

    def __init__(self, file: SourceFile) -> None:
        self._file = file
        self._flow = CMakeFlow([file.data])
        self._sought: set[bytes] = set()
        self._scripts: CMakeScripts | None = None
        self._words: dict[bytes, tuple[bytes, ...]] = {}

    def words(self, text: bytes) -> tuple[bytes, ...]:
        """Return what an argument may say; references to unknown variables stay."""
        if b"$" not in text:
            return (text,)
        found = self._words.get(text)
        if found is None:
            found = self._words[text] = tuple(self._looked_up(text))
        return found

    def _looked_up(self, text: bytes) -> Iterator[bytes]:
        while names := self._flow.unknown(text) - self._sought:
            for name in sorted(names):
                self._sought.add(name)
                if not name.startswith(_CMAKES):
                    self._look_for(name)
        yield from self._flow.words(text)

    def _look_for(self, name: bytes) -> None:
        if self._scripts is None:
            self._scripts = CMakeScripts(self._file.depend_on_tree(), self._file.path)
        functions = self._flow.functions_of(name)
        for function in functions:
            self._flow.bind_texts(self._scripts.naming(function))
        if functions:
            return
        for data in self._scripts.around():
            self._flow.take(name, CMakeFlow([data]))
            if self._flow.knows(name):
                return
        for data in self._scripts.naming(name):
            self._flow.take(name, CMakeFlow([data]))


_known: WeakKeyDictionary[SourceFile, Values] = WeakKeyDictionary()


def values(file: SourceFile) -> Values:
    """Return what is known of a script's variables."""
    found = _known.get(file)
    if found is None:
        found = _known[file] = Values(file)
    return found
