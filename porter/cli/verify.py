"""`porter verify`: run CUDA's side and the port, compare what they give."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from porter.project.settings import ProjectSettings
    from porter.verify.programs import Verdict


@click.command("verify")
@click.argument("projects", nargs=-1, metavar="[PROJECT]...")
@click.option(
    "--ref",
    default="cuda",
    show_default=True,
    type=click.Choice(["cuda", "cuda:gpu", "cuda:recorded"]),
    help="The reference: live on a GPU or a recording; `cuda` takes the first that is there.",
)
@click.option("--arch", help="Architectures for the port, as gfx942,gfx1100.")
@click.option("--stale-ok", is_flag=True, help="Accept recordings of sources that have changed.")
@click.option("--timeout", default=600.0, show_default=True, help="Seconds that a run may take.")
@click.option("--json", "as_json", is_flag=True, help="Print the verdicts as JSON.")
def command(
    projects: tuple[str, ...],
    ref: str,
    arch: str | None,
    stale_ok: bool,
    timeout: float,
    as_json: bool,
) -> None:
    """Compare the ports that porter.toml names with CUDA; all of them, or PROJECT by name."""
    from porter.project.settings import read
    from porter.report.progress import progress_bar
    from porter.verify.programs import verify_programs
    from porter.verify.reference import choose

    way = ref.partition(":")[2] or choose()
    chosen = [_with(project, arch) for project in select(read(Path.cwd()).projects, projects)]
    verdicts: list[Verdict] = []
    runs = sum(len(case.arch or project.arch) for project in chosen for case in project.programs)
    with progress_bar("verifying", runs) as advance:
        for project in chosen:
            for verdict in verify_programs(project, way, stale_ok=stale_ok, timeout=timeout):
                verdicts.append(verdict)
                advance(1)
    if as_json:
        click.echo(json.dumps([asdict(verdict) for verdict in verdicts], indent=1))
    else:
        from porter.report.verdicts import show

        show(verdicts)
    if not verdicts:
        click.echo("nothing to verify: porter.toml names no [[project.verify.programs]]", err=True)
    sys.exit(0 if verdicts and all(verdict.passed for verdict in verdicts) else 1)


def select(known: tuple[ProjectSettings, ...], names: tuple[str, ...]) -> list[ProjectSettings]:
    """Return the projects called `names`, all when none is named.

    Raises:
        click.BadParameter: no project is called so.
    """
    by_name = {project.name: project for project in known}
    for name in names:
        if name not in by_name:
            raise click.BadParameter(f"{name!r} is none of {', '.join(by_name)}")
    return [by_name[name] for name in names or by_name]


def _with(project: ProjectSettings, arch: str | None) -> ProjectSettings:
    from dataclasses import replace

    if arch is None:
        return project
    wanted = tuple(arch.split(","))
    programs = tuple(
        replace(case, arch=tuple(name for name in case.arch if name in wanted))
        for case in project.programs
        if not case.arch or set(case.arch) & set(wanted)
    )
    return replace(project, arch=wanted, programs=programs)
