"""What earlier runs found out, by content: a file that has not changed is not looked at again.

One cache file holds what is known of one tree under one set of options. Its name is a digest of
the root, the options, porter's rules and porter's own code, so that a change to any of these
starts afresh. For each source file it has the signature on disk, a digest of the bytes, a digest of
what else the conversion depended on, and the result. It is in `marshal`'s form, the fastest that
Python reads, behind a line that names the Python it is for and a checksum, which guards against
whatever may happen to files: a damaged cache is an empty one.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from porter.files.write import write_atomically
from porter.tables import rules_folder

if TYPE_CHECKING:
    from porter.result import Encoded

#: Raised when the form of the file changes.
FORMAT = 5
#: Bytes and files that all caches together may take; the least recently used go first.
LARGEST = 256_000_000
MOST = 64
#: A file changed this shortly before it was looked at may change again unnoticed.
_RACE_NS = 50_000_000
#: Parts of the package that no conversion goes through.
_APART = frozenset("build cli derive execute report toolchain verify sync __pycache__".split())

#: Starts the environment of a file whose result may depend on any other file of the project.
LOOKED_AROUND = "around "

#: Size, time of change in ns and inode: what tells, without reading, that a file is the same.
Signature = tuple[int, int, int]


@dataclass(slots=True)
class Known:
    """What is known of one file.

    Attributes:
        signature: of the file that was read; None when it may have changed since, unnoticed.
        digest: of its bytes.
        environment: digest of what else its conversion depended on.
        facts: what it says about itself, as JSON (`porter.project.facts`).
        facts_digest: of that part of the facts that matters to other files.
        defines: it defines a name that means something to a rule.
        result: everything but the edits, as plain values (`porter.result`).
        edits: the edits, as JSON.
        written: signature of the file that it became in `Cache.destination`.
    """

    signature: Signature | None
    digest: str
    environment: str
    facts: str
    facts_digest: str
    defines: bool
    result: Encoded
    edits: str
    written: Signature | None = None


class Cache:
    """What is known of the files of one tree under one set of options.

    Args:
        path: the cache file; None for a cache that neither reads nor writes anything.

    Attributes:
        files: path -> what is known of a source file.
        world: digest of what files are to one another.
        heads: what is known of all rules (`porter.fixers.registry.heads`).
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
        parts = (str(FORMAT), str(root.resolve()), repr(choices), _rules_digest(), _code_digest())
        name = hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogateescape"), digest_size=16)
        return cls(folder / f"{name.hexdigest()}.cache")

    def save(self) -> None:
        """Write what is known, unless nothing changed; a cache that cannot be written is lost."""
        if self._path is None:
            return
        body = self._body()
        with suppress(OSError):
            if body == self._loaded:
                os.utime(self._path)
                return
            write_atomically(self._path, _checksum(body) + body)
            _prune(self._path.parent)

    def _body(self) -> bytes:
        """Return all that is known."""
        files = [
            (
                path,
                one.signature,
                one.digest,
                one.environment,
                one.facts,
                one.facts_digest,
                one.defines,
                one.result,
                one.edits,
                one.written,
            )
            for path, one in self.files.items()
        ]
        copies = list(self.copies.items())
        # Version 2 does not look for values that occur twice, which takes longer than it saves.
        return marshal.dumps((self.world, self.heads, self.destination, copies, files), 2)

    def _load(self, path: Path) -> None:
        try:
            data = path.read_bytes()
        except OSError:
            return
        checksum, newline, body = data.partition(b"\n")
        if checksum + newline != _checksum(body):
            return
        self.world, self.heads, self.destination, copies, files = marshal.loads(body)
        self.copies = dict(copies)
        self.files = {path: Known(*rest) for path, *rest in files}
        self._loaded = body


def signature(path: Path | str) -> Signature:
    """Return the signature of a file.

    Raises:
        OSError: it is not there.
    """
    status = os.stat(path)
    return status.st_size, status.st_mtime_ns, status.st_ino


def lasting(found: Signature, looked: int | None = None) -> Signature | None:
    """Return `found` if a later change of the file is sure to change it, else None.

    Args:
        found: the signature.
        looked: when it was taken, in ns since the epoch; by default now.
    """
    looked = time.time_ns() if looked is None else looked
    return found if found[1] < looked - _RACE_NS else None


def digest_of(data: bytes) -> str:
    """Return the digest by which contents are compared."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _checksum(body: bytes) -> bytes:
    python = sys.implementation.cache_tag or ""
    return f"porter cache {FORMAT} {python} {zlib.crc32(body):08x}\n".encode()


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
    package = os.path.dirname(__file__)
    found = _signatures(package, (".py", ".hpp", ".toml"), _APART)
    return digest_of(repr(sorted(found)).encode())


@cache
def _rules_digest() -> str:
    """Return a digest of the rules that are data."""
    found = _signatures(str(rules_folder()), (".tsv", ".toml"), frozenset())
    return digest_of(repr(sorted(found)).encode())


def _signatures(
    folder: str, suffixes: tuple[str, ...], apart: frozenset[str]
) -> Iterator[tuple[str, Signature]]:
    """Yield path and signature of the files under `folder` that end in one of `suffixes`."""
    with os.scandir(folder) as listing:
        for child in listing:
            if child.name in apart:
                continue
            if child.is_dir():
                yield from _signatures(child.path, suffixes, apart)
            elif child.name.endswith(suffixes):
                yield child.path, signature(child.path)
