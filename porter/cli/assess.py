"""`porter assess`: estimate the work of a port before porting."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from porter.cli._analysis import analysis
from porter.cli._html import html_option, write_html
from porter.cli._roc import chosen_roc, roc_options
from porter.exit_status import end


@click.command("assess")
@click.argument("sources", nargs=-1, required=True, metavar="SRC...")
@click.option(
    "--warp",
    type=click.Choice(["32", "native"]),
    default="32",
    show_default=True,
    help="As for `porter convert`: `native` has more to look at.",
)
@roc_options
@click.option(
    "--exclude",
    multiple=True,
    metavar="GLOB",
    help="Leave out paths that match this .gitignore pattern.",
)
@click.option("--vendored", is_flag=True, help="Also assess vendored code in the tree.")
@click.option(
    "--rocm", metavar="VERSION", help="ROCm version of the port; default: the installed one."
)
@click.option("--jobs", type=click.IntRange(1), help="Number of processes; default: one per core.")
@click.option("--no-cache", is_flag=True, help="Do not use results of earlier runs.")
@click.option("--all", "everything", is_flag=True, help="Print all rows.")
@click.option("--json", "as_json", is_flag=True, help="Print the assessment as JSON.")
@html_option
def command(
    sources: tuple[str, ...],
    warp: str,
    blas: str,
    sparse: str,
    rand: str,
    solver: str,
    exclude: tuple[str, ...],
    vendored: bool,
    rocm: str | None,
    jobs: int | None,
    no_cache: bool,
    everything: bool,
    as_json: bool,
    html: Path | None,
) -> None:
    """Estimate the work of porting SRC: what converts by rule, and what needs a person.

    By file, by family of rules and by decision. Nothing of the port is written.
    """
    from porter.cli._rocm_version import rocm_version
    from porter.convert.assessment import assess
    from porter.options import Options
    from porter.report.assessment import assessment_blocks, assessment_document
    from porter.report.terminal import show_blocks

    options = Options(
        warp=warp,
        roc=chosen_roc(blas=blas, sparse=sparse, rand=rand, solver=solver),
        rocm=rocm_version(rocm),
    )
    conversion = analysis(
        sources, options, exclude=exclude, vendored=vendored, jobs=jobs, no_cache=no_cache
    )
    cost = assess(conversion)
    if html is not None:
        from porter.report.html.pages import conversion_page

        write_html(html, conversion_page(conversion))
    if as_json:
        click.echo(json.dumps(assessment_document(cost, conversion), indent=1))
    else:
        show_blocks(list(assessment_blocks(cost, conversion, everything=everything)), sys.stdout)
    end(failed=bool(conversion.problems or conversion.project.unreadable))
