"""`make fuzz`: cases for as long as you like, what breaks kept, figures at the end.

Each target gets an equal share of the time. What fails is made small and put into the target's
corpus, one case for each cause; `make test` runs the corpus.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.fuzz.minimize import minimized
from tests.fuzz.mutation import mutated
from tests.fuzz.target import CORPUS, Case, Outcome, Target, kept, outcome
from tests.fuzz.targets import targets

_BATCH = 300


@dataclass
class Figures:
    """What came of one target."""

    cases: int = 0
    exceptions: int = 0
    unstable: int = 0
    others: int = 0
    slowest: float = 0.0
    causes: dict[tuple[str, str], Path] = field(default_factory=dict)

    def count(self, found: Outcome) -> None:
        """Add a case."""
        self.cases += 1
        self.slowest = max(self.slowest, found.seconds)
        self.exceptions += found.kind in ("exception", "rule failed")
        self.unstable += found.kind == "not idempotent"
        self.others += found.kind not in ("", "exception", "rule failed", "not idempotent")


def fuzz(target: Target, seconds: float, start: int) -> Figures:
    """Fuzz one target.

    Args:
        target: the target.
        seconds: how long.
        start: number of the first batch of cases; another gives other cases.
    """
    figures = Figures()
    seeds = [*target.seeds()]
    strategy = mutated(seeds, target.words())
    end = time.monotonic() + seconds
    batch = start

    def one(case: Case) -> None:
        if time.monotonic() > end:
            return
        found = outcome(target, case)
        figures.count(found)
        cause = (found.kind, found.what)
        if found.kind and cause not in figures.causes:
            figures.causes[cause] = _keep(target, case, found)

    for case in (*map(kept, target.corpus), *seeds):
        one(case)
    while time.monotonic() < end:
        batch += 1
        run = settings(
            max_examples=_BATCH,
            deadline=None,
            database=None,
            phases=(Phase.generate,),
            suppress_health_check=list(HealthCheck),
        )
        seed(batch)(run(given(strategy)(one)))()
    return figures


def _keep(target: Target, case: Case, found: Outcome) -> Path:
    """Put a small case with the same cause into the corpus."""

    def fails(other: Case) -> bool:
        return outcome(target, other)[1:] == found[1:]

    small = minimized(case, fails, 20 if found.kind == "does not end" else 400)
    digest = hashlib.blake2b(small.data, digest_size=5).hexdigest()
    path = CORPUS / target.name / f"{digest}-{Path(small.path).name}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(small.data)
    print(f"{target.name}: {found.kind}: {found.what}\n  {path}", flush=True)
    return path


def main() -> None:
    """Fuzz the targets that are named, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="TARGET")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--start", type=int, default=0, help="other numbers give other cases")
    arguments = parser.parse_args()
    known = targets()
    if unknown := [name for name in arguments.names if name not in known]:
        parser.error(f"no target {unknown[0]}; there are {', '.join(known)}")
    chosen = [known[name] for name in arguments.names or known]
    share = arguments.minutes * 60 / len(chosen)
    rows = []
    for target in chosen:
        figures = fuzz(target, share, arguments.start)
        rows.append((target.name, figures))
        print(f"{target.name}: {figures.cases} cases", file=sys.stderr, flush=True)
    print("| target | cases | exceptions | not idempotent | other | slowest, s |")
    print("|---|--:|--:|--:|--:|--:|")
    for name, one in rows:
        numbers = f"{one.cases:,} | {one.exceptions} | {one.unstable} | {one.others}"
        print(f"| {name} | {numbers} | {one.slowest:.2f} |")
    sys.exit(any(one.causes for _, one in rows))


if __name__ == "__main__":
    main()
