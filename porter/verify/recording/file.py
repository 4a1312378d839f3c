"""The file of a recording: what all kinds have in common, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, asdict, dataclass, fields
from pathlib import Path
from typing import Any

from porter.errors import PorterError
from porter.files import json_values as values
from porter.verify.recording.provenance import Provenance
from porter.verify.recording.unusable import UnusableRecording

#: Raised when a key changes its meaning or goes away.
FORMAT = 1
#: Bytes of the largest recording, and of the largest thing in one, that is read.
LARGEST = 1_000_000_000


def heading(provenance: Provenance) -> dict[str, Any]:
    """Return what every recording says of itself, to be written as JSON."""
    return {"format": FORMAT, "provenance": asdict(provenance)}


@dataclass(frozen=True, slots=True)
class RecordingFile:
    """A recording that is read.

    Attributes:
        path: the file.
        case: what was run, as messages name it.
        what: "recording", or "recorded trace".
        was_made: "recorded", or "traced".
        command: what makes it.
    """

    path: Path
    case: str
    what: str = "recording"
    was_made: str = "recorded"
    command: str = "porter record"

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Refuse a file that is not there or not a recording, whatever its content provokes.

        Raises:
            UnusableRecording: it cannot be read.
        """
        if not self.path.is_file():
            raise self._unusable(f"no {self.what} of {self.case}", f"no {self.what}")
        try:
            yield
        except UnusableRecording:
            raise
        except Exception as error:  # what damage makes of JSON, archives and arrays has no end
            # A file unpacked from it is gone when the message is read, and its path says nothing.
            reason = error.message if isinstance(error, PorterError) else error
            raise self.damaged(f"is not a {self.what}: {reason}") from error

    def provenance(self, about: Mapping[str, Any]) -> Provenance:
        """Return where the recording was made.

        Args:
            about: what it says of itself, from `heading`.

        Raises:
            ValueError: it says something else.
        """
        optional = [field.name for field in fields(Provenance) if field.default is not MISSING]
        names = [field.name for field in fields(Provenance) if field.default is MISSING]
        found = values.fields(about["provenance"], names, optional)
        return Provenance(**{name: values.text(value) for name, value in found.items()})

    def check_sources(self, provenance: Provenance, source: str) -> None:
        """Refuse a recording of other sources.

        Args:
            provenance: where it was made.
            source: hash of the sources as they are now.

        Raises:
            UnusableRecording: the sources have changed.
        """
        if provenance.source != source:
            raise self._unusable(
                f"the sources have changed since {self.case} was {self.was_made}",
                f"the sources have changed since it was {self.was_made}",
                ", or pass --stale-ok",
            )

    def damaged(self, why: str) -> UnusableRecording:
        """Return the error for a file that does not hold what it should."""
        return self._unusable(why, why)

    def other(self, why: str, where: str = "") -> UnusableRecording:
        """Return the error for a recording of something else.

        Args:
            why: what is wrong, "was recorded with other inputs".
            where: the point of the case, of which one note for many says nothing.
        """
        return self._unusable(f"{self.case} {why}{where}", f"it {why}")

    def _unusable(self, message: str, reason: str, advice: str = "") -> UnusableRecording:
        hint = f"run `{self.command}` on a machine with an NVIDIA GPU{advice}"
        return UnusableRecording(message, reason=reason, path=self.path, hint=hint)
