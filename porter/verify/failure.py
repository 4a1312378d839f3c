"""Failures of one side of a case, and how they are reported."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from porter.errors import PorterError

_ERROR = re.compile(r"\b(?:fatal )?error:")


class RunFailed(PorterError):
    """What a run said when it failed; every line of it matters, unlike a compiler's output."""


class SideFailed(Exception):
    """One side could not be built or run.

    Args:
        side: "cuda", "reference" or "port", or what else did not work.
        error: what was raised.
    """

    def __init__(self, side: str, error: PorterError) -> None:
        super().__init__(side, error)
        self.side = side
        self.error = error


@contextmanager
def running(side: str) -> Iterator[None]:
    """Say of errors within which side they are of; the innermost side counts.

    Raises:
        SideFailed: in place of a PorterError or an OSError.
    """
    try:
        yield
    except PorterError as error:
        raise SideFailed(side, error) from error
    except OSError as error:  # a file that cannot be read is the matter of one check
        refused = PorterError(error.strerror or str(error), path=error.filename)
        raise SideFailed(side, refused) from error


def problem(side: str, error: PorterError) -> str:
    """Say why a side could not be built or run: of a build the first error, of a run all of it."""
    return f"{side}: {error}" if isinstance(error, RunFailed) else summary(side, error)


def summary(what: str, error: PorterError) -> str:
    """Say in few words why something did not work: of a compiler's output, the first error.

    Args:
        what: the side, or what else did not work.
        error: what was raised.
    """
    head, *rest = error.message.splitlines()
    head = head.removesuffix(":")
    first = next((line.strip() for line in rest if _ERROR.search(line)), "")
    first = first or (rest[0].strip() if rest else "")
    short = PorterError(
        f"{head}: {first}" if first else head, path=error.path, line=error.line, hint=error.hint
    )
    return f"{what}: {short}"
