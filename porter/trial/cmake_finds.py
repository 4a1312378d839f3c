"""What `find_library` and `find_path` look for and do not find, where a target hangs on it.

CMake stops once everything is read where a variable that they left `NOTFOUND` is searched or
linked. Source: CMake's manual, `find_library`, `find_path`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from porter.source.build_files.cmake import Command
from porter.trial.cmake_script import commands_of

_FINDS = frozenset({b"find_library", b"find_path", b"find_file"})
_USES = frozenset(
    b"include_directories target_include_directories target_link_libraries link_libraries".split()
)
_REFERENCE = re.compile(rb"\$\{([\w./+-]++)\}")
_KEYWORD = re.compile(rb"[A-Z][A-Z_]++")
_OF_GPUS = re.compile(rb"(?i)cuda|nvidia|nccl|cudnn|cub|nv\w|hip|roc|miopen|tensorrt")
_ENDS = (".so", ".a", ".dylib")


class Finds:
    """What the CMake files of a port look for, and what of it is not on this machine.

    Args:
        root: the port, which may bring it.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._lacking: dict[bytes, tuple[bytes, str]] = {}
        self._set: set[bytes] = set()
        for path in (*sorted(root.rglob("*.cmake")), *sorted(root.rglob("CMakeLists.txt"))):
            for one in commands_of(path):
                self._read(one)

    def _read(self, one: Command) -> None:
        words = one.words
        if one.name in (b"set", b"option") and words:
            named = _REFERENCE.findall(b" ".join(words[1:]))
            lacking = next((self._lacking[name] for name in named if name in self._lacking), None)
            if lacking is None or words[0] in named:
                self._set.add(words[0])
            else:  # another name of what is not found
                self._lacking[words[0]] = lacking
        if one.name not in _FINDS or len(words) < 2 or _OF_GPUS.search(b" ".join(words)):
            return
        names: list[bytes] = []
        for word in words[1:]:
            if _KEYWORD.fullmatch(word):
                if word != b"NAMES" and names:
                    break
                continue
            names.append(word)
        is_known = names and not any(b"$" in word for word in names[-1:])
        asked = [word.decode("utf-8", "replace") for word in names if b"$" not in word]
        is_library = one.name == b"find_library"
        has_place = any(word.startswith(b"/") and os.path.isdir(word) for word in words)
        if is_known and not has_place and not any(self._is_here(n, is_library) for n in asked):
            self._lacking[words[0]] = (one.name, asked[-1])

    def used(self, one: Command) -> Iterator[tuple[str, str]]:
        """Yield what to say of a command, and a hint; nothing where all it names may be there.

        Args:
            one: a command that is reached.
        """
        if one.name not in _USES:
            return
        for name in _REFERENCE.findall(b" ".join(one.words)):
            if name in self._lacking and name not in self._set:
                by, wanted = self._lacking[name]
                said = f"{by.decode()} finds no {wanted} here, and {name.decode()} hangs on it"
                yield said, "install it, or leave out what needs it"
                return

    def _is_here(self, name: str, is_library: bool) -> bool:
        if not is_library:
            folders = (Path("/usr/include"), Path("/usr/local/include"), *_beside("include"))
            is_there = any(
                (folder / name).exists() or any(folder.glob(f"*/{name}")) for folder in folders
            )
            return is_there or os.path.basename(name) in self._names
        wanted = {f"lib{name}{end}" for end in _ENDS} | {name}
        folders = (Path("/usr/lib"), Path("/usr/local/lib"), *_beside("lib"))
        return bool(wanted & self._names) or any(
            (folder / one).exists() for folder in folders for one in wanted
        )

    @cached_property
    def _names(self) -> frozenset[str]:
        """The names of the port's files."""
        return frozenset(name for _, _, names in os.walk(self._root) for name in names)


def _beside(folder: str) -> list[Path]:
    """Return the folders of the machine's own kind, as Debian has them."""
    return sorted(Path("/usr", folder).glob("*-linux-gnu"))
