"""The complaints about a port's CMake files, each once, in the order of the commands."""

from __future__ import annotations

from collections.abc import Container

from porter.source import Severity
from porter.trial.cmake_place import Place
from porter.trial.complaint import Complaint


class Complaints:
    """Collects complaints."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, int, str], tuple[Complaint, str]] = {}

    def say(
        self,
        place: Place,
        message: str,
        hint: str = "",
        severity: Severity = Severity.ERROR,
        *,
        word: str = "",
        unless_made: str = "",
        is_local: bool = False,
        is_upstreams: bool = False,
    ) -> None:
        """Complain of a command; what CMake may not come to is no error.

        Args:
            place: where the command stands.
            message: what is wrong.
            hint: what to do about it.
            severity: how bad it is where CMake comes there.
            word: the word of the command that is wrong, which a call may have given to it.
            unless_made: the name of a file; all is well where a command makes it, before or behind.
            is_local: whether it hangs on this machine.
            is_upstreams: whether it has nothing to do with CUDA.
        """
        if not place.is_sure and severity is Severity.ERROR:
            severity = Severity.WARNING
        name, line = place.line_of(word)
        complaint = Complaint(name, line, message, hint, severity=severity)
        complaint = complaint._replace(is_local=is_local, is_upstreams=is_upstreams)
        self._found.setdefault((name, line, message), (complaint, unless_made))

    def without(self, made: Container[str]) -> list[Complaint]:
        """Return the complaints but those of files that are made.

        Args:
            made: the names of files that commands make.
        """
        return [one for one, name in self._found.values() if not (name and name in made)]
