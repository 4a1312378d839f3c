"""A draft of cases, and that of a library whose functions are called by their names alone."""

from __future__ import annotations

from dataclasses import dataclass

from porter.verify.drafting.c_draft import CLibraryDraft
from porter.verify.drafting.kernel_text_cases import KernelTextsDraft
from porter.verify.drafting.text import CaseText, file_text


@dataclass(frozen=True)
class Draft:
    """A file of cases that a person goes on from.

    Attributes:
        text: what is in it.
        cases: how many cases.
        left_out: functions that are bound and have none, with the reason.
        others: scripts that build further extensions of one name, each with a draft of its own.
    """

    text: str
    cases: int
    left_out: tuple[str, ...]
    others: tuple[str, ...] = ()


def of_library(
    library: CLibraryDraft | KernelTextsDraft, count: int, others: tuple[str, ...] = ()
) -> Draft:
    """Return the draft of a library.

    Args:
        library: what it offers.
        count: at how many points each case runs.
        others: what is left out beside it.
    """
    made = list(library.cases())
    cases = [one for one in made if isinstance(one, CaseText)]
    left_out = (*(one for one in made if isinstance(one, str)), *others)
    text = file_text(library.library, cases, count, library.sources)
    return Draft(text, len(cases), left_out)
