"""Objects kept by content: what made them, the source, and every header that it included."""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from porter.files.expiry import used
from porter.files.regular import read_regular
from porter.toolchain.home import porter_home

_OBJECT = re.compile(r"[0-9a-f]{32}\.o")


def cached_object(identity: Sequence[str], make: Callable[[Path], None]) -> Path:
    """Return the object that `make` makes, or the kept one when no file behind it changed.

    Args:
        identity: words that determine the result, besides the content of files.
        make: given a working directory, writes `object` and, as make's rule, `depends`.
    """
    cache = porter_home() / "cpu-executor" / "objects"
    words = "\0".join(identity)
    record = cache / f"{hashlib.sha256(words.encode()).hexdigest()[:32]}.json"
    if (state := _read(record)) is not None:
        name, files = state
        made = cache / name
        if made.is_file() and files == _digests(files):
            for path in (record, made, made.with_suffix(".files")):
                used(path)
            return made
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache, prefix="build-") as directory:
        work = Path(directory)
        make(work)
        files = _digests(_dependencies(work / "depends"))
        content = json.dumps([words, files], sort_keys=True)
        made = cache / f"{hashlib.sha256(content.encode()).hexdigest()[:32]}.o"
        (work / "object").rename(made)
        (work / "files").write_text("\n".join(files), encoding="utf-8")
        (work / "files").rename(made.with_suffix(".files"))
        (work / "record").write_text(
            json.dumps({"object": made.name, "files": files}), encoding="utf-8"
        )
        os.replace(work / "record", record)
    return made


def _read(record: Path) -> tuple[str, dict[str, str]] | None:
    """Return the object that a record names and the files behind it; None if it is no record."""
    try:
        state = json.loads(read_regular(record))
        name, files = state["object"], state["files"]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    if not isinstance(name, str) or _OBJECT.fullmatch(name) is None or not isinstance(files, dict):
        return None
    is_plain = all(isinstance(digest, str) and "\0" not in path for path, digest in files.items())
    return (name, files) if is_plain else None


def _dependencies(path: Path) -> list[str]:
    """Read a make rule as clang's -MD writes it: the files after the colon."""
    text = path.read_text(encoding="utf-8", errors="surrogateescape").replace("\\\n", " ")
    words = re.findall(r"(?:\\ |\S)+", text.partition(": ")[2])
    return sorted({word.replace("\\ ", " ") for word in words})


def _digests(paths: Sequence[str] | dict[str, str]) -> dict[str, str]:
    digests = {}
    for path in paths:
        try:
            digests[path] = hashlib.sha256(Path(path).read_bytes()).hexdigest()
        except OSError:
            digests[path] = ""
    return digests
