"""`porter edits`: list the hand edits of a port, and the rules that could replace them."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from porter.cli._outside import allow_outside_option
from porter.cli._projects import select, settings_here


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
@allow_outside_option
@click.option("--drop", metavar="FILE", help="Discard the hand edits of this file of a port.")
def command(
    projects: tuple[str, ...],
    stat: bool,
    folder: Path | None,
    allow_outside: bool,
    drop: str | None,
) -> None:
    """List the hand edits of ports as patches, with the rule that asked for or could replace them.

    The patches apply to the port with `git apply` or `patch -p1`.
    """
    if drop is not None and (folder is not None or stat):
        raise click.UsageError("--drop cannot be combined with other options")
    settings = settings_here(allow_outside=allow_outside)
    chosen = select(settings.projects, projects)
    if drop is not None:
        from porter.files.lock import locked
        from porter.sync.dropping import drop as give_up

        with locked(settings.path.parent):
            sys.stdout.buffer.write(give_up(settings, chosen, Path.cwd() / drop))
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
