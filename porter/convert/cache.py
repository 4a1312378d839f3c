"""The conversion cache: results of earlier runs, so that unchanged files are not converted again.

One cache file holds the results of one tree under one set of options. Its name is a digest of
the root, the options, porter's rules and porter's own code, so that a change to any of these
starts afresh. For each source file it has the signature on disk, a digest of the bytes, a digest of
what else the conversion depended on, and the result. `porter.convert.cache_form` defines the file
format; a file of another form is an empty cache.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import porter
from porter.convert.cache_form import FORMAT, Content, decode, encode
from porter.convert.result import FileResult
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
    "listing.py",
    "options.py",
    "rule_ids.py",
    "packs",
    "processes",
    "project",
    "ptx",
    "source",
    "tables",
    "toolchain",
)


class Cache:
    """The results of the files of one tree under one set of options.

    Args:
        path: the cache file; None for a cache that neither reads nor writes anything.

    Attributes:
        path: the cache file; None where there is none.
        files: path -> result of a source file.
        fingerprint: of what files are to one another (`ProjectIndex.fingerprint`).
        rule_metadata: what is known of all rules (`porter.fixers.registry.dump_metadata`).
        destination: folder of the port that `written` and `copies` are about.
        written: path -> signature of what a source file became in the port.
        copies: path -> signatures of a file that no rule is written for, in the source and in the
            port, which took it over.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.files: dict[str, FileResult] = {}
        self.fingerprint = ""
        self.rule_metadata: list[Any] = []
        self.destination = ""
        self.written: dict[str, Signature] = {}
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
        parts = (str(FORMAT), str(real_path(root)), repr(choices), _rules_digest(), code_digest())
        name = hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogateescape"), digest_size=16)
        return cls(folder / f"{name.hexdigest()}.cache")

    def keep(self, hits: Mapping[str, FileResult], fresh: Iterable[FileResult]) -> None:
        """Forget the results of all files but these.

        Args:
            hits: results that the cache has, by path.
            fresh: results of this run; those of files that were not converted are not kept.
        """
        self.written = {path: one for path, one in self.written.items() if path in hits}
        self.files = {path: one for path, one in self.files.items() if path in hits}
        self.files |= {one.path: one for one in fresh if one.is_converted}

    def is_about(self, destination: str) -> None:
        """Forget what was written, unless it was written to the folder `destination`."""
        if self.destination != destination:
            self.destination, self.written, self.copies = destination, {}, {}

    def save(self) -> None:
        """Write the cache, unless nothing changed; one that cannot be written is lost."""
        if self.path is None:
            return
        content = Content(
            self.fingerprint,
            self.rule_metadata,
            self.destination,
            self.copies,
            self.written,
            self.files,
        )
        data = encode(content)
        with suppress(OSError):
            if data == self._loaded:
                os.utime(self.path)
                return
            write_atomically(self.path, data)
            _prune(self.path.parent)

    def _load(self, path: Path) -> None:
        try:
            data = read_regular(path, LARGEST)
        except OSError:
            return
        content = decode(data)
        if content is None:
            return
        self.fingerprint, self.rule_metadata, self.destination = content[:3]
        self.copies, self.written = dict(content.copies), dict(content.written)
        self.files = dict(content.files)
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
def code_digest() -> str:
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
