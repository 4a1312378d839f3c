"""The errors of `porter build`, each beside what the conversion had said of its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from porter.compile.errors import CompileError, errors
from porter.compile.feedback.causes import Cause, Causes, Kind
from porter.compile.feedback.record import ConversionRecord
from porter.compile.report import BuildReport, UnitReport, read_log
from porter.listing import number_of

#: Unreported errors of a unit that are shown behind its first.
_MOST = 5


class ExplainedError(NamedTuple):
    """An error of a unit; the same error of several sides is one."""

    error: CompileError
    cause: Cause


class Feedback(NamedTuple):
    """The errors of a build.

    Attributes:
        units: source of a unit that failed -> its errors, in order.
    """

    units: dict[str, list[ExplainedError]]

    @property
    def counts(self) -> dict[Kind, int]:
        """How many errors there are of each kind; a place that fails in several units is one."""
        places = {one.error: one.cause.kind for unit in self.units.values() for one in unit}
        counted = Counter(places.values())
        return {kind: counted[kind] for kind in Kind}

    def lines(self, source: str) -> Iterator[str]:
        """Yield what a person should know of a unit's first error, and of those unreported."""
        first, *others = self.units.get(source, ()) or (None,)
        if first is None:
            return
        yield from first.cause.lines()
        untold = [one for one in others if one.cause.kind is Kind.UNREPORTED]
        for one in untold[:_MOST]:
            yield str(one.error)
            yield from one.cause.lines()
        if len(untold) > _MOST:
            yield f"{len(untold) - _MOST} more that the conversion said nothing of: see the log"

    def summary(self) -> str:
        """Return the figures in one line."""
        counts = self.counts
        told = ", ".join(f"{count} {kind.value}" for kind, count in counts.items() if count)
        return (
            f"{number_of(sum(counts.values()), 'error')} beside the conversion's findings: {told}"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the errors as JSON values."""
        return {
            "counts": {kind.value: count for kind, count in self.counts.items()},
            "units": {
                source: [_values(one) for one in found] for source, found in self.units.items()
            },
        }


def feedback(report: BuildReport, record: ConversionRecord) -> Feedback:
    """Hold the errors of a build against the conversion of its port."""
    causes = Causes(record, report.root)
    return Feedback({unit.source: _explained(unit, report, causes) for unit in report.failed})


def _explained(unit: UnitReport, report: BuildReport, causes: Causes) -> list[ExplainedError]:
    found: dict[CompileError, None] = {}
    for target in unit.targets:
        if not target.ok:
            found |= dict.fromkeys(errors(read_log(target.log), report.root))
    seen: Sequence[CompileError] = [*found] or ([unit.error] if unit.error else [])
    return [ExplainedError(one, causes.of(one.file, one.line, one.message)) for one in seen]


def _values(one: ExplainedError) -> dict[str, Any]:
    error, cause = one
    return {
        "file": error.file,
        "line": error.line,
        "message": error.message,
        "header": error.header,
        "text": cause.text,
        "upstream": cause.upstream,
        "source": cause.source,
        "kind": cause.kind.value,
        "findings": [{**said._asdict(), "severity": said.severity.value} for said in cause.said],
    }
