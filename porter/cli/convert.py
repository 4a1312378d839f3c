"""`porter convert`: rewrite CUDA code as HIP."""

from __future__ import annotations

import signal
from pathlib import Path

import click

from porter.cli._capability import capability_of
from porter.cli._conversion_files import write_files_about
from porter.cli._html import html_option
from porter.cli._include_path import include_path
from porter.cli._outside import allow_outside_option
from porter.cli._refusals import refuse_contradictions, refuse_unknown_rules
from porter.cli._roc import chosen_roc, gemm_option, roc_options
from porter.cli._rocm_version import rocm_version
from porter.cli._target import kind_of, target_of
from porter.exit_status import Exit, end, ended_by_signal
from porter.options import Options
from porter.rule_ids import current


@click.command("convert")
@click.argument("sources", nargs=-1, required=True, metavar="SRC...")
@click.option(
    "--to",
    "target",
    help="What SRC becomes: hip (the default), ck (HIP with Composable Kernel for CUTLASS), or a "
    "rule pack's target.",
)
@click.option(
    "--rules",
    "pack_file",
    type=click.Path(path_type=Path),
    metavar="FILE.toml",
    help="Rename a package by this rule pack (docs/rule-packs.md), with --to hip once it is HIP.",
)
@click.option("--reverse", is_flag=True, help="Undo the renames of the rule pack.")
@click.option(
    "--out",
    metavar="DIR",
    help="Write the port here; `-` prints one file. Default: where porter.toml says, else SRC_hip, "
    "or hip/ in the current folder or a repository's root.",
)
@click.option(
    "--target",
    "part",
    metavar="NAME",
    help="Convert one target of CMake or make, extension of a setup.py, or folder, with the "
    "sources and headers that it needs, and leave the others out.",
)
@click.option("--in-place", is_flag=True, help="Rewrite the sources themselves.")
@click.option("--diff", is_flag=True, help="Print a unified diff and write nothing.")
@click.option(
    "--launch",
    type=click.Choice(["cuda", "hip"]),
    default="cuda",
    show_default=True,
    help="Keep <<<>>>, or write hipLaunchKernelGGL.",
)
@click.option(
    "--warp",
    type=click.Choice(["32", "native"]),
    default="32",
    show_default=True,
    help="Keep CUDA's 32-lane meaning, or write for the hardware's wavefront.",
)
@click.option(
    "--capability",
    metavar="8.0|device",
    default="8.0",
    show_default=True,
    callback=capability_of,
    help="What the port counts as where code chooses by NVIDIA's compute capability.",
)
@roc_options
@gemm_option
@click.option("--rename", is_flag=True, help="Give files HIP's suffixes; references follow.")
@click.option(
    "--project",
    "kind",
    type=click.Choice(["torch", "multiarch", "multiarch-shared", "cmake", "plain"]),
    help="With --out: write a project that builds on ROCm with one command.",
)
@click.option(
    "--dual",
    is_flag=True,
    help="Keep the CUDA code, too: changes go behind a preprocessor condition for HIP.",
)
@click.option("--only", multiple=True, metavar="RULE", help="Apply only this rule; repeatable.")
@click.option("--skip", multiple=True, metavar="RULE", help="Leave this rule out; repeatable.")
@click.option("--unsafe", is_flag=True, help="Also apply fixes that may change behaviour.")
@click.option(
    "--exclude",
    multiple=True,
    metavar="GLOB",
    help="Leave out paths that match this .gitignore pattern.",
)
@click.option(
    "--vendored",
    is_flag=True,
    help="Also convert vendored code in the tree, and a CUDA side that has a twin for HIP.",
)
@click.option(
    "-I", "includes", multiple=True, metavar="DIR", help="Add a folder to the include path."
)
@click.option("-D", "defines", multiple=True, metavar="MACRO", help="Define a macro.")
@click.option(
    "-p",
    "database",
    type=click.Path(exists=True, path_type=Path),
    metavar="compile_commands.json",
    help="Take -I and -D from this compilation database.",
)
@click.option(
    "--rocm", metavar="VERSION", help="ROCm version of the port; default: the installed one."
)
@click.option("--jobs", type=click.IntRange(1), help="Number of processes; default: one per core.")
@click.option("--no-cache", is_flag=True, help="Do not use results of earlier runs.")
@click.option("--force", is_flag=True, help="Overwrite files in --out that were changed by hand.")
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.json",
    help="Write every edit and finding as JSON.",
)
@click.option(
    "--sarif",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the findings as SARIF.",
)
@html_option
@allow_outside_option
@click.option(
    "--check-build",
    is_flag=True,
    help="Type-check the port and follow its build files, and report what would fail; run nothing.",
)
@click.option("--strict", is_flag=True, help="Exit 1 when a finding is an error.")
@click.pass_context
def command(
    context: click.Context,
    sources: tuple[str, ...],
    target: str | None,
    pack_file: Path | None,
    reverse: bool,
    out: str | None,
    part: str | None,
    in_place: bool,
    diff: bool,
    launch: str,
    warp: str,
    capability: tuple[int, int] | None,
    blas: str,
    sparse: str,
    rand: str,
    solver: str,
    gemm: str,
    rename: bool,
    kind: str | None,
    dual: bool,
    only: tuple[str, ...],
    skip: tuple[str, ...],
    unsafe: bool,
    exclude: tuple[str, ...],
    vendored: bool,
    includes: tuple[str, ...],
    defines: tuple[str, ...],
    database: Path | None,
    rocm: str | None,
    jobs: int | None,
    no_cache: bool,
    force: bool,
    report: Path | None,
    sarif: Path | None,
    html: Path | None,
    allow_outside: bool,
    check_build: bool,
    strict: bool,
) -> None:
    """Rewrite the CUDA code in SRC (files, folders, or - for standard input)."""
    signal.signal(signal.SIGTERM, ended_by_signal)
    is_filter = sources == ("-",)
    is_bare = not (is_filter or in_place or diff or out is not None)
    becomes = target_of(target, pack_file, reverse)
    refuse_contradictions(
        becomes,
        sources=sources,
        out=out,
        part=part,
        html=html,
        in_place=in_place,
        diff=diff,
        kind=kind,
        rename=rename,
        dual=dual,
        gemm=gemm,
        blas=blas,
        check_build=check_build,
    )
    from porter.project.settings.configuration import Configuration, configuration_for

    paths = [Path(source) for source in sources]
    configuration = Configuration() if is_filter else configuration_for(paths[0])
    only, skip = tuple(map(current, only)), tuple(map(current, skip))
    if only or skip or configuration.severities:
        refuse_unknown_rules(only, skip, configuration)
    folders, macros = include_path(includes, defines, database, sources[0])
    options = Options(
        target=becomes.name,
        warp=warp,
        launch=launch,
        roc=chosen_roc(blas=blas, sparse=sparse, rand=rand, solver=solver),
        gemm=gemm,
        rename=rename,
        unsafe=unsafe,
        rocm=rocm_version(rocm),
        capability=capability,
        only=frozenset(only),
        skip=frozenset(skip),
        include_dirs=folders,
        defines=macros,
        dual=dual,
        severities=configuration.severities,
    )
    if is_filter:
        from porter.cli._standard_input import convert_standard_input

        convert_standard_input(options, becomes, strict=strict)
    from porter.cli._from_settings import ConversionRequest, conversion_from_settings
    from porter.files.home import conversion_cache
    from porter.port.destination import Destination, OutputMode
    from porter.port.run import write_port
    from porter.processes.cores import cores
    from porter.report.progress import progress_bar
    from porter.report.terminal import show

    request = None
    if is_bare:
        request = conversion_from_settings(
            context, configuration, sources, allow_outside=allow_outside
        )
    if request is None:
        from porter.port.default_folder import default_folder

        folder = str(default_folder(paths, options.target)) if is_bare else out
        request = ConversionRequest(
            Destination.of(folder, in_place=in_place, diff=diff),
            options,
            kind_of(kind),
            becomes,
            (*configuration.exclude, *exclude),
            vendored,
        )
    result = write_port(
        paths,
        request.options,
        request.destination,
        exclude=request.exclude,
        include_vendored=request.vendored,
        jobs=jobs or cores(),
        cache=None if no_cache else conversion_cache(),
        force=force,
        target=request.target,
        kind=request.kind,
        part=part or request.part,
        steps=progress_bar,
    )
    if result.destination.mode is OutputMode.OUT and request.target.has_projects:
        from porter.cli import _trial

        if check_build:
            from porter.cli._compiling import compiling

            with compiling() as progress:
                _trial.check_build(result, jobs, progress)
        elif not (part or request.part) and _trial.can_be_followed(result):
            _trial.follow_build_files(result, is_everywhere=True)
    write_files_about(result, report, sarif, html)
    if result.destination.mode is OutputMode.OUT and not no_cache:
        from porter.compile.feedback.record import ConversionRecord

        assert result.destination.folder is not None
        ConversionRecord.of(result.conversion).write(result.destination.folder)
    failed = result.has_failed or (strict and result.errors > 0)
    told, asked = show(result), context.obj
    others = (report, sarif, html, database, pack_file, configuration.path, kind, part, no_cache)
    if asked is not None and not any((*others, check_build)):
        from porter.replay.conversions import keep_conversion

        keep_conversion(asked, result, told, Exit.FAILED if failed else Exit.DONE)
    end(failed=failed)
