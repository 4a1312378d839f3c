"""`porter verify`: run the CUDA side and the port, and compare their results."""

from __future__ import annotations

import json
import math
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from porter.cli._checking import Watching, checking_options
from porter.cli._html import html_option, write_html
from porter.cli._projects import select

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from porter.project.settings.settings import ProjectSettings
    from porter.verify.check import AnyCheck
    from porter.verify.options import Options, TraceMode
    from porter.verify.parts import Shard
    from porter.verify.place import Place
    from porter.verify.run import Tell
    from porter.verify.verdict import Verdict


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
    "on_each",
    multiple=True,
    default=["hip"],
    show_default=True,
    metavar="hip[:gpu|:cpu[:ARCH,...]|:nvidia]",
    help="Where the port runs: `hip:gpu` an AMD GPU, `hip:cpu` the cpu executor, by default as the "
    "architectures in porter.toml; `hip` takes an AMD GPU where there is one. Can be repeated. "
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
@click.option(
    "--limit",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="How long CUDA's side of a program that was found may run; by default 20 s with known "
    "arguments, 10 s without, 60 s where there is no other way to run it.",
)
@click.option(
    "--within",
    type=click.FloatRange(min=0),
    metavar="SECONDS",
    help="Begin no further check when runs took this time, without building; those that are left "
    "are not compared.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the verdicts as JSON.")
@click.option(
    "--junit",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the verdicts as JUnit XML, too.",
)
@click.option("--shard", metavar="I/N", help="Run the I-th of N parts of the checks only.")
@click.option(
    "--part",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where --shard writes its verdicts, for --merge.",
)
@click.option(
    "--cluster",
    "address",
    metavar="ADDRESS",
    help="Run the checks on the machines of a Dask cluster, which share this folder.",
)
@click.option(
    "--merge",
    is_flag=True,
    help="Run nothing: the arguments are the FILEs of all parts; report them as one run.",
)
@click.option(
    "--readme",
    is_flag=True,
    help="Write what was compared, and with which result, into README.porter.md of each port.",
)
@checking_options
@html_option
def command(
    projects: tuple[str, ...],
    ref: str,
    on_each: tuple[str, ...],
    keyword: str,
    trace: TraceMode,
    stale_ok: bool,
    timeout: float,
    limit: float | None,
    within: float | None,
    as_json: bool,
    junit: Path | None,
    shard: str | None,
    part: Path | None,
    address: str | None,
    merge: bool,
    readme: bool,
    html: Path | None,
    watching: Watching,
) -> None:
    """Compare the ports that porter.toml names with CUDA; all of them, or PROJECT by name.

    A project without cases of its own has its programs found and run. Exit status 0: the same; 1:
    something differs; 3: something could not be compared, or half of the kernels never ran.
    """
    if address and (shard or part or merge):
        raise click.UsageError("--cluster makes and merges parts by itself")
    if address and watching != Watching():
        raise click.UsageError("--check and --order watch what runs here, not on a --cluster")
    if address and within is not None:
        raise click.UsageError("--within is for what runs here, not on a --cluster")
    if merge and (shard or part):
        raise click.UsageError("--merge puts parts together, --shard makes one")
    if readme and (merge or shard or keyword):
        raise click.UsageError("--readme says what a whole run gave")
    if (shard is None) != (part is None):
        raise click.UsageError("--shard and --part go together")
    on = ",".join(on_each)
    from porter.project.settings.settings import read
    from porter.report.as_they_come import AsTheyCome
    from porter.report.progress import progress_bar
    from porter.verify.as_found import Way, names_no_cases, run_as_found
    from porter.verify.building import RunTime
    from porter.verify.nothing_found import why_none
    from porter.verify.options import Options, parse_reference
    from porter.verify.parts import merged, parse_shard, read_part
    from porter.verify.place import parse_places
    from porter.verify.run import gather, run
    from porter.verify.upstream import reading_once
    from porter.verify.verdict import exit_status

    faults = 0
    click.get_current_context().with_resource(reading_once())
    if merge:
        if not projects:
            raise click.UsageError("--merge needs the FILEs of the parts")
        verdicts = merged({Path(one): read_part(Path(one)) for one in projects})
    else:
        options = Options(parse_reference(ref), stale_ok, timeout, limit=limit, trace=trace)
        places, own = parse_places(on), None if shard is None else parse_shard(shard)
        chosen = list(select(read(Path.cwd()).projects, projects))
        time = RunTime(math.inf if within is None else within)
        is_whole = own is None and address is None
        if is_whole and any(map(names_no_cases, chosen)):
            way, told = Way(places, options, keyword, time), AsTheyCome(may_grow=True)
            (verdicts, has_any), faults = watching.of(
                lambda: run_as_found(chosen, way, progress_bar, told)
            )
        else:
            found, broken = gather(chosen, places, options.ref)
            wanted = [check for check in found if keyword in check.name]
            mine = wanted if own is None else own.of(wanted)
            tell, has_any = AsTheyCome(check.label for check in mine), bool(found)
            if address is None:
                ran, faults = watching.of(
                    lambda: run(mine, options, progress_bar, "verifying", tell, time)
                )
            else:
                words = _options(ref, on, keyword, trace, options)
                ran = _spread(wanted, [*projects, *words], address, tell)
            verdicts = [*broken, *ran]
            if own is not None and part is not None:
                _write(part, own, [check.name for check in wanted], ran, broken)
        if not keyword and own is None:
            for line in _not_drafted(chosen):
                click.echo(line, err=True)
        if not verdicts and own is None:
            why = why_none(chosen, keyword, has_any=has_any)
            click.echo(f"nothing to verify: {why} (docs/verify.md)", err=True)
            for line in _kernels_told(chosen, places):
                click.echo(line, err=True)
        if within is not None:
            took = f"building took {time.building:.0f} s"
            click.echo(f"{took}, which the {within:.0f} s of --within do not count", err=True)
            if time.went_to:
                click.echo(f"the rest went to: {time.went_to}", err=True)
    if readme:
        _write_readmes(verdicts, projects, f"porter verify --ref {ref} --on {on}")
    _report(verdicts, junit, html, as_json=as_json)
    is_part = shard is not None or bool(keyword and verdicts)  # kernels may run elsewhere
    sys.exit(1 if faults else exit_status(verdicts, is_part=is_part))


def _kernels_told(projects: Iterable[ProjectSettings], places: Iterable[Place]) -> Iterator[str]:
    """Yield what the kernels in Python's texts tell for each architecture that is verified."""
    from porter.verify.place import Cpu
    from porter.verify.python_kernels import told_of_kernels

    asked = [one.arch for one in places if isinstance(one, Cpu)]
    for project in projects:
        for arch in asked or project.arch:
            yield from told_of_kernels(project, arch)


def _not_drafted(projects: Iterable[ProjectSettings]) -> Iterator[str]:
    """Yield what has no drafted case, and why."""
    from porter.verify.extension.drafted import not_drafted

    for project in projects:
        yield from not_drafted(project)


def _options(ref: str, on: str, keyword: str, trace: str, options: Options) -> list[str]:
    """Return the options by which another machine finds and runs the same checks."""
    words = ["--ref", ref, "--on", on, "-k", keyword, "--trace", trace]
    words += ["--timeout", f"{options.timeout}"]
    words += ["--limit", f"{options.limit}"] if options.limit else []
    return [*words, "--stale-ok"] if options.stale_ok else words


def _spread(wanted: list[AnyCheck], words: list[str], address: str, tell: Tell) -> list[Verdict]:
    """Run checks on a cluster."""
    from porter.cluster.connection import Cluster
    from porter.report.progress import progress_bar
    from porter.verify.spread import spread

    # What porter is told by variables about the executor is told there, too.
    passed_on = {name: one for name, one in os.environ.items() if name.startswith("PORTER_CPU_")}
    with Cluster(address) as cluster:
        return spread(wanted, words, Path.cwd(), passed_on, cluster, progress_bar, tell)


def _write(
    path: Path, shard: Shard, names: list[str], ran: list[Verdict], broken: list[Verdict]
) -> None:
    from porter.verify.parts import Part, digest_of_names, write_part

    write_part(path, Part(shard, digest_of_names(names), tuple(ran), tuple(broken)))


def _write_readmes(verdicts: list[Verdict], projects: tuple[str, ...], command: str) -> None:
    """Write what the verdicts of each project say into the README of its port."""
    from porter.project.settings.settings import read
    from porter.report.statement import write_statement

    settings = read(Path.cwd())
    for project in select(settings.projects, projects):
        ours = [verdict for verdict in verdicts if verdict.project == project.name]
        if ours:
            path = write_statement(settings, project, ours, f"{command} {project.name}")
            click.echo(f"wrote {path}", err=True)


def _report(
    verdicts: list[Verdict], junit: Path | None, html: Path | None, *, as_json: bool
) -> None:
    """Print verdicts, and write them as JUnit and as a page where that is asked for."""
    from porter.verify.verdict_json import to_json

    if junit is not None:
        from porter.files.write import write_atomically
        from porter.report.junit import junit as document

        write_atomically(junit, document(verdicts))
    if html is not None:
        from porter.report.html.pages import parity_page

        write_html(html, parity_page(verdicts))
    if as_json:
        click.echo(json.dumps([to_json(verdict) for verdict in verdicts], indent=1))
    elif verdicts:
        from porter.report.verdicts import show

        show(verdicts)
