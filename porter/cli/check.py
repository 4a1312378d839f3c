"""`porter check`: whether a port is current with upstream, rules and hand edits."""

from __future__ import annotations

from pathlib import Path

import click

from porter.cli._outside import allow_outside_option
from porter.cli._projects import concerned, settings_here
from porter.exit_status import end


@click.command("check")
@click.argument("projects", nargs=-1, metavar="[PROJECT]...")
@click.option("--again", is_flag=True, help="Convert again even if all digests are unchanged.")
@click.option(
    "--findings", is_flag=True, help="The arguments are files of a commit: report only new errors."
)
@allow_outside_option
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
    hook: bool,
    sarif: Path | None,
) -> None:
    """Check the ports that porter.toml names; all of them, or PROJECT by name.

    Exit status 1, with a list, where a port is stale, a conflict is open, a hand edit is not
    recorded or needless, or something is not converted.
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
    from porter.report.progress import progress_bar
    from porter.sync.check import by_gravity, check

    found = []
    for project in chosen:
        complaints = by_gravity(check(settings, project, progress_bar, again=again))
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
