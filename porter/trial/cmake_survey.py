"""What the CMake files of a port name anywhere, wherever it is reached from."""

from __future__ import annotations

from pathlib import Path

from porter.trial.cmake_script import commands_of
from porter.trial.cmake_words import makes_files


class Survey:
    """The names that a port's CMake files hold.

    Args:
        root: the port.

    Attributes:
        defined: the functions and macros that they define.
        made: names of files that they may make.
        set: variables that `set` gives a value.
        named: words of all other commands but messages and conditions.
        brings_hip: whether one enables HIP's language, or hands on a variable that may hold it.
    """

    def __init__(self, root: Path) -> None:
        self.defined: set[bytes] = set()
        self.made: set[str] = set()
        self.set: set[str] = set()
        self.named: set[str] = set()
        self.brings_hip = False
        self._hands_on = self._is_handed = False
        for path in (*sorted(root.rglob("*.cmake")), *sorted(root.rglob("CMakeLists.txt"))):
            self._read(path)
        self.brings_hip |= self._hands_on and self._is_handed

    def _read(self, path: Path) -> None:
        for one in commands_of(path):
            words = one.words
            if one.name in (b"function", b"macro") and words:
                self.defined.add(words[0].lower())
            texts = [w.decode("utf-8", "replace") for w in words]
            if makes_files(one.name, texts):
                made = texts[1:] if one.name == b"configure_file" else texts
                self.made |= {Path(w).name for w in made}
            if one.name in (b"project", b"enable_language"):
                self.brings_hip |= "HIP" in texts
                self._hands_on |= any("${" in w for w in texts[one.name == b"project" :])
            self._is_handed |= one.name in (b"set", b"list") and "HIP" in texts
            if one.name == b"set":
                self.set |= set(texts[:1])
            elif one.name not in (b"message", b"if", b"elseif"):
                self.named |= set(texts)
