"""What a machine of a cluster does: run one command in a folder that all machines share."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from porter.files.regular import LARGEST_FILE, read_regular
from porter.processes.child_python import python
from porter.processes.group import run_in_group

#: The first word of a command that is this Python package, whichever Python the machine has.
PORTER = "porter"
#: A word of a command in whose place a file is named, the contents of which are sent back.
RESULT = "{result}"


class Command(NamedTuple):
    """A command for another machine.

    Attributes:
        words: program and arguments, with `PORTER` and `RESULT` as said there.
        folder: where it runs; the machines share it.
        environment: what to change in the machine's own environment.
    """

    words: tuple[str, ...]
    folder: str
    environment: Mapping[str, str]


class Outcome(NamedTuple):
    """How a command ended.

    Attributes:
        status: its exit status; negative when a signal ended it.
        output: what it printed, standard error last.
        result: what it wrote where `RESULT` stood; None where it wrote nothing.
    """

    status: int
    output: str
    result: bytes | None = None


def perform(command: Command) -> Outcome:
    """Run a command and return how it ended. What it has started ends with this process.

    Args:
        command: what to run.

    Raises:
        OSError: the folder or the program is not there.
    """
    with tempfile.TemporaryDirectory() as place:
        result = Path(place) / "result"
        words = [str(result) if word == RESULT else word for word in command.words]
        if words[0] == PORTER:
            words = [*python("-m", "porter"), *words[1:]]
        environment = {**os.environ, **command.environment}
        ended = run_in_group(words, cwd=command.folder, env=environment)
        found = read_regular(result, LARGEST_FILE) if result.is_file() else None
        return Outcome(ended.returncode, ended.stdout + ended.stderr, found)
