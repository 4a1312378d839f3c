"""`porter report`: a port as one page for the browser."""

from __future__ import annotations

from pathlib import Path

import click

from porter.cli._analysis import analysis
from porter.exit_status import end


@click.command("report")
@click.argument("sources", nargs=-1, required=True, metavar="SRC...")
@click.option(
    "--html",
    type=click.Path(path_type=Path),
    default=Path("porter-report.html"),
    show_default=True,
    metavar="FILE|DIR",
    help="Where the page goes; a folder gets an index.html.",
)
@click.option("--to", "target", default="hip", show_default=True, help="As for `porter convert`.")
@click.option(
    "--warp", type=click.Choice(["32", "native"]), default="32", show_default=True,
    help="As for `porter convert`.",
)  # fmt: skip
@click.option(
    "--rocm", metavar="VERSION", help="ROCm version of the port; default: the installed one."
)
@click.option(
    "--build",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE.json",
    help="Show what `porter build --json` printed.",
)
@click.option(
    "--verify",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE.json",
    help="Show what `porter verify --json` printed.",
)
@click.option(
    "--exclude",
    multiple=True,
    metavar="GLOB",
    help="Leave out paths that match this .gitignore pattern.",
)
@click.option("--vendored", is_flag=True, help="Also convert vendored code in the tree.")
@click.option("--jobs", type=click.IntRange(1), help="Number of processes; default: one per core.")
@click.option("--no-cache", is_flag=True, help="Do not use results of earlier runs.")
def command(
    sources: tuple[str, ...],
    html: Path,
    target: str,
    warp: str,
    rocm: str | None,
    build: Path | None,
    verify: Path | None,
    exclude: tuple[str, ...],
    vendored: bool,
    jobs: int | None,
    no_cache: bool,
) -> None:
    """Write a page about the port of SRC: overview, work list, differences, build, parity.

    SRC is converted as `porter convert` would do it, and nothing but the page is written.
    """
    from porter.cli._html import write_html
    from porter.cli._rocm_version import rocm_version
    from porter.options import Options
    from porter.report.html.build import build_view
    from porter.report.html.documents import read_build, read_verdicts
    from porter.report.html.pages import conversion_page
    from porter.report.html.parity import parity_view

    built = None if build is None else build_view(read_build(build))
    compared = None if verify is None else parity_view(read_verdicts(verify))
    options = Options(
        target=target,
        warp=warp,
        rocm=rocm_version(rocm),
    )
    conversion = analysis(
        sources, options, exclude=exclude, vendored=vendored, jobs=jobs, no_cache=no_cache
    )
    write_html(html, conversion_page(conversion)._replace(build=built, parity=compared))
    end(failed=bool(conversion.problems or conversion.project.unreadable))
