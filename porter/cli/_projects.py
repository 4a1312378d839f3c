"""The ports that a command is about, of those that porter.toml names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from porter.listing import did_you_mean

if TYPE_CHECKING:
    from porter.project.settings.settings import ProjectSettings, Settings


def settings_here(*, allow_outside: bool) -> Settings:
    """Return what the porter.toml of this folder, or the nearest above, says.

    Args:
        allow_outside: its ports and upstreams may lie outside of its folder.

    Raises:
        PorterError: there is none, it is not understood, or it leads outside.
    """
    from porter.project.settings.outside import stay_inside
    from porter.project.settings.settings import read

    settings = read(Path.cwd())
    stay_inside(settings, allow_outside=allow_outside)
    return settings


def concerned(settings: Settings, arguments: Sequence[str], *, hook: bool) -> list[ProjectSettings]:
    """Return the projects that the arguments of a command name, all when they name none.

    Args:
        settings: porter.toml.
        arguments: names of projects; with `hook` files of a commit, which concern projects.
        hook: pre-commit calls.

    Raises:
        click.BadParameter: no project is called so.
        PorterError: there is no git to ask for the commit.
    """
    if not hook:
        return select(settings.projects, arguments)
    from porter.sync.upstream.hooks import affected_projects

    return affected_projects(settings, arguments)


def select(known: Sequence[ProjectSettings], names: Sequence[str]) -> list[ProjectSettings]:
    """Return the projects called `names`, all when none is named.

    Raises:
        click.BadParameter: no project is called so.
    """
    by_name = {project.name: project for project in known}
    for name in names:
        if name not in by_name:
            hint = did_you_mean(name, by_name)
            said = f"{name!r} is not one of {', '.join(by_name)}"
            raise click.BadParameter(f"{said}; {hint}" if hint else said)
    return [by_name[name] for name in names or by_name]
