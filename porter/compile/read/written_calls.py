"""The calls of compilers that people wrote down: in a source's comments, in scripts and READMEs."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from porter.files.regular import read_regular
from porter.source.scripts.documents import texts_of
from porter.source.scripts.shell_commands import simple_commands
from porter.source.scripts.shell_lines import shell_lines
from porter.source.scripts.shell_values import ShellValues

_COMPILER = re.compile(r"(?<![\w.-])(?:nvcc(?:\.exe)?|hipcc)(?=[ \t])")


class WrittenCall(NamedTuple):
    """A call of nvcc, or of hipcc in its place, that names a source.

    Attributes:
        words: its arguments; a variable that nothing gives a value stands as it is written.
        folder: the document's, relative to the tree, where paths among the words begin.
        document: who says so, relative to the tree.
    """

    words: tuple[str, ...]
    folder: str
    document: str


@dataclass
class WrittenCalls:
    """Finds the calls in a tree.

    Args:
        root: the tree.
    """

    root: Path
    _of_folder: dict[str, list[WrittenCall]] = field(default_factory=dict)

    def of(self, source: str) -> Iterator[WrittenCall]:
        """Yield the calls that name a source: of its comments first, then of documents.

        Args:
            source: the source, relative to the tree.
        """
        own = posixpath.dirname(source) or "."
        name = PurePosixPath(source).name
        code = read_regular(self.root / source).decode("utf-8", "replace")
        calls = list(_calls(source, code, ()))
        for folder in dict.fromkeys((own, ".")):
            calls += self._in(folder)
        for call in calls:
            if any(PurePosixPath(word).name == name for word in call.words):
                yield call

    def _in(self, folder: str) -> list[WrittenCall]:
        if folder not in self._of_folder:
            texts = texts_of(self.root, {folder}, with_sources=False)
            names = tuple(sorted(os.listdir(self.root / folder))) if texts else ()
            self._of_folder[folder] = [
                call for path, text, _ in texts for call in _calls(path, text, names)
            ]
        return self._of_folder[folder]


def _calls(path: str, text: str, names: tuple[str, ...]) -> Iterator[WrittenCall]:
    if "nvcc" not in text and "hipcc" not in text:
        return
    values = ShellValues(names)
    for line in shell_lines(text):
        for one in values.lines(line.text):
            found = _COMPILER.search(one)
            if found is None:
                continue
            written = one[found.end() :].partition("`")[0].rstrip("*/ \t")
            command = next(simple_commands(f"nvcc {written}"), None)
            if command is not None:
                yield WrittenCall(tuple(command.words[1:]), posixpath.dirname(path) or ".", path)
