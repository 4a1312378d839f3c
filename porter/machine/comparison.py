"""What became worse, and what better, from one build of the same kernels to another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

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
        return f"{self.kernel} ({self.arch}): {self.figure} {self.before:g} -> {self.now:g}"


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


def compare(before: Iterable[Mapping[str, Any]], now: Iterable[Mapping[str, Any]]) -> Comparison:
    """Compare the kernels of two builds, as JSON values; the same name and architecture are one."""
    old, new = _by_kernel(before), _by_kernel(now)
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


def _by_kernel(kernels: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str], Mapping[str, Any]]:
    return {(str(one["usage"]["name"]), str(one["usage"]["arch"])): one for one in kernels}


def _figure(kernel: Mapping[str, Any], path: tuple[str, ...]) -> float | None:
    value: Any = kernel
    for name in path:
        value = value.get(name) if isinstance(value, Mapping) else None
    if isinstance(value, (list, tuple)):
        return float(len(value))
    return None if value is None else float(value)
