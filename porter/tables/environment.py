"""What becomes of environment variables: `rules/cuda-hip/environment.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from porter.errors import PorterError
from porter.tables.names import rules_folder

_KEYS = frozenset(("names", "becomes", "hip", "reason", "source", "values", "defaults", "build"))


@dataclass(frozen=True, slots=True)
class Variable:
    """What becomes of an environment variable.

    Attributes:
        becomes: `stays`, `renamed` or `reported`.
        hip: the variable that takes its place, or comes closest; may be empty.
        reason: why.
        build: in setup.py, rules for build scripts take care of it.
        values: value that is set -> what it is on ROCm; without any, values stay as they are.
        defaults: default beside a read -> what it is on ROCm.
    """

    becomes: str
    hip: str
    reason: str
    build: bool
    values: Mapping[str, str] = field(default_factory=dict)
    defaults: Mapping[str, str] = field(default_factory=dict)


@cache
def variables() -> dict[str, Variable]:
    """Return every variable of the table by its name.

    Raises:
        PorterError: the table is damaged, or gives a variable twice.
    """
    path = rules_folder() / "cuda-hip" / "environment.toml"
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise PorterError(f"cannot read the table: {error}", path=path) from error
    found: dict[str, Variable] = {}
    for entry in document.get("variable", []):
        row = Variable(
            entry.get("becomes", ""),
            entry.get("hip", ""),
            entry.get("reason", ""),
            entry.get("build", False),
            entry.get("values", {}),
            entry.get("defaults", {}),
        )
        names = entry.get("names", [])
        strange = sorted(entry.keys() - _KEYS)
        if strange or row.becomes not in ("stays", "renamed", "reported") or not row.reason:
            raise PorterError(f"the row of {names} is damaged {strange or ''}".rstrip(), path=path)
        for name in names:
            if name in found:
                raise PorterError(f"{name} is given twice", path=path)
            found[name] = row
    return found
