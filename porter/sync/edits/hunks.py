"""The hunks in which a port differs from its base, by `git diff`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from porter.sync.edits.patches import difference

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


def hunks(base: bytes, port: bytes) -> list[Hunk]:
    """Return the places where `port` differs from `base`; none for a binary file.

    Raises:
        PorterError: git is missing or failed.
    """
    patch = difference(base, port, context=0)
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
