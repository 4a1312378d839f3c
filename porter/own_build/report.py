"""The report of a port's own build, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from porter.compile.feedback.causes import Cause
from porter.own_build.run import Built

_MOST = 20


def report(built: Sequence[Built], causes: Mapping[Path, Cause]) -> str:
    """Return one line a target, and what failed in it.

    Args:
        built: the targets.
        causes: log -> what the conversion had said of the first place that failed, where known.
    """
    return "\n".join(_lines(built, causes))


def _lines(built: Sequence[Built], causes: Mapping[Path, Cause]) -> Iterator[str]:
    good = sum(one.is_port for one in built)
    for one in built:
        yield f"{one.target.system.value} in {one.target.folder}: {_outcome(one)}"
        if one.note:
            yield f"  {one.note}"
        for failure in one.failures[:_MOST]:
            yield f"  {failure.line}"
            rules = ", ".join(failure.rules)
            if failure.means:
                yield f"    {failure.means}" + (f" (porter explain {rules})" if rules else "")
        if len(one.failures) > _MOST:
            yield f"  and {len(one.failures) - _MOST} more"
        if (cause := causes.get(one.log)) is not None:
            yield from (f"  {line}" for line in cause.lines())
        if one.status:
            yield f"  log: {one.log}"
    yield f"{good} of {len(built)} build"


def _outcome(built: Built) -> str:
    if built.is_cudas:
        return "no port: nvcc compiled it, for NVIDIA's GPUs"
    return "built" if built.status == 0 else f"failed (exit status {built.status})"
