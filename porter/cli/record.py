"""`porter record`: run CUDA's side on a GPU and keep what it gave."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command("record")
@click.argument("projects", nargs=-1, metavar="[PROJECT]...")
@click.option("--timeout", default=600.0, show_default=True, help="Seconds that a run may take.")
def command(projects: tuple[str, ...], timeout: float) -> None:
    """Record the programs that porter.toml names; of all projects, or of PROJECT by name."""
    from porter.cli.verify import select
    from porter.errors import PorterError
    from porter.project.settings import read
    from porter.verify import recording
    from porter.verify.reference import reference

    failed = False
    for project in select(read(Path.cwd()).projects, projects):
        for case in project.programs:
            try:
                made = reference(project, case, "gpu", timeout=timeout)
            except PorterError as error:
                click.echo(f"{case.name}: {error}", err=True)
                failed = True
                continue
            if made.returncode:
                click.echo(f"{case.name}: exit status {made.returncode}, not kept", err=True)
                failed = True
                continue
            path = recording.store(project.recordings, case, made)
            click.echo(f"{case.name}: {path}")
    sys.exit(1 if failed else 0)
