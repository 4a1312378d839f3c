"""What is fuzzed: something that reads bytes of strangers, and what must hold of it."""

from __future__ import annotations

import signal
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

#: Processor time after which a case counts as one that does not end.
SECONDS = 5.0
CORPUS = Path(__file__).with_name("corpus")


class Case(NamedTuple):
    """One input.

    Attributes:
        path: name of the file, for what depends on it.
        data: its bytes.
    """

    path: str
    data: bytes


class Broken(Exception):
    """A property that does not hold.

    Args:
        kind: `rule failed`, `not idempotent` …
        what: where, in words that stay the same for another case with the same cause.
    """

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(f"{kind}: {what}")
        self.kind = kind
        self.what = what


class TooSlow(BaseException):
    """Raised into a case that takes too long; nothing that it calls may catch it."""


@dataclass(frozen=True)
class Target:
    """One thing that is fuzzed.

    Attributes:
        name: as `make fuzz TARGETS=…` has it; also the folder of its corpus.
        check: takes a case; raises what it should not, `Broken` among it.
        seeds: makes the cases that are mutated.
        words: makes the words that mutations put in.
    """

    name: str
    check: Callable[[Case], object]
    seeds: Callable[[], Sequence[Case]]
    words: Callable[[], Sequence[bytes]] = tuple

    @property
    def corpus(self) -> list[Path]:
        """The kept cases, each called `DIGEST-NAME`."""
        return sorted((CORPUS / self.name).glob("*-*"))


class Outcome(NamedTuple):
    """What became of a case.

    Attributes:
        seconds: processor time.
        kind: what is wrong; empty when nothing is.
        what: where; two cases with the same kind and place have the same cause.
    """

    seconds: float
    kind: str = ""
    what: str = ""


def kept(path: Path) -> Case:
    """Return the case that a file of a corpus holds."""
    return Case(path.name.partition("-")[2], path.read_bytes())


def outcome(target: Target, case: Case) -> Outcome:
    """Run a case; nothing that goes wrong gets out."""
    start = time.process_time()
    try:
        with _limited(SECONDS):
            target.check(case)
    except TooSlow:
        return Outcome(SECONDS, "does not end", "")
    except Broken as error:
        return Outcome(time.process_time() - start, error.kind, error.what)
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{type(error).__name__} in {Path(frame.filename).name}: {frame.name}"
        return Outcome(time.process_time() - start, "exception", what)
    return Outcome(time.process_time() - start)


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    def stop(number: int, frame: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
