"""`porter edits`: list the hand edits of a port, and the rules that could replace them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from porter.cli._outside import allow_outside_option
from porter.cli._projects import select, settings_here

if TYPE_CHECKING:
    from porter.project.settings.settings import ProjectSettings, Settings


@click.command("edits")
@click.argument("projects", nargs=-1, metavar="[PROJECT]...")
@click.option("--stat", is_flag=True, help="One line per place; no patches.")
@click.option(
    "--export",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write a patch queue: one patch per file, and `series`.",
)
@click.option(
    "--series",
    "mails",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write the whole port as patches to upstream that keep CUDA's side, for `git am`.",
)
@allow_outside_option
@click.option("--drop", metavar="FILE", help="Discard the hand edits of this file of a port.")
def command(
    projects: tuple[str, ...],
    stat: bool,
    folder: Path | None,
    mails: Path | None,
    allow_outside: bool,
    drop: str | None,
) -> None:
    """List the hand edits of ports as patches, with the rule that asked for or could replace them.

    The patches apply to the port with `git apply` or `patch -p1`; those of --series to upstream.
    """
    if drop is not None and (folder is not None or mails is not None or stat):
        raise click.UsageError("--drop cannot be combined with other options")
    settings = settings_here(allow_outside=allow_outside)
    chosen = select(settings.projects, projects)
    if drop is not None:
        from porter.files.lock import locked
        from porter.sync.dropping import drop as give_up

        with locked(settings.path.parent):
            sys.stdout.buffer.write(give_up(settings, chosen, Path.cwd() / drop))
        return
    if mails is not None:
        _write_series(settings, chosen, mails)
        return
    from porter.report.hand_edits import print_edits
    from porter.report.patch_queue import export
    from porter.sync.edits.hand_edits import hand_edits
    from porter.sync.plan.status import section_for

    for project in chosen:
        found = hand_edits(settings, project, section_for(settings, project))
        if folder is not None:
            place = folder if len(chosen) == 1 else folder / project.name
            export(place, found)
            count = sum(bool(one.patch) for one in found)
            click.echo(f"{project.name}: {count} patches in {place}", err=True)
            for one in found:
                if not one.patch:
                    click.echo(f"{one.path}: a link, left out: no patch can be made", err=True)
        else:
            print_edits(project, found, patches=not stat)


def _write_series(settings: Settings, chosen: Sequence[ProjectSettings], folder: Path) -> None:
    """Write ports as patches to their upstreams; exit with 1 where a file has no part in them."""
    from porter.report.patch_series import write_series
    from porter.sync.edits.series import series
    from porter.sync.plan.status import section_for

    is_whole = True
    for project in chosen:
        made = series(settings, project, section_for(settings, project))
        place = folder if len(chosen) == 1 else folder / project.name
        for mail in write_series(place, made.steps):
            click.echo(mail)
        for path, reason in sorted(made.left.items()):
            click.echo(f"{project.name}: {path} has no part in it: {reason}", err=True)
            is_whole = is_whole and "no compiler chooses" in reason
    if not is_whole:
        sys.exit(1)
