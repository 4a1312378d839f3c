"""Where a port differs from its base, line by line, by `git diff`."""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from porter.errors import PorterError
from porter.sync.git import git, told

_HEAD = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines of the base that other lines of the port stand for.

    Attributes:
        start: first line of the base, from 1; the line before which lines were added.
        count: how many lines of the base.
        port_start: first line of the port, from 1.
        port_count: how many lines of the port.
        text: the hunk as `git diff` prints it, from its `@@` on.
    """

    start: int
    count: int
    port_start: int
    port_count: int
    text: bytes

    @property
    def body(self) -> bytes:
        """The lines taken away and the lines added."""
        return self.text.partition(b"\n")[2]

    @property
    def is_blank(self) -> bool:
        """Whether nothing but white space at the ends of lines changed."""
        lines = self.body.split(b"\n")
        taken = [line[1:].rstrip() for line in lines if line.startswith(b"-")]
        return taken == [line[1:].rstrip() for line in lines if line.startswith(b"+")]

    def covers(self, line: int) -> bool:
        """Tell whether a line of the base was changed or removed."""
        return self.start <= line < self.start + self.count


def difference(
    base: bytes,
    port: bytes,
    path: str,
    context: int = 3,
    *,
    new: bool = False,
    gone: bool = False,
) -> bytes:
    """Return the patch that makes `port` of `base`, empty when they are the same.

    Args:
        base: the pure conversion; empty for a file that was added.
        port: the port's file.
        path: what the patch calls both.
        context: lines around a change.
        new: the base has no such file.
        gone: the port has no such file.

    Raises:
        PorterError: git is missing or failed.
    """
    if base == port and not new and not gone:
        return b""
    with tempfile.TemporaryDirectory(prefix="porter-diff-") as scratch:
        for name, data in (("base", base), ("port", port)):
            Path(scratch, name).write_bytes(data)
        result = git(
            "-c", "core.autocrlf=false", "diff", "--no-index", "--no-ext-diff", "--no-color",
            "--binary", "--diff-algorithm=histogram", f"-U{context}", "base", "port",
            folder=Path(scratch),
        )  # fmt: skip
    if result.returncode not in (0, 1):
        raise PorterError("git diff failed", path=path, hint=told(result))
    lines = [f"diff --git a/{path} b/{path}"]
    lines += ["new file mode 100644"] * new + ["deleted file mode 100644"] * gone
    at = result.stdout.find(b"\n@@ ")
    if at >= 0:
        lines += ["--- /dev/null" if new else f"--- a/{path}"]
        lines += ["+++ /dev/null" if gone else f"+++ b/{path}"]
    else:  # binary, with the digests that git needs to apply it; or empty
        at = result.stdout.find(b"\nindex ")
    head = ("\n".join(lines) + "\n").encode("utf-8", "surrogateescape")
    return head + (result.stdout[at + 1 :] if at >= 0 else b"")


def hunks(base: bytes, port: bytes, path: str) -> list[Hunk]:
    """Return the places where `port` differs from `base`; none for a binary file.

    Raises:
        PorterError: git is missing or failed.
    """
    patch = difference(base, port, path, context=0)
    found = []
    for part in re.split(rb"^(?=@@ -)", patch, flags=re.MULTILINE)[1:]:
        match = _HEAD.match(part)
        assert match is not None
        start, count, port_start, port_count = (int(one or b"1") for one in match.groups())
        # Where nothing was taken away, git names the line behind which lines were added.
        found.append(
            Hunk(start + (not count), count, port_start + (not port_count), port_count, part)
        )
    return found
