"""What judges said of mutants, kept from run to run: a line of JSON each."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from benchmarks.mutants import Mutant


@dataclass(frozen=True)
class Judged:
    """What became of a mutant: what each judge said; empty where it found nothing."""

    source: str
    mutant: Mutant
    tests: str
    cases: str

    @property
    def found_by(self) -> str:
        """Who found it."""
        judges = {(True, True): "both", (True, False): "tests", (False, True): "cases"}
        return judges.get((bool(self.tests), bool(self.cases)), "neither")


class Kept:
    """A file of what is known: of the port without a mistake, and of each mutant.

    Attributes:
        differing: what the first difference of each case is without a mistake; None where this
            is not known yet.
    """

    def __init__(self, path: Path | None) -> None:
        """Read the file, if there is one.

        Args:
            path: of the file; None to keep nothing.
        """
        self._path = path
        self.differing: dict[str, str] | None = None
        self._said: dict[tuple[str, ...], tuple[str, str]] = {}
        lines = path.read_text("utf-8").splitlines() if path and path.is_file() else []
        for one in map(json.loads, lines):
            if "differing" in one:
                self.differing = one["differing"]
            else:
                self._said[tuple(one["mutant"])] = (one["tests"], one["cases"])

    def keep_differing(self, differing: dict[str, str]) -> None:
        """Keep which cases differ without a mistake."""
        self.differing = differing
        self._write({"differing": differing})

    def of(self, source: str, mutant: Mutant) -> Judged | None:
        """Return what is known of a mutant."""
        said = self._said.get(_key(source, mutant))
        return said and Judged(source, mutant, *said)

    def keep(self, one: Judged) -> None:
        """Keep what became of a mutant."""
        self._said[_key(one.source, one.mutant)] = (one.tests, one.cases)
        self._write({"mutant": _key(one.source, one.mutant), "tests": one.tests,
                     "cases": one.cases})  # fmt: skip

    def _write(self, line: dict[str, object]) -> None:
        if self._path:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")


def _key(source: str, mutant: Mutant) -> tuple[str, ...]:
    return source, str(mutant.line), mutant.operator, mutant.before, mutant.after
