"""`porter first-light`: the first run of ports on an AMD GPU."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from porter.cli._projects import select
from porter.exit_status import end


@click.command("first-light")
@click.argument("projects", nargs=-1, metavar="[PROJECT]...")
@click.option(
    "--on",
    default="hip:gpu",
    show_default=True,
    metavar="hip:gpu|hip:cpu:ARCH",
    help="The AMD GPU; or the executor in its place, to rehearse.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("first-light.zip"),
    show_default=True,
    metavar="FILE.zip",
    help="The bundle: page, results, what the ports left, versions, logs.",
)
@click.option("--with-sources", is_flag=True, help="Put the ports' sources into the bundle, too.")
@click.option("--timeout", default=600.0, show_default=True, help="Seconds that a run may take.")
def command(
    projects: tuple[str, ...], on: str, out: Path, with_sources: bool, timeout: float
) -> None:
    """Run the ports that porter.toml names on an AMD GPU for the first time; or PROJECT by name.

    Compiles each port for the processor that is there, runs every case on it and on the executor
    of the same architecture, compares both with CUDA's side, and writes one bundle with one page:
    what agrees, what differs from the executor, what is slow. The arrays and the output that the
    GPU gave are recorded in it. Exit status 0 when everything
    compiled and every case is as CUDA's on both.
    """
    from porter.project.settings.settings import read
    from porter.report.first_light import page, write_bundle
    from porter.report.progress import progress_bar
    from porter.verify.first_light.run import first_light
    from porter.verify.options import Options

    chosen = select(read(Path.cwd()).projects, projects)
    with tempfile.TemporaryDirectory(prefix="porter-") as scratch:
        kept = Path(scratch)
        light = first_light(chosen, on, Options(timeout=timeout), progress_bar, kept)
        write_bundle(out, light, kept, [one.port for one in chosen] if with_sources else [])
    click.echo(page(light), nl=False)
    click.echo(f"written to {out}", err=True)
    end(failed=not light.is_good)
