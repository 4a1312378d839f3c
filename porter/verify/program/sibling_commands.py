"""Calls of programs beside others: `means_gpu` takes the files that `means_cpu` is shown with.

Those that a number alone tells apart (`sort_v0`, `sort_v1`) take the same numbers, too.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from porter.verify.program.found import Command

#: As much of their names is the same of programs that take the same files.
_SHARED = 3
_NUMBER = re.compile(r"\d++")


def sibling_commands(
    root: Path, programs: Sequence[str], known: Mapping[str, Sequence[Command]]
) -> Iterator[tuple[str, Command]]:
    """Yield programs of which no call is known, with calls of those beside them.

    Args:
        root: the tree.
        programs: all executables, relative to it.
        known: how some of them are called.
    """
    for path in programs:
        if any(one.args for one in known.get(path, ())):
            continue
        folder, name = posixpath.split(path)
        for other, commands in known.items():
            place, its_name = posixpath.split(other)
            if place != folder or name[:_SHARED] != its_name[:_SHARED]:
                continue
            for one in commands:
                is_of_files = any((root / one.folder / word).is_file() for word in one.args)
                if is_of_files or (one.args and _without_numbers(name, its_name)):
                    yield path, one._replace(origin=f"{one.origin}, of {its_name} beside it")


def _without_numbers(one: str, other: str) -> bool:
    """Tell whether two names are the same but for their numbers."""
    return _NUMBER.sub("", one) == _NUMBER.sub("", other)
