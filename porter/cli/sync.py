"""`porter sync`: merge upstream's changes into ports."""

from __future__ import annotations

import signal

import click

from porter.cli._outside import allow_outside_option
from porter.cli._projects import concerned, settings_here
from porter.exit_status import end, ended_by_signal


@click.command("sync")
@click.argument("projects", nargs=-1, metavar="[PROJECT]...")
@click.option("--from", "from_revision", metavar="REV", help="Upstream's revision that was ported.")
@click.option(
    "--to", "to_revision", metavar="REV", help="Move a vendored upstream to this revision."
)
@click.option("--continue", "resume", is_flag=True, help="Conflicts are resolved: go on.")
@click.option("--abort", is_flag=True, help="Put everything back as it was before the last sync.")
@click.option("--preview", is_flag=True, help="Print what would change as a patch; write nothing.")
@click.option("--again", is_flag=True, help="Convert again even if no file and no choice changed.")
@click.option("--adopt", is_flag=True, help="Treat files that porter did not write as hand edits.")
@click.option("--allow-dirty", is_flag=True, help="Merge into files with uncommitted changes.")
@allow_outside_option
@click.option("--hook", is_flag=True, help="For pre-commit: the arguments are files of a commit.")
def command(
    projects: tuple[str, ...],
    from_revision: str | None,
    to_revision: str | None,
    resume: bool,
    abort: bool,
    preview: bool,
    again: bool,
    adopt: bool,
    allow_dirty: bool,
    allow_outside: bool,
    hook: bool,
) -> None:
    """Merge upstream's changes into the ports that porter.toml names; all, or PROJECT by name.

    Exit status: 0 when the ports are in step, 1 when a conflict is open (with --hook: when
    anything was written).
    """
    signal.signal(signal.SIGTERM, ended_by_signal)
    if preview and (resume or abort or hook):
        raise click.UsageError("--preview is not for --continue, --abort and --hook")
    if sum((resume, abort, from_revision is not None or to_revision is not None)) > 1:
        raise click.UsageError("--continue, --abort and --from/--to exclude one another")
    settings = settings_here(allow_outside=allow_outside)
    chosen = concerned(settings, projects, hook=hook)
    if not chosen:
        return
    if (from_revision or to_revision) and len(chosen) > 1:
        raise click.UsageError("--from and --to are for one port: name it")
    from porter.files.lock import locked
    from porter.report.progress import progress_bar
    from porter.report.syncs import show, show_end
    from porter.sync.plan.branches import reconcile
    from porter.sync.run import sync
    from porter.sync.write.completion import abort as take_back
    from porter.sync.write.completion import resume as go_on
    from porter.sync.write.request import Request

    request = Request(from_revision, to_revision, again, adopt, allow_dirty or hook, preview)
    wants_attention = False
    with locked(settings.path.parent, _waiting):
        if not preview and reconcile(settings):
            click.echo("porter.lock held the lines of two branches, and is one again", err=True)
        for project in chosen:
            if abort:
                show_end(
                    project, "taken back" if take_back(settings, project) else "no sync to abort"
                )
            elif resume:
                section = go_on(settings, project)
                if section is None:
                    show_end(project, "no sync to continue")
                    continue
                if section.conflicts:
                    show_end(project, f"conflicts: {', '.join(section.conflicts)}")
                    wants_attention = True
                    continue
                show_end(project, "done")
            else:
                done = sync(settings, project, request, progress_bar)
                show(done)
                for patch in done.preview or ():
                    click.echo(patch, nl=False)
                wants_attention |= bool(done.conflicts) or (hook and not done.is_current)
    if hook and wants_attention:
        click.echo("the port was brought along: look at it, then git add it", err=True)
    end(failed=wants_attention)


def _waiting() -> None:
    click.echo("waiting for another run of porter", err=True)
