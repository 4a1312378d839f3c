"""The edit vocabulary: the output of a rule.

A rule yields `Edit`, `Finding`, `Include` and `Support`; it never touches a file. Edits carry
the id of their rule so that each changed byte can be explained. `porter.source.text.apply` turns
them into bytes.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

#: What a finding counts unless it says otherwise.
PLACES = "places"


class Severity(StrEnum):
    """How much a finding matters: an error keeps the port from being right."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Copy(NamedTuple):
    """Bytes of the file that an edit's text repeats.

    Attributes:
        at: where they stand in the text.
        start: byte offset of the first of them in the file.
        end: byte offset behind the last.
    """

    at: int
    start: int
    end: int


class Edit(NamedTuple):
    """Replace `data[start:end]` by `text`; an insertion has `start == end`.

    Attributes:
        start: byte offset of the first byte replaced.
        end: byte offset behind the last byte replaced.
        text: what stands there afterwards.
        rule: id of the rule, as `porter explain` takes it.
        detail: what the rule went by, such as the library of a table row.
        around: for an insertion that is one of a pair, the span that the pair stands around.
        group: edits of one rule with the same group are applied together or not at all; the
            halves of a pair are, without one.
        support: name of the support header that `text` needs, as `Support` has it.
        copies: what `text` repeats of the file, in order; other edits of it hold there, too.
    """

    start: int
    end: int
    text: bytes
    rule: str
    detail: str = ""
    around: tuple[int, int] | None = None
    group: tuple[int, int] | None = None
    support: str = ""
    copies: tuple[Copy, ...] = ()


class Finding(NamedTuple):
    """Something a person should know, with its place.

    Attributes:
        rule: id of the rule.
        severity: how much it matters.
        message: one sentence, with the name concerned.
        start: byte offset it is about.
        end: byte offset behind it.
        hint: what to do about it; may be empty.
        occurrences: number of places that it stands for; it is about the first of them.
        counted: what these are.
    """

    rule: str
    severity: Severity
    message: str
    start: int
    end: int
    hint: str = ""
    occurrences: int = 1
    counted: str = PLACES

    @property
    def full_message(self) -> str:
        """The message with the number of places that it stands for."""
        if self.occurrences == 1:
            return self.message
        return f"{self.message} ({self.occurrences} {self.counted})"


class Include(NamedTuple):
    """Ask that the file include a header; the engine finds the place.

    Attributes:
        header: as `<hip/hip_fp16.h>`.
        rule: who asks.
        by_hipcc: only HIP's compiler includes it: to a host's the file stays what it was.
        is_first: it stands in front of the file's own inclusions, even where a later one is its.
    """

    header: bytes
    rule: str
    by_hipcc: bool = False
    is_first: bool = False


class Support(NamedTuple):
    """Ask for the support header `name` of `porter/compat`, as `warp.hpp`.

    The engine includes it by a path relative to the file and writes it into the port.
    """

    name: str
    rule: str


class Conflict(NamedTuple):
    """An edit that was not applied because another edit holds the same bytes.

    Attributes:
        kept: the edit that was applied.
        dropped: the edit that was not.
    """

    kept: Edit
    dropped: Edit


#: What a check of a rule yields.
RuleOutput = Edit | Finding | Include | Support
