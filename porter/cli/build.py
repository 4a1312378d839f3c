"""`porter build`: compile a port for AMD architectures and report unit by unit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from porter.cli._compiling import compiling
from porter.cli._html import html_option, write_html
from porter.cli._kernels import against_option, kernel_report, lines_option, report_option
from porter.exit_status import end
from porter.files.port_folder import own_folder

if TYPE_CHECKING:
    from porter.compile.feedback.compiled import Feedback
    from porter.compile.report import BuildReport
    from porter.replay.asked import Asked


@click.command()
@click.argument("port", type=click.Path(exists=True, path_type=Path), default=".")
@click.option(
    "--arch",
    default="gfx942,gfx1100",
    show_default=True,
    metavar="LIST",
    help="Architectures, comma-separated.",
)
@click.option(
    "--rocm",
    metavar="VERSION",
    help="Compile against the headers of this ROCm, as 7 or 6.4; default: those found first.",
)
@click.option(
    "--syntax-only", is_flag=True, help="Check types for host and device; write no objects."
)
@click.option(
    "--link", "link_too", is_flag=True, help="Link extensions, programs and libraries, too."
)
@report_option
@lines_option
@against_option
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@html_option
@click.option("--jobs", "-j", type=click.IntRange(min=1), help="Number of compilers at a time.")
@click.option(
    "--launcher", metavar="PROGRAM", help="Run compilers through PROGRAM: ccache, sccache."
)
@click.option(
    "--cluster",
    "address",
    metavar="ADDRESS",
    help="Compile on the machines of a Dask cluster, which share the port's and porter's folders.",
)
@click.option("--exclude", multiple=True, metavar="GLOB", help="Paths to leave out.")
@click.option("--folder", type=click.Path(path_type=Path), help="Where objects and logs go.")
@click.option("--native", is_flag=True, help="Run the port's own make, cmake or setup.py.")
@click.option(
    "--with",
    "system",
    type=click.Choice(["cmake", "make", "python"]),
    help="With --native: the build system, where the port has several.",
)
@click.option(
    "--on",
    "against",
    type=click.Choice(["rocm", "cpu"]),
    help="With --native: build against an installed ROCm (the default, where there is one) or "
    "against the cpu executor's stand-ins for it.",
)
@click.option(
    "--variable",
    "-D",
    "variables",
    multiple=True,
    metavar="NAME=VALUE",
    help="With --native: a variable that CMake or make is given.",
)
@click.option(
    "--target",
    "goals",
    multiple=True,
    metavar="NAME",
    help="With --native: what CMake or make is to make; default: what it makes by itself.",
)
@click.pass_obj
def command(
    asked: Asked | None,
    port: Path,
    arch: str,
    rocm: str | None,
    syntax_only: bool,
    link_too: bool,
    about: str | None,
    with_lines: bool,
    other_build: Path | None,
    as_json: bool,
    html: Path | None,
    jobs: int | None,
    launcher: str | None,
    address: str | None,
    exclude: tuple[str, ...],
    folder: Path | None,
    native: bool,
    system: str | None,
    against: str | None,
    variables: tuple[str, ...],
    goals: tuple[str, ...],
) -> None:
    """Compile every unit of PORT with its own flags.

    Flags come from compile_commands.json, setup.py, CMakeLists.txt or a Makefile, read without
    running them. Exit status 1 when a unit does not compile, --link cannot link, or --against finds
    something worse.

    With --native the port's own build system runs, which may do anything that its author wrote
    there. Exit status 1 when it fails.
    """
    if native:
        others = (
            about, with_lines, syntax_only, link_too, as_json, html, launcher, address, exclude,
            rocm,
        )  # fmt: skip
        if any(others):
            raise click.UsageError(
                "--native takes only --arch, --jobs, --folder, --with, --on, --variable, --target"
            )
        from porter.cli._native import build_natively

        build_natively(port, arch, jobs, folder, system, against, variables, goals)
    if system or against or variables or goals:
        raise click.UsageError("--with, --on, --variable and --target need --native")
    if link_too and syntax_only:
        raise click.UsageError("--syntax-only writes no objects that --link could link")
    if about and syntax_only:
        raise click.UsageError("--syntax-only makes no code that --report kernels could read")
    if (other_build or with_lines) and not about:
        raise click.UsageError(
            f"{'--against' if other_build else '--lines'} needs --report kernels"
        )
    if launcher and address:
        raise click.UsageError("--launcher starts compilers here, --cluster elsewhere")
    archs = [name.strip() for name in arch.split(",") if name.strip()]
    from porter.compile.driver import build

    with _compilers(address, launcher, jobs) as (words, at_a_time), compiling() as progress:
        report = build(
            port, archs, syntax_only, at_a_time, launcher=words, folder=folder, exclude=exclude,
            link_too=link_too, rocm=rocm, line_tables=with_lines, progress=progress,
        )  # fmt: skip
    if html is not None:
        from porter.report.html.pages import build_page

        write_html(html, build_page(report))
    found = None if report.ok else _feedback(report)
    kernels, text, worse = kernel_report(report, other_build, rocm) if about else ({}, [], False)
    if as_json:
        document = {**report.to_json(), **kernels}
        document["feedback"] = None if found is None else found.to_json()
        said = json.dumps(document, indent=2)
    else:
        from porter.cli._build_text import build_text

        said = build_text(report, found, text)
    click.echo(said)
    can_be_said_again = html is None and address is None and other_build is None and rocm is None
    if asked is not None and can_be_said_again and report.ok and not worse:
        from porter.replay.builds import keep_build

        keep_build(asked, f"{said}\n", port, folder or own_folder(port))
    end(failed=not report.ok or worse)


@contextmanager
def _compilers(
    address: str | None, launcher: str | None, jobs: int | None
) -> Iterator[tuple[tuple[str, ...], int | None]]:
    """Yield what starts compilers, and how many at a time."""
    if address is None:
        yield ((launcher,) if launcher else ()), jobs
        return
    from porter.cluster.connection import Cluster
    from porter.cluster.service import compilers_of

    with Cluster(address) as cluster, compilers_of(cluster) as words:
        yield words, jobs or cluster.threads


def _feedback(report: BuildReport) -> Feedback | None:
    """Hold what failed against the conversion; None where the conversion is not known."""
    from porter.cli._conversion_of import conversion_of
    from porter.compile.feedback.compiled import feedback

    record = conversion_of(report.root)
    return None if record is None else feedback(report, record)
