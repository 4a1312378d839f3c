"""Checks spread over the machines of a cluster: each is a part of one run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from porter.cluster.connection import Cluster, Lost
from porter.cluster.task import PORTER, RESULT, Command, Outcome
from porter.errors import PorterError
from porter.verify.check import AnyCheck
from porter.verify.parts import Part, digest_of_names, parse_part
from porter.verify.run import Steps, Tell, to_nobody
from porter.verify.verdict import Verdict

#: Lines of what a command printed that a verdict repeats.
_LINES = 3


def spread(
    chosen: Sequence[AnyCheck],
    options: Sequence[str],
    folder: Path,
    environment: dict[str, str],
    cluster: Cluster,
    steps: Steps,
    tell: Tell = to_nobody,
) -> list[Verdict]:
    """Run checks on the machines of a cluster.

    Args:
        chosen: the checks, as they were found here.
        options: those of `porter verify` by which another machine finds the same.
        folder: where porter.toml lies; the machines share it.
        environment: variables that what is compared depends on.
        cluster: the machines.
        steps: shows progress.
        tell: is given each verdict as it comes.

    Returns:
        A verdict for each check, in their order. What no machine did is not compared, and says why.
    """
    total = len(chosen)
    names = digest_of_names(check.name for check in chosen)
    commands = [
        Command(
            (PORTER, "verify", *options, "--shard", f"{number}/{total}", "--part", RESULT),
            str(folder),
            environment,
        )
        for number in range(1, total + 1)
    ]
    found: dict[int, list[Verdict]] = {}
    with steps("verifying", total) as advance:
        for place, outcome in cluster.each(commands):
            label = chosen[place].label
            problem = outcome.why if isinstance(outcome, Lost) else ""
            if isinstance(outcome, Outcome):
                try:
                    found[place] = _verdicts(outcome, names)
                except PorterError as error:
                    problem = str(error)
            if problem:
                found[place] = [
                    Verdict(
                        label.project, label.kind, label.case, label.arch, point=label.point,
                        passed=False, problem=f"no machine did it: {problem}", is_compared=False,
                    )
                ]  # fmt: skip
            for verdict in found[place]:
                tell(verdict)
            advance(1)
    return [verdict for place in range(total) for verdict in found[place]]


def _verdicts(outcome: Outcome, names: str) -> list[Verdict]:
    """Return what a machine found out.

    Raises:
        PorterError: it found out nothing, or about other checks.
    """
    if outcome.result is None:
        last = " / ".join(outcome.output.strip().splitlines()[-_LINES:])
        raise PorterError(f"porter ended with {outcome.status} there: {last}")
    part: Part = parse_part(outcome.result)
    if part.checks != names:
        raise PorterError("it has other checks there: another commit, porter or kind of GPU")
    return list(part.verdicts)
