"""What became worse, and what better, from one build of the same kernels to another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from porter.errors import PorterError

#: (name, path in a kernel's JSON, whether more is better, what is too little to mention).
_FIGURES = (
    ("spills", ("usage", "vgpr_spills"), False, 0.0),
    ("scalar spills", ("usage", "sgpr_spills"), False, 0.0),
    ("scratch", ("usage", "scratch"), False, 0.0),
    ("LDS", ("usage", "lds"), False, 0.0),
    ("waves", ("occupancy", "waves"), True, 0.0),
    ("instructions", ("instructions",), False, 0.02),
    ("cycles", ("hot", "cycles"), False, 0.02),
    ("bank conflicts", ("conflicts",), False, 0.0),
    ("uncoalesced", ("uncoalesced",), False, 0.0),
)


@dataclass(frozen=True, slots=True)
class Change:
    """A figure of a kernel that is not what it was.

    Attributes:
        kernel: its name.
        arch: architecture.
        figure: which.
        before: what it was.
        now: what it is.
        worse: whether less of it is lost than won.
    """

    kernel: str
    arch: str
    figure: str
    before: float
    now: float
    worse: bool

    def __str__(self) -> str:
        figures = f"{_shown(self.before)} -> {_shown(self.now)}"
        return f"{self.figure} {figures}, {self.arch}: {self.kernel}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two builds side by side.

    Attributes:
        changes: what differs, the worse first.
        same: how many kernels both have.
        only_before: kernels that are no more.
        only_now: kernels that are new.
    """

    changes: tuple[Change, ...]
    same: int
    only_before: tuple[str, ...]
    only_now: tuple[str, ...]

    @property
    def worse(self) -> list[Change]:
        """What became worse."""
        return [change for change in self.changes if change.worse]


def _shown(number: float) -> str:
    """Return a number with one place behind the point, if it has any."""
    return f"{number:.1f}".removesuffix(".0")


def compare(before: Iterable[Mapping[str, Any]], now: Iterable[Mapping[str, Any]]) -> Comparison:
    """Compare the kernels of two builds, as JSON values.

    The same name and architecture are one kernel; where several units have one of that name, the
    unit has to be the same, too.

    Raises:
        PorterError: the builds have no kernel in common.
    """
    before, now = list(before), list(now)
    several = _several(before) | _several(now)
    old, new = _by_kernel(before, several), _by_kernel(now, several)
    if old and new and not old.keys() & new.keys():
        raise PorterError(
            "the two builds have no kernel in common",
            hint="compare builds of one port",
        )
    changes = []
    for key in sorted(old.keys() & new.keys()):
        for figure, path, more_is_better, least in _FIGURES:
            a, b = _figure(old[key], path), _figure(new[key], path)
            if a is None or b is None or abs(b - a) <= least * a:
                continue
            changes.append(Change(*key, figure, a, b, (b < a) == more_is_better))
    changes.sort(key=lambda change: not change.worse)
    return Comparison(
        tuple(changes),
        len(old.keys() & new.keys()),
        tuple(f"{name} ({arch})" for name, arch in sorted(old.keys() - new.keys())),
        tuple(f"{name} ({arch})" for name, arch in sorted(new.keys() - old.keys())),
    )


def _several(kernels: Sequence[Mapping[str, Any]]) -> set[tuple[str, str]]:
    """Return what names kernels of several units: name and architecture."""
    count = Counter(_name(one) for one in kernels)
    return {name for name, times in count.items() if times > 1}


def _by_kernel(
    kernels: Sequence[Mapping[str, Any]], several: set[tuple[str, str]]
) -> dict[tuple[str, str], Mapping[str, Any]]:
    """Return kernels by what tells them apart and their architecture."""
    found = {}
    for one in kernels:
        name, arch = _name(one)
        shown = f"{name} of {one.get('unit', '')}" if (name, arch) in several else name
        found[shown, arch] = one
    return found


def _name(kernel: Mapping[str, Any]) -> tuple[str, str]:
    return str(kernel["usage"]["name"]), str(kernel["usage"]["arch"])


def _figure(kernel: Mapping[str, Any], path: tuple[str, ...]) -> float | None:
    value: Any = kernel
    for name in path:
        value = value.get(name) if isinstance(value, Mapping) else None
    if isinstance(value, (list, tuple)):
        return float(len(value))
    return None if value is None else float(value)
