"""A cache of objects by content: the compiler, the source, and every header that it included."""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from porter.files import json_values as values
from porter.files.expiry import touch
from porter.files.regular import LARGEST_SOURCE, open_regular, read_regular, read_regular_text
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
                touch(path)
            return made
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache, prefix="build-") as directory:
        work = Path(directory)
        make(work)
        files = _digests(dependencies(work / "depends"))
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
        state = values.fields(values.parsed(read_regular(record)), ("object", "files"))
        made, files = values.text(state["object"]), values.table(state["files"])
        digests = {values.name(path): values.text(digest) for path, digest in files.items()}
    except (OSError, ValueError):
        return None
    return None if _OBJECT.fullmatch(made) is None else (made, digests)


def dependencies(path: Path) -> list[str]:
    """Read a make rule as clang's -MD writes it: the files after the colon."""
    text = read_regular_text(path, LARGEST_SOURCE, "surrogateescape").replace("\\\n", " ")
    words = re.findall(r"(?:\\ |\S)+", text.partition(": ")[2])
    return sorted({word.replace("\\ ", " ") for word in words})


def _digests(paths: Sequence[str] | dict[str, str]) -> dict[str, str]:
    digests = {}
    for path in paths:
        try:
            with open_regular(path) as stream:
                digests[path] = hashlib.file_digest(stream, "sha256").hexdigest()
        except OSError:
            digests[path] = ""
    return digests
