"""`porter record`: run the CUDA side on a GPU and store its results."""

from __future__ import annotations

from pathlib import Path

import click

from porter.cli._projects import select
from porter.exit_status import end


@click.command("record")
@click.argument("projects", nargs=-1, metavar="[PROJECT]...")
@click.option("-k", "keyword", default="", help="Only cases whose name contains this.")
@click.option(
    "--trace",
    "with_trace",
    is_flag=True,
    help="Record launches, too: with each, samples of the memory that it could reach.",
)
@click.option("--timeout", default=600.0, show_default=True, help="Seconds that a run may take.")
def command(projects: tuple[str, ...], keyword: str, with_trace: bool, timeout: float) -> None:
    """Record the cases that porter.toml names; of all projects, or of PROJECT by name."""
    from porter.errors import PorterError
    from porter.project.settings.settings import read
    from porter.verify.kinds import recorders, trace_recorders
    from porter.verify.nothing_found import why_none
    from porter.verify.place import gpu_to_record_on

    failed = False
    offered = taken = 0
    chosen = list(select(read(Path.cwd()).projects, projects))
    for project in chosen:
        try:
            found = [*recorders(project, timeout)]
            found += trace_recorders(project, timeout) if with_trace else ()
        except PorterError as error:
            click.echo(f"{project.name}: {error}", err=True)
            failed = True
            continue
        wanted = [recorder for recorder in found if keyword in recorder.name]
        offered, taken = offered + len(found), taken + len(wanted)
        if wanted:
            gpu_to_record_on()
        for name, record in wanted:
            try:
                for path in record():
                    click.echo(f"{name}: {path}")
            except PorterError as error:
                click.echo(f"{name}: {error}", err=True)
                failed = True
    if not taken and not failed:
        why = why_none(chosen, keyword, has_any=offered > 0)
        click.echo(f"nothing to record: {why} (docs/verify.md)", err=True)
    end(failed=failed or not taken)
