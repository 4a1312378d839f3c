"""The version of the tables: a digest of their content, the same on every machine."""

from __future__ import annotations

import hashlib
from functools import cache

from porter.tables.names import rules_folder


@cache
def tables_digest() -> str:
    """Return a digest of the rules that are data.

    Raises:
        PorterError: they are missing from this installation.
    """
    total = hashlib.blake2b(digest_size=16)
    root = rules_folder()
    for path in sorted(root.rglob("*")):
        if path.suffix in (".tsv", ".toml") and path.is_file():
            total.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return total.hexdigest()
