"""`porter.lock`: what each port was made of, one line a file.

A port has a section; a file has a line, sorted by path, so that two branches that touch different
files merge without a conflict. A line starts with a check of its own text: an edit by hand is found
without a checksum over the whole, on which every merge would stumble.

    port ported/kit
      upstream csrc_cuda/kit
      revision tree 6f1c…
      porter 0.1.0
      tables 8e02…
      options {"to":"hip"}
      3fa1b2 0 <upstream> <base> <port> softmax.cu

The columns of a file: number of errors that a person has to resolve, and what upstream's file, the
pure conversion and the port's file are (`porter.sync.states`). `-` stands for no file.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from porter import __version__
from porter.cache import digest_of
from porter.emit.write import write_atomically
from porter.errors import PorterError
from porter.project.names import LOCK
from porter.sync.states import State

FORMAT = 1
#: Stands for the port's file while a conflict in the file is open.
CONFLICT = "conflict"
_HEAD = ("upstream", "revision", "porter", "tables", "options")
_HEADER = (
    "# Written by `porter sync`; commit it. Where a merge stops here: take either side, sync again."
)
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
    def todo(self) -> dict[str, int]:
        """Path -> number of errors that a person has to resolve, where there are any."""
        return {path: line.todo for path, line in self.files.items() if line.todo}

    @property
    def conflicts(self) -> list[str]:
        """Paths with an open conflict."""
        return sorted(path for path, line in self.files.items() if line.conflict)


def read(folder: Path) -> dict[str, PortLock]:
    """Return the sections of the `porter.lock` of `folder`, none when there is no such file.

    Raises:
        PorterError: it was edited, holds conflicts of a merge, or is from a newer porter.
    """
    path = folder / LOCK
    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise PorterError(f"cannot be read: {error}", path=path) from error
    return _Reader(path).sections(text)


def write(folder: Path, sections: dict[str, PortLock]) -> None:
    """Write the `porter.lock` of `folder`; without sections there is none."""
    path = folder / LOCK
    if not sections:
        path.unlink(missing_ok=True)
        return
    parts = [f"porter-lock {FORMAT}", _HEADER]
    for _, section in sorted(sections.items()):
        parts += ["", text_of(section).rstrip("\n")]
    write_atomically(path, ("\n".join(parts) + "\n").encode("utf-8"))


def text_of(section: PortLock) -> str:
    """Return the text of a section, as `section_of` reads it."""
    values = (section.upstream, section.revision, section.porter, section.tables, section.options)
    lines = [f"port {_quoted(section.port)}"]
    lines.append(f"  upstream {_quoted(values[0])}")
    lines += [f"  {key} {value}" for key, value in zip(_HEAD[1:], values[1:], strict=True)]
    for path in sorted(section.files):
        said = _said(section.files[path])
        lines.append(f"  {_check(section.port, said)} {said}")
    return "\n".join(lines) + "\n"


def section_of(text: str, path: Path) -> PortLock:
    """Return the section that `text_of` wrote.

    Raises:
        PorterError: it did not.
    """
    (section,) = _Reader(path).sections(f"porter-lock {FORMAT}\n{text}").values()
    return section


def _said(line: FileLine) -> str:
    states = [str(one or "-") for one in (line.upstream, line.base, line.port)]
    if line.conflict:
        states[2] = CONFLICT
    said = f"{line.todo} {' '.join(states)} {_quoted(line.path)}"
    return said if line.source in (None, line.path) else f"{said}\t{_quoted(line.source or '')}"


def _check(port: str, said: str) -> str:
    return digest_of(f"{port}\0{said}".encode("utf-8", "surrogateescape"))[:6]


def _quoted(path: str) -> str:
    return path if _PLAIN.fullmatch(path) else json.dumps(path)


def _unquoted(text: str) -> str:
    return str(json.loads(text)) if text.startswith('"') else text


class _Reader:
    """Reads a lock file; an error names the line."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._number = 0

    def sections(self, text: str) -> dict[str, PortLock]:
        found: dict[str, PortLock] = {}
        section: PortLock | None = None
        heads: list[str] = []
        for number, line in enumerate(text.split("\n"), 1):
            self._number = number
            if line[:7] in ("<<<<<<<", "=======", ">>>>>>>"):
                raise self._error(
                    "holds the conflict of a merge",
                    "take either side of it, then run `porter sync`",
                )
            if number == 1:
                self._format(line)
            elif line.startswith("port "):
                section = PortLock(_unquoted(line[5:]), "", "", "", "", "")
                if section.port in found:
                    raise self._error(f"names the port {section.port} twice", "remove one of them")
                found[section.port] = section
                heads = list(_HEAD)
            elif line.startswith("  ") and section is not None:
                if heads:
                    self._head(section, heads.pop(0), line[2:])
                else:
                    self._file(section, line[2:])
            elif line and not line.startswith("#"):
                raise self._edited()
        return found

    def _format(self, line: str) -> None:
        match = re.fullmatch(r"porter-lock (\d+)", line)
        if match is None:
            raise self._error("is no lock file of porter's", "restore it from version control")
        if int(match.group(1)) > FORMAT:
            raise self._error(
                f"was written by a newer porter (format {match.group(1)}; this one knows {FORMAT})",
                f"this is porter {__version__}: install a newer one",
            )

    def _head(self, section: PortLock, key: str, said: str) -> None:
        name, _, value = said.partition(" ")
        if name != key or not value:
            raise self._edited()
        setattr(section, key, _unquoted(value) if key == "upstream" else value)
        if key == "porter" and _release(value) > _release(__version__):
            raise self._error(
                f"was written by a newer porter, {value}",
                f"this is porter {__version__}: install {value} or later",
            )

    def _file(self, section: PortLock, said: str) -> None:
        check, _, rest = said.partition(" ")
        columns = rest.split(" ", 4)
        if check != _check(section.port, rest) or len(columns) != 5:
            raise self._edited()
        todo, upstream, base, port, names = columns
        name, _, source = names.partition("\t")
        path = _unquoted(name)
        if path in section.files:
            raise self._error(f"has two lines for {path}", "remove one of them, either")
        try:
            section.files[path] = FileLine(
                path,
                None if upstream == "-" else _unquoted(source) if source else path,
                int(todo),
                _state(upstream),
                _state(base),
                None if port == CONFLICT else _state(port),
                port == CONFLICT,
            )
        except ValueError as error:
            raise self._edited() from error

    def _edited(self) -> PorterError:
        return self._error(
            "was edited by hand", "restore it from version control; only porter writes it"
        )

    def _error(self, message: str, hint: str) -> PorterError:
        return PorterError(message, path=self._path, line=self._number, hint=hint)


def _state(text: str) -> State | None:
    return None if text == "-" else State.parse(text)


def _release(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])
