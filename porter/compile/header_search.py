"""Follows the includes of a port's files: which libraries a source uses, which paths are missing.

The include graph of a conversion (`porter.project.includes`) asks what a spelling means, whatever
the build searches. Here it is asked what a compiler finds in the folders that a unit's flags name,
which folders it would need beside them, and what is no file of the port at all.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from porter.files.regular import read_regular
from porter.source.file import SourceFile

_HIP = re.compile(r"(?:hip|roc|miopen|rccl|(?:c10|ATen|ATen/native)/hip/)")
_TORCH = re.compile(r"(?:torch|ATen|c10|caffe2|pybind11)/")
_DEVICE_CODE = re.compile(rb"__global__|__device__|<<<")


@dataclass(frozen=True)
class Uses:
    """What a source needs, its own headers followed.

    Args:
        hip: it includes HIP or a library of ROCm.
        torch: it includes PyTorch.
        device_code: it or a header of it holds device code.
        directories: folders of the port that must be searched for its includes to be found,
            relative to the port.
        outside: headers that the port does not have, as they are spelled.
    """

    hip: bool
    torch: bool
    device_code: bool
    directories: tuple[str, ...]
    outside: frozenset[str]


class HeaderSearch:
    """The files of a port, and what a compiler finds for their includes.

    Args:
        root: the port.
        paths: its files, relative to it.
        provided: folders of libraries; a header that one of them has is not the port's.
    """

    def __init__(self, root: Path, paths: Iterable[str], provided: Iterable[Path] = ()) -> None:
        self.root = root
        self.provided = tuple(provided)
        self.paths = frozenset(paths)
        self._by_name: dict[str, list[str]] = {}
        for path in sorted(self.paths):
            self._by_name.setdefault(posixpath.basename(path), []).append(path)
        self._read: dict[str, tuple[tuple[str, ...], bool]] = {}

    def uses(self, source: str, searched: Iterable[str] = ()) -> Uses:
        """Follow the includes of `source`.

        Args:
            source: a file of the port.
            searched: folders of the port that its build searches.
        """
        directories = list(searched)
        inferred: list[str] = []
        outside: set[str] = set()
        device_code = False
        seen = {source}
        queue = [source]
        while queue:
            path = queue.pop()
            names, has_device_code = self._names(path)
            device_code |= has_device_code
            for name in names:
                found = self._find(name, path, [*directories, *inferred])
                if found is None and (guess := self._guess(name, path)) is not None:
                    found, directory = guess
                    inferred.append(directory)
                if found is None:
                    outside.add(name)
                elif found not in seen:
                    seen.add(found)
                    queue.append(found)
        return Uses(
            hip=any(_HIP.match(name) for name in outside),
            torch=any(_TORCH.match(name) for name in outside),
            device_code=device_code,
            directories=tuple(dict.fromkeys(inferred)),
            outside=frozenset(outside),
        )

    def _names(self, path: str) -> tuple[tuple[str, ...], bool]:
        """Return the headers that a file includes and whether it holds device code."""
        if path not in self._read:
            try:
                file = SourceFile(path, read_regular(self.root / path))
            except OSError:  # it vanished, or may not be read: the compiler will say so
                file = SourceFile(path, b"")
            included = (i.path.decode("utf-8", "replace") for i in file.includes if not i.is_test)
            self._read[path] = tuple(included), _DEVICE_CODE.search(file.code) is not None
        return self._read[path]

    def _find(self, name: str, includer: str, directories: Iterable[str]) -> str | None:
        for directory in (posixpath.dirname(includer), *directories):
            path = posixpath.normpath(posixpath.join(directory, name))
            if path in self.paths:
                return path
        return None

    def _guess(self, name: str, includer: str) -> tuple[str, str] | None:
        """Return the file that `name` most likely means and the folder that makes it found.

        The candidate nearest to the includer is taken: the one that shares the longest path.
        """
        if name.startswith((".", "/")) or any(
            os.path.isfile(folder / name) for folder in self.provided
        ):
            return None
        candidates = [
            path
            for path in self._by_name.get(posixpath.basename(name), ())
            if path == name or path.endswith("/" + name)
        ]
        if not candidates:
            return None
        best = max(candidates, key=lambda path: (_shared(path, includer), -len(path)))
        return best, best[: -len(name)].rstrip("/") or "."


def _shared(a: str, b: str) -> int:
    return len(posixpath.commonprefix([a.split("/"), b.split("/")]))
