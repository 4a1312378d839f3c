"""`porter.lock`: what each port was made of, one line a file.

A port has a section; a file has a line, sorted by path. A line starts with a check of its own text:
an edit by hand is found without a checksum over the whole, and the lines of two branches can be put
together whatever git made of them (`porter.sync.branches`).

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

import re
from pathlib import Path

from porter import __version__
from porter.errors import PorterError
from porter.files.write import write_atomically
from porter.project.names import LOCK
from porter.sync.lock_lines import CONFLICT, HEAD, FileLine, PortLock, check_of, text_of, unquoted
from porter.sync.states import State

FORMAT = 1
_HEADER = "# Written by `porter sync`; commit it. Where a merge stops here, run `porter sync`."
#: Starts of the lines with which git marks a conflict.
_MARKERS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")


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


def read_both(folder: Path) -> tuple[dict[str, PortLock], list[tuple[PortLock, FileLine]]] | None:
    """Read a lock in which two branches met: the conflict of a merge, or the lines of both.

    Returns:
        The sections with what comes first of each thing that is there twice, and second lines for
        files with their section; None for a lock of one branch.

    Raises:
        PorterError: a line was edited by hand, or is from a newer porter.
    """
    path = folder / LOCK
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None  # `read` tells
    reader = _Reader(path, both=True)
    sections = reader.sections(text)
    return (sections, reader.others) if reader.is_double else None


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


def section_of(text: str, path: Path) -> PortLock:
    """Return the section that `text_of` wrote.

    Raises:
        PorterError: it did not.
    """
    (section,) = _Reader(path).sections(f"porter-lock {FORMAT}\n{text}").values()
    return section


class _Reader:
    """Reads a lock file; an error names the line.

    Args:
        path: the file.
        both: take two branches' lines; the second ones for a file are `others`.
    """

    def __init__(self, path: Path, *, both: bool = False) -> None:
        self._path = path
        self._number = 0
        self._both = both
        self.is_double = False
        self.others: list[tuple[PortLock, FileLine]] = []

    def sections(self, text: str) -> dict[str, PortLock]:
        found: dict[str, PortLock] = {}
        section: PortLock | None = None
        heads: list[str] = []
        for number, line in enumerate(text.split("\n"), 1):
            self._number = number
            if line[:7] in _MARKERS:
                if self._both:
                    self.is_double = True
                    continue
                raise self._error("holds the conflict of a merge", "run `porter sync`")
            if number == 1:
                self._format(line)
            elif line.startswith("port "):
                name = unquoted(line[5:])
                self._double(name in found, f"names the port {name} twice")
                heads = [] if name in found else list(HEAD)
                section = found.setdefault(name, PortLock(name, "", "", "", "", ""))
            elif line.startswith("  ") and section is not None:
                key = line[2:].partition(" ")[0]
                if key in HEAD and key not in heads:
                    self._double(True, f"has two lines for {key}")
                elif heads:
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
        setattr(section, key, unquoted(value) if key == "upstream" else value)
        if key == "porter" and _release(value) > _release(__version__):
            raise self._error(
                f"was written by a newer porter, {value}",
                f"this is porter {__version__}: install {value} or later",
            )

    def _file(self, section: PortLock, said: str) -> None:
        check, _, rest = said.partition(" ")
        columns = rest.split(" ", 4)
        if check != check_of(section.port, rest) or len(columns) != 5:
            raise self._edited()
        todo, upstream, base, port, names = columns
        name, _, source = names.partition("\t")
        path = unquoted(name)
        self._double(path in section.files, f"has two lines for {path}")
        try:
            one = FileLine(
                path,
                None if upstream == "-" else unquoted(source) if source else path,
                int(todo),
                _state(upstream),
                _state(base),
                None if port == CONFLICT else _state(port),
                port == CONFLICT,
            )
        except ValueError as error:
            raise self._edited() from error
        if path in section.files:
            self.others.append((section, one))
        else:
            section.files[path] = one

    def _double(self, is_double: bool, what: str) -> None:
        """Note that two branches wrote the same thing.

        Raises:
            PorterError: only one is expected.
        """
        if is_double and not self._both:
            raise self._error(what, "run `porter sync`")
        self.is_double |= is_double

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
