"""`porter verify`: run the CUDA side and the port, and compare their results."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from porter.cli._html import html_option, write_html
from porter.cli._projects import select
from porter.errors import PorterError
from porter.exit_status import end

if TYPE_CHECKING:
    from porter.verify.check import AnyCheck
    from porter.verify.options import TraceMode


@click.command("verify")
@click.argument("projects", nargs=-1, metavar="[PROJECT]...")
@click.option(
    "--ref",
    default="cuda",
    show_default=True,
    metavar="cuda[:gpu|:recorded|:cpu]|torch",
    help="CUDA's side: live on a GPU, a recording, or on the cpu executor; `cuda` takes the first "
    "of them that is there. `torch`: the reference in PyTorch that cases of extensions have.",
)
@click.option(
    "--on",
    default="hip",
    show_default=True,
    metavar="hip[:gpu|:cpu[:ARCH,...]|:nvidia]",
    help="Where the port runs: `hip:gpu` an AMD GPU, `hip:cpu` the cpu executor, by default as the "
    "architectures in porter.toml; `hip` takes an AMD GPU where there is one. "
    "`hip:nvidia`: on an NVIDIA GPU, compiled by nvcc with HIP's headers made from the tables.",
)
@click.option("-k", "keyword", default="", help="Only cases whose name contains this.")
@click.option(
    "--trace",
    type=click.Choice(["off", "hash", "full"]),
    default="off",
    show_default=True,
    help="Compare programs and extensions launch by launch, too: bits, or contents with the error.",
)
@click.option("--stale-ok", is_flag=True, help="Accept recordings of sources that have changed.")
@click.option("--timeout", default=600.0, show_default=True, help="Seconds that a run may take.")
@click.option("--json", "as_json", is_flag=True, help="Print the verdicts as JSON.")
@click.option(
    "--junit",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the verdicts as JUnit XML, too.",
)
@html_option
def command(
    projects: tuple[str, ...],
    ref: str,
    on: str,
    keyword: str,
    trace: TraceMode,
    stale_ok: bool,
    timeout: float,
    as_json: bool,
    junit: Path | None,
    html: Path | None,
) -> None:
    """Compare the ports that porter.toml names with CUDA; all of them, or PROJECT by name."""
    from porter.project.settings.settings import read
    from porter.report.progress import progress_bar
    from porter.verify.kinds import checks
    from porter.verify.options import Options, parse_reference
    from porter.verify.place import parse_places
    from porter.verify.verdict import Verdict

    options = Options(parse_reference(ref), stale_ok, timeout, trace)
    places = parse_places(on)
    chosen = select(read(Path.cwd()).projects, projects)
    found: list[AnyCheck] = []
    verdicts: list[Verdict] = []
    for project in chosen:
        try:
            for one in checks(project, places, options.ref):
                found.append(one)  # those in front of what is wrong count
        except PorterError as error:
            verdicts.append(Verdict.of_broken_cases(project.name, error))
    wanted = [check for check in found if keyword in check.name]
    with progress_bar("verifying", len(wanted)) as advance:
        for check in wanted:
            verdicts.append(check.run(options))
            advance(1)
    if junit is not None:
        from porter.files.write import write_atomically
        from porter.report.junit import junit as document

        write_atomically(junit, document(verdicts))
    if html is not None:
        from porter.report.html.pages import parity_page

        write_html(html, parity_page(verdicts))
    if as_json:
        click.echo(json.dumps([asdict(verdict) for verdict in verdicts], indent=1))
    elif verdicts:
        from porter.report.verdicts import show

        show(verdicts)
    if not verdicts:
        why = f"no case is called {keyword!r}" if found else "porter.toml names no cases"
        click.echo(f"nothing to verify: {why} (docs/verify.md)", err=True)
    end(failed=not verdicts or not all(verdict.passed for verdict in verdicts))
