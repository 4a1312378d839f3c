"""Reads `components.toml`: what can be installed, from which packages."""

from __future__ import annotations

import hashlib
import json
import tomllib
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from porter.errors import PorterError

_TABLE = Path(__file__).with_name("components.toml")


@dataclass(frozen=True)
class Component:
    """One thing that `porter toolchain install` can install; see `components.toml`."""

    name: str
    about: str
    default: bool
    suite: Literal["machine", "rocm"] = "machine"
    packages: tuple[str, ...] = ()
    resolve: tuple[str, ...] = ()
    prefer: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    wheels: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()

    def recipe(self) -> str:
        """Return a digest of the definition; it changes when a reinstall is due."""
        installed = {key: value for key, value in asdict(self).items() if key != "needs"}
        text = json.dumps(installed, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Suites:
    """Where a distribution keeps ROCm's packages.

    Args:
        rocm: suites that may have them, oldest first.
        sections: archive components ("main", "universe").
    """

    rocm: tuple[str, ...]
    sections: tuple[str, ...]


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    return tomllib.loads(_TABLE.read_text(encoding="utf-8"))


def components() -> dict[str, Component]:
    """Return every component by name, in the order of the table."""
    found = {}
    for name, row in _table().items():
        if name == "suites":
            continue
        fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in row.items()}
        found[name] = Component(name=name, **fields)
    return found


def select(names: tuple[str, ...]) -> list[Component]:
    """Return the components called `names` and those they need, or by default the default set.

    Raises:
        PorterError: there is no component of such a name.
    """
    known = components()
    for name in names:
        if name not in known:
            raise PorterError(f"no component {name!r}", hint=f"there are: {', '.join(known)}")
    needed = {one for name in names for one in known[name].needs}
    return [c for c in known.values() if (c.name in {*names, *needed} if names else c.default)]


def suites_of(distribution: tuple[str, ...]) -> Suites | None:
    """Return the suites for a distribution.

    Args:
        distribution: ids as in os-release, `ID` first, then `ID_LIKE`.
    """
    table: dict[str, dict[str, list[str]]] = _table()["suites"]
    for name in distribution:
        if name in table:
            return Suites(tuple(table[name]["rocm"]), tuple(table[name]["sections"]))
    return None
