"""Scaffolds a new rule: its file, its test, its line in the changelog."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from porter.errors import PorterError
from porter.files.write import write_atomically
from porter.fixers.registry import rules
from porter.rule_ids import PREFIXES, current, next_free

_ID = re.compile(r"[A-Z]{3}\d{2}")
_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_UNRELEASED = "## Unreleased\n"


def families() -> list[str]:
    """Return the names of the families that rules are kept in."""
    return sorted(PREFIXES)


def scaffold(root: Path, id: str | None, name: str, family: str) -> list[Path]:
    """Write what a new rule needs and return the files written.

    Args:
        root: porter's checkout.
        id: as `WRP42`; None for the next free one of the family.
        name: words with hyphens, as `lane-arithmetic`.
        family: the folder of `porter/fixers` that it belongs to.

    Raises:
        PorterError: this is not a checkout of porter, the id or name is not well formed or taken.
    """
    package = root / "porter" / "fixers"
    if not (package / "registry.py").is_file():
        raise PorterError(
            "is not a checkout of porter", path=root, hint="run this in its root folder"
        )
    taken = {known.id: known.module for known in rules()}
    free = next_free(family, taken)
    id = id or free
    if current(id) in taken:
        raise PorterError(f"{id} is taken by {taken[current(id)]}", hint=f"{free} is free")
    if _ID.fullmatch(id) is None or not id.startswith(PREFIXES[family]):
        raise PorterError(
            f"{id!r} is not an id of the family {family}",
            hint=f"{PREFIXES[family]} and two digits: {free} is free",
        )
    if _NAME.fullmatch(name) is None:
        raise PorterError(
            f"{name!r} is not a name", hint="small words with hyphens: lane-arithmetic"
        )
    module = name.replace("-", "_")
    source = package / family / f"{module}.py"
    if source.exists():
        raise PorterError("is there already", path=source)
    test = root / "tests" / "fixers" / family / f"test_{module}.py"
    words = {"id": id, "name": name, "family": family, "module": module}
    write_atomically(source, _render("rule.py.j2", words))
    write_atomically(test, _render("test_rule.py.j2", words))
    return [source, test, _note(root / "CHANGELOG.md", id, name)]


def _render(template: str, words: dict[str, str]) -> bytes:
    from jinja2 import Environment, StrictUndefined

    text = files("porter.fixers").joinpath("templates", template).read_text("utf-8")
    environment = Environment(undefined=StrictUndefined, keep_trailing_newline=True)
    return environment.from_string(text).render(words).encode()


def _note(changelog: Path, id: str, name: str) -> Path:
    text = changelog.read_text("utf-8")
    if _UNRELEASED not in text:
        raise PorterError(f"has no {_UNRELEASED.strip()!r}", path=changelog)
    line = f"\n- New rule [{id}](docs/rules/{id}.md), {name}."
    head, tail = text.split(_UNRELEASED, 1)
    write_atomically(changelog, f"{head}{_UNRELEASED}{line}{tail}".encode())
    return changelog
