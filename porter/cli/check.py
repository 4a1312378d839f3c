"""`porter check`: whether a port is current with upstream, rules and hand edits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from porter.cli._outside import allow_outside_option
from porter.cli._projects import concerned, settings_here
from porter.exit_status import end
from porter.listing import number_of

if TYPE_CHECKING:
    from porter.project.settings.settings import ProjectSettings, Settings
    from porter.sync.baseline import OpenError


@click.command("check")
@click.argument("projects", nargs=-1, metavar="[PROJECT]...")
@click.option("--again", is_flag=True, help="Convert again even if all digests are unchanged.")
@click.option(
    "--findings", is_flag=True, help="The arguments are files of a commit: report only new errors."
)
@allow_outside_option
@click.option(
    "--baseline",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Errors that are no complaint, as --write-baseline wrote them; only new ones are.",
)
@click.option(
    "--write-baseline",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the errors that there are to FILE, and check nothing.",
)
@click.option("--hook", is_flag=True, help="For pre-commit: the arguments are files of a commit.")
@click.option(
    "--sarif",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write what is wrong, and all open findings, as SARIF; paths from the work tree's root.",
)
def command(
    projects: tuple[str, ...],
    again: bool,
    findings: bool,
    allow_outside: bool,
    baseline: Path | None,
    write_baseline: Path | None,
    hook: bool,
    sarif: Path | None,
) -> None:
    """Check the ports that porter.toml names; all of them, or PROJECT by name.

    Exit status 1, with a list, where a port is stale, a conflict is open, a hand edit is not
    recorded or needless, or something is not converted; with --baseline, something new.
    """
    settings = settings_here(allow_outside=allow_outside)
    if findings:
        from porter.sync.upstream.new_errors import new_errors

        errors = list(new_errors(settings, projects))
        for line in errors:
            click.echo(line)
        end(failed=bool(errors))
    chosen = concerned(settings, projects, hook=hook)
    if not chosen:
        return
    if write_baseline is not None:
        _write_baseline(write_baseline, settings, chosen)
        return
    from porter.report.progress import progress_bar
    from porter.sync.check import by_gravity, check

    new = None if baseline is None else _new_errors(baseline, settings, chosen)
    found = []
    for project in chosen:
        left = None if new is None else new[project.name]
        found_now = check(settings, project, progress_bar, again=again, errors=left)
        complaints = by_gravity(found_now)
        found.append((project, complaints))
        if not complaints:
            click.echo(f"{project.name}: in step")
        for one in complaints:
            where = f"{project.name}: {one.path}" if one.path else project.name
            click.echo(f"{where}: {one.kind}: {one.message}")
    if sarif is not None:
        from porter.report.check_log import check_log
        from porter.report.sarif import write_log

        write_log(sarif, check_log(settings, found))
    end(failed=any(complaints for _, complaints in found))


def _write_baseline(path: Path, settings: Settings, chosen: Sequence[ProjectSettings]) -> None:
    from porter.sync.baseline import open_errors, write_baseline

    errors = [one for project in chosen for one in open_errors(settings, project)]
    write_baseline(path, errors)
    click.echo(f"{path}: {number_of(len(errors), 'error')} of {number_of(len(chosen), 'port')}")


def _new_errors(
    path: Path, settings: Settings, chosen: Sequence[ProjectSettings]
) -> dict[str, list[OpenError]]:
    """Return port -> errors that a baseline does not have; tell what it has in vain."""
    from porter.sync.baseline import compared, open_errors, read_baseline

    known = read_baseline(path)
    found, gone = {}, 0
    for project in chosen:
        of_port = Counter(
            {one: count for one, count in known.items() if one.project == project.name}
        )
        result = compared(open_errors(settings, project), of_port)
        found[project.name] = result.new
        gone += result.gone.total()
        click.echo(f"{project.name}: {number_of(result.known, 'error')} of the baseline")
    if gone:
        click.echo(
            f"{path}: {number_of(gone, 'error')} of it there no more: "
            f"porter check --write-baseline {path} drops them"
        )
    return found
