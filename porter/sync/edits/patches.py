"""Patches that `git apply` takes, file kinds and odd names included."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from porter.errors import PorterError
from porter.sync.lock.states import EXECUTABLE, FILE, LINK, Content
from porter.sync.upstream.git import ALONE, DIFF, git, output_of

_MODES = {FILE: "100644", EXECUTABLE: "100755", LINK: "120000"}
_ESCAPED = {7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 34: '"', 92: "\\"}
_ODD = re.compile(rb'[\x00-\x1f\x7f"\\]')


def patch(path: str, old: Content | None, new: Content | None) -> bytes:
    """Return the patch that makes `new` of `old`, empty when they are the same.

    Args:
        path: what both are called.
        old: the file before; None for none.
        new: the file after; None for none.

    Raises:
        PorterError: git is missing or failed.
    """
    if old == new:
        return b""
    if old is not None and new is not None and LINK in (old.kind, new.kind):
        # A link has no lines: the old one goes, the new one comes.
        return patch(path, old, None) + patch(path, None, new)
    names = _name("a", path), _name("b", path)
    lines = [b"diff --git %s %s" % names]
    if old is None or new is None:
        there, what = (new, b"new file") if old is None else (old, b"deleted file")
        assert there is not None
        lines.append(b"%s mode %s" % (what, _MODES[there.kind].encode()))
    elif old.kind != new.kind:
        lines.append(f"old mode {_MODES[old.kind]}".encode())
        lines.append(f"new mode {_MODES[new.kind]}".encode())
    body = difference(b"" if old is None else old.data, b"" if new is None else new.data)
    if body.startswith(b"@@"):
        # A name with a space ends where a TAB does.
        ends = [name + b"\t" * (b" " in name and not name.startswith(b'"')) for name in names]
        lines.append(b"--- " + (b"/dev/null" if old is None else ends[0]))
        lines.append(b"+++ " + (b"/dev/null" if new is None else ends[1]))
    return b"\n".join(lines) + b"\n" + body


def difference(old: bytes, new: bytes, context: int = 3) -> bytes:
    """Return hunks from their `@@` on, or a binary patch from its `index` on; empty for none.

    Args:
        old: the bytes before.
        new: the bytes after.
        context: lines around a change.

    Raises:
        PorterError: git is missing or failed.
    """
    if old == new:
        return b""
    with tempfile.TemporaryDirectory(prefix="porter-diff-") as scratch:
        for name, data in (("old", old), ("new", new)):
            Path(scratch, name).write_bytes(data)
        result = git(
            *DIFF, "--no-index", "--binary", "--diff-algorithm=histogram", f"-U{context}",
            "--", "old", "new", folder=Path(scratch), environment=ALONE,
        )  # fmt: skip
    if result.returncode not in (0, 1):
        raise PorterError("git diff failed", hint=output_of(result))
    at = result.stdout.find(b"\n@@ ")
    if at < 0:
        at = result.stdout.find(b"\nindex ")  # with the digests that git needs to apply it
    return result.stdout[at + 1 :]


def _name(side: str, path: str) -> bytes:
    """Return a path as git writes it: quoted, with escapes, where it holds odd bytes."""
    name = f"{side}/{path}".encode("utf-8", "surrogateescape")
    if not _ODD.search(name):
        return name
    return b'"' + _ODD.sub(_escape, name) + b'"'


def _escape(match: re.Match[bytes]) -> bytes:
    byte = match.group()[0]
    return b"\\" + _ESCAPED.get(byte, f"{byte:03o}").encode()
