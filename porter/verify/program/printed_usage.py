"""How a program is called by the usage text that it prints where it is called otherwise.

A source may serve several programs, and a text that is put together is in none: what is printed is
the program's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from porter.verify.program.drawn_files import with_drawn
from porter.verify.program.found import Command
from porter.verify.program.read_data import read_data
from porter.verify.program.usage_texts import allowed, usage

#: A head over the line that says it.
_HEAD = re.compile(r"(?i)^\W*usage\s*+:?+\s*+$")
_MOST_LINES = 100


def asked_for(root: Path, tried: Sequence[Command], printed: Sequence[str]) -> Iterator[Command]:
    """Yield further calls of a program that could not be called as was known.

    Args:
        root: the tree.
        tried: how it was called.
        printed: what it printed then.
    """
    place = tried[-1].folder
    known = {(one.args, one.input) for one in tried}
    for synopsis in dict.fromkeys(one for text in printed for one in _synopses(text)):
        data = read_data(root, place)
        for is_all_given in (False, True):
            for args, _ in allowed(synopsis, data, is_all_given=is_all_given):
                told = "guessed: the usage text that it prints"
                command = with_drawn(root, Command(place, args, told))
                if args and (args, command.input) not in known:
                    known.add((args, command.input))
                    yield command


def _synopses(text: str) -> Iterator[str]:
    """Yield what stands behind the program's name in each usage text."""
    lines = [line for line in text.splitlines()[:_MOST_LINES] if line.strip()]
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        found = usage(f"Usage: {following}") if _HEAD.match(line) else usage(line)
        if found is not None:
            yield found[1]
