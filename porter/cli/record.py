"""`porter record`: run CUDA's side on a GPU and keep what it gave."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from porter.project.settings import ProjectSettings


@click.command("record")
@click.argument("projects", nargs=-1, metavar="[PROJECT]...")
@click.option("-k", "keyword", default="", help="Only cases whose name contains this.")
@click.option("--timeout", default=600.0, show_default=True, help="Seconds that a run may take.")
def command(projects: tuple[str, ...], keyword: str, timeout: float) -> None:
    """Record the cases that porter.toml names; of all projects, or of PROJECT by name."""
    from porter.cli.verify import select
    from porter.errors import PorterError
    from porter.project.settings import read

    failed = False
    for project in select(read(Path.cwd()).projects, projects):
        for name, record in _recorders(project, timeout):
            if keyword not in name:
                continue
            try:
                click.echo(f"{name}: {record()}")
            except PorterError as error:
                click.echo(f"{name}: {error}", err=True)
                failed = True
    sys.exit(1 if failed else 0)


def _recorders(
    project: ProjectSettings, timeout: float
) -> Iterator[tuple[str, Callable[[], Path]]]:
    """Yield each case's name and what records it."""
    from functools import partial

    from porter.verify.making import record_kernel, record_program

    for program in project.programs:
        yield program.name, partial(record_program, project, program, timeout)
    for kernel in project.kernels:
        yield kernel.name, partial(record_kernel, project, kernel, timeout)
