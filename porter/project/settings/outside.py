"""Checks that the paths of porter.toml lie in its folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from porter.errors import PorterError
from porter.files.paths import is_git_folder
from porter.files.real_path import real_path
from porter.project.settings.named_outside import is_remembered
from porter.project.settings.settings import ProjectSettings, Settings


def stay_inside(settings: Settings, *, allow_outside: bool) -> None:
    """Refuse a porter.toml whose ports, upstreams or rule packs lie elsewhere, links followed.

    What the user has named for it with `porter new project` on this machine may.

    Args:
        settings: porter.toml.
        allow_outside: the user wants them there; never in a `.git`, which holds commands.

    Raises:
        PorterError: one of them does.
    """
    root = real_path(settings.path.parent)
    for project in settings.projects:
        for key, folder in _named(project):
            real = real_path(folder)
            if any(is_git_folder(part) for part in real.parts):
                raise PorterError(f"{key} leads into {real}, which is git's", path=settings.path)
            is_wanted = allow_outside or not leads_outside(root, real)
            if not (is_wanted or is_remembered(settings.path, real)):
                raise PorterError(
                    f"{key} leads out of the folder of porter.toml, to {real}",
                    path=settings.path,
                    hint="if that is intended, give --allow-outside",
                )


def leads_outside(root: Path, folder: Path) -> bool:
    """Tell whether a folder lies elsewhere than in another, links followed."""
    return not real_path(folder).is_relative_to(real_path(root))


def _named(project: ProjectSettings) -> Iterator[tuple[str, Path]]:
    yield "upstream", project.upstream
    yield "port", project.port
    if project.rules is not None:
        yield "rules", project.rules
