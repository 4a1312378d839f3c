"""The lines of a section of `porter.lock`: see `porter.sync.lock.lockfile`."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from porter.files import json_values
from porter.files.digests import digest_of
from porter.sync.lock.states import State

#: Stands for the port's file while a conflict in the file is open.
CONFLICT = "conflict"
#: Stands for the tables of a lock that two branches wrote. No tables have this digest: whatever is
#: still open, the sync that follows settles.
MERGED = "merged"
#: Keys of a section, in order, behind its first line.
HEAD = ("upstream", "revision", "porter", "tables", "options")
_PLAIN = re.compile(
    r"[^\s\"\x00-\x1f\x7f-\xa0\ud800-\udfff][^\"\t\x00-\x1f\x7f-\xa0\ud800-\udfff]*(?<! )"
)


@dataclass(frozen=True, slots=True)
class FileLine:
    """What is known of one file of a port, or of one of upstream's without a place in the port.

    Attributes:
        path: in the port; in upstream, where it has no place in the port.
        source: path in upstream; None where upstream has no such file.
        todo: errors that the conversion reports and that no hand edit has resolved.
        upstream: upstream's file.
        base: the pure conversion; None without a place in the port.
        port: the port's file when porter last ran; None when a person removed it, and
        conflict: whether a conflict in it is open.
    """

    path: str
    source: str | None
    todo: int
    upstream: State | None
    base: State | None = None
    port: State | None = None
    conflict: bool = False


@dataclass(slots=True)
class PortLock:
    """The section of one port.

    Attributes:
        port: the port's folder, relative to that of porter.toml.
        upstream: upstream's folder, likewise.
        revision: `tree DIGEST`, or `git NAME COMMIT`.
        porter: version of porter.
        tables: digest of the tables.
        options: the choices of the conversion, as JSON.
        files: path -> line.
    """

    port: str
    upstream: str
    revision: str
    porter: str
    tables: str
    options: str
    files: dict[str, FileLine] = field(default_factory=dict)

    @property
    def sources(self) -> dict[str, State]:
        """Path in upstream -> file."""
        return {
            line.source: line.upstream
            for line in self.files.values()
            if line.source is not None and line.upstream is not None
        }

    @property
    def commit(self) -> str | None:
        """The commit of a git remote that upstream is; None for a folder that is its own."""
        return self.revision.split(" ")[2] if self.revision.startswith("git ") else None

    @property
    def todo(self) -> dict[str, int]:
        """Path -> number of errors that a person has to resolve, where there are any."""
        return {path: line.todo for path, line in self.files.items() if line.todo}

    @property
    def conflicts(self) -> list[str]:
        """Paths with an open conflict."""
        return sorted(path for path, line in self.files.items() if line.conflict)


def text_of(section: PortLock) -> str:
    """Return the text of a section, as `section_of` reads it."""
    values = (section.upstream, section.revision, section.porter, section.tables, section.options)
    lines = [f"port {quoted(section.port)}"]
    lines.append(f"  upstream {quoted(values[0])}")
    lines += [f"  {key} {value}" for key, value in zip(HEAD[1:], values[1:], strict=True)]
    for path in sorted(section.files):
        line_text = _line_text(section.files[path])
        lines.append(f"  {check_of(section.port, line_text)} {line_text}")
    return "\n".join(lines) + "\n"


def _line_text(line: FileLine) -> str:
    states = [str(one or "-") for one in (line.upstream, line.base, line.port)]
    if line.conflict:
        states[2] = CONFLICT
    line_text = f"{line.todo} {' '.join(states)} {quoted(line.path)}"
    return (
        line_text
        if line.source in (None, line.path)
        else f"{line_text}\t{quoted(line.source or '')}"
    )


def check_of(port: str, line_text: str) -> str:
    """Return the check that a line of a port starts with."""
    return digest_of(f"{port}\0{line_text}".encode("utf-8", "surrogateescape"))[:6]


def quoted(path: str) -> str:
    """Return a path as it is written: as it is, or as JSON where it could be misread."""
    return path if _PLAIN.fullmatch(path) else json.dumps(path)


def unquoted(text: str) -> str:
    """Return the path that `quoted` wrote.

    Raises:
        ValueError: it did not.
    """
    if not text.startswith('"'):
        return text
    return json_values.text(json_values.parsed(text))
