"""Reads `components.toml`: the installable components and their packages."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from porter.errors import PorterError
from porter.listing import did_you_mean
from porter.tables.kinds import FILLED_TEXT, FLAG, TEXTS, one_of
from porter.tables.toml import Named, Shape, read, record

_SUITES = Named(Shape({"rocm": TEXTS, "unreleased": TEXTS, "sections": TEXTS}))
_COMPONENT = Shape(
    needs={"about": FILLED_TEXT, "default": FLAG},
    takes={
        "suite": one_of("machine", "rocm", "unreleased"),
        "partial": FLAG,
        **dict.fromkeys(("source", "sha256", "inside"), FILLED_TEXT),
        **dict.fromkeys(("packages", "resolve", "prefer", "exclude", "wheels", "needs"), TEXTS),
    },
)
_TABLE = Shape({"component": Named(_COMPONENT), "suites": _SUITES})
_PATH = Path(__file__).with_name("components.toml")


@dataclass(frozen=True)
class Component:
    """One thing that `porter toolchain install` can install; see `components.toml`."""

    name: str
    about: str
    default: bool
    suite: Literal["machine", "rocm", "unreleased"] = "machine"
    packages: tuple[str, ...] = ()
    resolve: tuple[str, ...] = ()
    prefer: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    wheels: tuple[str, ...] = ()
    partial: bool = False
    needs: tuple[str, ...] = ()
    source: str = ""
    sha256: str = ""
    inside: str = ""

    def recipe(self) -> str:
        """Return a digest of the definition; it changes when a reinstall is due."""
        # How a component is fetched changes nothing of what is there.
        apart = ("needs", "partial")
        values = asdict(self).items()
        installed = {key: value for key, value in values if key not in apart and value != ""}
        text = json.dumps(installed, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Suites:
    """Where a distribution keeps ROCm's packages.

    Args:
        rocm: suites that may have them, oldest first.
        sections: archive components ("main", "universe").
        unreleased: suites of packages that are tried out.
    """

    rocm: tuple[str, ...]
    sections: tuple[str, ...]
    unreleased: tuple[str, ...] = ()


@lru_cache(maxsize=1)
def _document() -> dict[str, Any]:
    return read(_PATH, _TABLE)


def components() -> dict[str, Component]:
    """Return every component by name, in the order of the table."""
    rows = _document()["component"]
    return {name: record(Component, row, name=name) for name, row in rows.items()}


def select(names: tuple[str, ...]) -> list[Component]:
    """Return the components called `names` and those they need, or by default the default set.

    Raises:
        PorterError: there is no component of such a name.
    """
    known = components()
    for name in names:
        if name not in known:
            close = did_you_mean(name, known)
            there = f"there are: {', '.join(known)}"
            hint = f"{close} {there}" if close else there
            raise PorterError(f"no component {name!r}", hint=hint)
    needed = {one for name in names for one in known[name].needs}
    return [c for c in known.values() if (c.name in {*names, *needed} if names else c.default)]


def suites_of(distribution: tuple[str, ...]) -> Suites | None:
    """Return the suites for a distribution.

    Args:
        distribution: ids as in os-release, `ID` first, then `ID_LIKE`.
    """
    table = _document()["suites"]
    for name in distribution:
        if name in table:
            return record(Suites, table[name])
    return None
