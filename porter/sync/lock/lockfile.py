"""`porter.lock`: the inputs that each port was made from, one line per file.

A port has a section; a file has a line, sorted by path. A line starts with a check of its own text:
an edit by hand is found without a checksum over the whole, and the lines of two branches can be put
together whatever git made of them (`porter.sync.plan.branches`).

    port ported/kit
      upstream csrc_cuda/kit
      revision tree 6f1c…
      porter 0.1.0
      tables 8e02…
      options {"to":"hip"}
      3fa1b2 0 <upstream> <base> <port> softmax.cu

The columns of a file: number of errors that a person has to resolve, and what upstream's file, the
pure conversion and the port's file are (`porter.sync.lock.states`). `-` stands for no file.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from porter.errors import PorterError
from porter.files.names import LOCK
from porter.files.regular import read_regular
from porter.files.write import write_atomically
from porter.sync.lock.lines import FileLine, PortLock, text_of
from porter.sync.lock.reader import FORMAT, LockReader

_HEADER = "# Written by `porter sync`; commit it. Where a merge stops here, run `porter sync`."


def read(folder: Path) -> dict[str, PortLock]:
    """Return the sections of the `porter.lock` of `folder`, none when there is no such file.

    Raises:
        PorterError: it was edited, holds conflicts of a merge, or is from a newer porter.
    """
    path = folder / LOCK
    try:
        text = _text(path)
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise PorterError(f"cannot be read: {error}", path=path) from error
    return LockReader(path).sections(text)


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
        text = _text(path)
    except (OSError, UnicodeDecodeError):
        return None  # `read` tells
    reader = LockReader(path, both=True)
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
    write_atomically(path, ("\n".join(parts) + "\n").encode("utf-8"), durable=True)


def section_of(text: str, path: Path) -> PortLock:
    """Return the section that `text_of` wrote.

    Args:
        text: the section.
        path: file that it stands in, for the message.

    Raises:
        PorterError: it did not.
    """
    sections = list(LockReader(path).sections(f"porter-lock {FORMAT}\n{text}").values())
    if len(sections) != 1:
        raise PorterError("holds no section of a lock", path=path)
    return sections[0]


def _text(path: Path) -> str:
    """Return the text of a lock, which is a file and no link to another one."""
    if not stat.S_ISREG(os.lstat(path).st_mode):
        raise OSError("it is not a regular file")
    return read_regular(path).decode("utf-8")
