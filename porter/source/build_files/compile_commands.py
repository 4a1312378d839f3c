"""The commands of a compilation database, `compile_commands.json`.

Source: Clang's "JSON Compilation Database Format Specification".
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from porter.errors import PorterError
from porter.files.regular import LARGEST_SOURCE, read_regular
from porter.source.text.shell_words import shell_words

NAME = "compile_commands.json"


class CompileCommand(NamedTuple):
    """One entry of a database.

    Attributes:
        file: the source, as the entry has it, relative to `folder`; empty where it names none.
        folder: where the command is run, as the entry has it.
        words: the command: the compiler and its arguments.
    """

    file: str
    folder: str
    words: tuple[str, ...]


def compile_commands(path: Path) -> Iterator[CompileCommand]:
    """Yield the commands of a database.

    Args:
        path: the file; it may be a stranger's.

    Raises:
        PorterError: it cannot be read, or is no compilation database.
    """
    try:
        for entry in json.loads(read_regular(path, LARGEST_SOURCE)):
            yield CompileCommand(
                _text(entry.get("file", "")), _text(entry["directory"]), _words(entry)
            )
    except OSError as error:
        raise PorterError(error.strerror or str(error), path=path) from error
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        message = f"not a compilation database: {error!r}"
        raise PorterError(message, path=path, hint="remove it or generate it again") from error


def _words(entry: dict[str, Any]) -> tuple[str, ...]:
    """Return the command of an entry: `arguments`, else `command`, split as a shell does."""
    given = entry.get("arguments")
    words = given if isinstance(given, list) else shell_words(_text(entry["command"]))
    if not words:
        raise ValueError("an entry has no command")
    return tuple(map(_text, words))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    if "\0" in value:
        raise ValueError("a name or a word holds a NUL")
    return value
