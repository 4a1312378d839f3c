"""What a conversion is asked to make: a target, and a kind of project."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from porter.convert.emission import Kind
    from porter.convert.target import Target


def target_of(name: str | None, rules: Path | None, reverse: bool) -> Target:
    """Return what SRC becomes."""
    from porter.convert.targets import chosen, is_of_code

    if reverse and is_of_code(name, rules):
        raise click.UsageError("--reverse takes a rule pack back: give --to or --rules")
    return chosen(name, rules, reverse=reverse)


def kind_of(name: str | None) -> Kind | None:
    """Return the kind of project that is asked for, None for none."""
    if name is None:
        return None
    from porter.convert.emission import Kind

    return Kind(name)
