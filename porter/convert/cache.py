"""What earlier runs found out, by content: a file that has not changed is not looked at again.

One cache file holds what is known of one tree under one set of options. Its name is a digest of
the root, the options, porter's rules and porter's own code, so that a change to any of these
starts afresh. For each source file it has the signature on disk, a digest of the bytes, a digest of
what else the conversion depended on, and the result. `porter.convert.cache_form` says how it is
written; a file of another form is an empty cache.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import porter
from porter.convert.cache_form import FORMAT, Content, Known, decode, encode
from porter.files.digests import digest_of
from porter.files.real_path import real_path
from porter.files.regular import read_regular
from porter.files.signatures import Signature, signature, signatures
from porter.files.write import write_atomically
from porter.tables.names import rules_folder

#: Bytes and files that all caches together may take; the least recently used go first.
LARGEST = 256_000_000
MOST = 64
#: The parts of the package that a conversion goes through: what they import, they name here.
CODE = (
    "__init__.py",
    "clang",
    "compat",
    "convert",
    "errors.py",
    "files",
    "fixers",
    "options.py",
    "packs",
    "processes",
    "project",
    "ptx",
    "source",
    "tables",
    "toolchain",
)

#: Starts the environment of a file whose result may depend on any other file of the project.
LOOKED_AROUND = "around "


class Cache:
    """What is known of the files of one tree under one set of options.

    Args:
        path: the cache file; None for a cache that neither reads nor writes anything.

    Attributes:
        files: path -> what is known of a source file.
        world: digest of what files are to one another.
        heads: what is known of all rules (`porter.fixers.registry.dump_metadata`).
        destination: folder of the port that `Known.written` and `copies` are about.
        copies: path -> signatures of a file that no rule is written for, in the source and in the
            port, which took it over.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.files: dict[str, Known] = {}
        self.world = ""
        self.heads: list[Any] = []
        self.destination = ""
        self.copies: dict[str, tuple[Signature, Signature]] = {}
        self._loaded = b""
        if path is not None:
            self._load(path)

    @classmethod
    def of(cls, folder: Path, root: Path, choices: object) -> Cache:
        """Return the cache for the tree at `root`.

        Args:
            folder: where caches lie.
            root: the tree.
            choices: whatever results depend on beside files and porter; its `repr` counts.
        """
        parts = (str(FORMAT), str(real_path(root)), repr(choices), _rules_digest(), _code_digest())
        name = hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogateescape"), digest_size=16)
        return cls(folder / f"{name.hexdigest()}.cache")

    def save(self) -> None:
        """Write what is known, unless nothing changed; a cache that cannot be written is lost."""
        if self._path is None:
            return
        content = Content(self.world, self.heads, self.destination, self.copies, self.files)
        data = encode(content)
        with suppress(OSError):
            if data == self._loaded:
                os.utime(self._path)
                return
            write_atomically(self._path, data)
            _prune(self._path.parent)

    def _load(self, path: Path) -> None:
        try:
            data = read_regular(path, LARGEST)
        except OSError:
            return
        content = decode(data)
        if content is None:
            return
        self.world, self.heads, self.destination = content[:3]
        self.copies, self.files = dict(content.copies), dict(content.files)
        self._loaded = data


def _prune(folder: Path) -> None:
    """Remove the least recently used caches when there are too many or too large ones."""
    found = []
    with os.scandir(folder) as listing:
        for child in listing:
            if child.name.endswith(".cache"):
                with suppress(OSError):
                    status = child.stat()
                    found.append((status.st_mtime_ns, status.st_size, child.path))
    total = 0
    for number, (_, size, path) in enumerate(sorted(found, reverse=True)):
        total += size
        if number and (number >= MOST or total > LARGEST):
            with suppress(OSError):
                os.unlink(path)


@cache
def _code_digest() -> str:
    """Return a digest of the code that a conversion goes through."""
    package = os.path.dirname(porter.__file__)
    found: list[tuple[str, Signature]] = []
    for part in CODE:
        path = f"{package}/{part}"
        if part.endswith(".py"):
            found.append((path, signature(path)))
        else:
            found += signatures(path, (".py", ".hpp", ".toml"))
    return digest_of(repr(sorted(found)).encode())


@cache
def _rules_digest() -> str:
    """Return a digest of the rules that are data."""
    found = signatures(str(rules_folder()), (".tsv", ".toml"))
    return digest_of(repr(sorted(found)).encode())
