"""A complaint: a place of a port that its own build would fail at."""

from __future__ import annotations

from typing import NamedTuple

from porter.source import Severity

#: The rules that say what a compiler says of units, and what build files ask for in vain.
COMPILER, BUILD_FILES = "FND02", "FND03"


class Complaint(NamedTuple):
    """A place of a port that its own build would fail at.

    Attributes:
        path: file of the port.
        line: its line, from 1.
        message: what is wrong, in a sentence.
        hint: what to do about it.
        rule: id of the rule that says so.
        severity: an error where the build is sure to fail; a warning where it may, or where
            something is not installed here.
        is_local: whether it hangs on what is installed on this machine.
        is_upstreams: whether what is wrong has nothing to do with CUDA, so that a build file of
            upstream's with the same complaint fails there as well.
        folder: what would be written to and is not there, relative to the port; else "".
    """

    path: str
    line: int
    message: str
    hint: str = ""
    rule: str = BUILD_FILES
    severity: Severity = Severity.ERROR
    is_local: bool = False
    is_upstreams: bool = False
    folder: str = ""
