"""`porter toolchain`: show the available compilers and headers, and install what is missing."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from functools import partial
from pathlib import Path

import click

from porter.toolchain.home import Prefix, porter_home

#: What the executor's libraries of mathematics are built with.
_LIBRARIES_ARE_BUILT_WITH = frozenset({"host-blas", "cuda-library-headers"})


@click.group()
def command() -> None:
    """Show the compilers, headers and GPUs there are; install what is missing."""


@command.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def status(as_json: bool) -> None:
    """List compilers, headers, GPUs and torch: location, version and use."""
    from porter.toolchain.status import take_stock

    prefix = Prefix(porter_home())
    parts = take_stock(prefix)
    if as_json:
        document = {"home": str(prefix.home), "parts": [asdict(part) for part in parts]}
        click.echo(json.dumps(document, indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(
        title=f"PORTER_HOME {prefix.home}", title_justify="left", box=None, pad_edge=False
    )
    for heading in ("part", "version", "where, or what it would enable"):
        table.add_column(heading, overflow="fold")
    for part in parts:
        if part.found:
            table.add_row(part.name, part.version or "found", part.path)
        else:
            remedy = f" — {part.remedy}" if part.remedy else ""
            table.add_row(part.name, "[yellow]missing[/]", f"[dim]{part.enables}{remedy}[/]")
    # In a pipe rich assumes 80 columns and would fold paths, which then cannot be searched for.
    Console(width=None if sys.stdout.isatty() else 200).print(table)


@command.command()
@click.argument("components", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Install every component.")
@click.option("--force", is_flag=True, help="Install again what is already there.")
@click.option("--json", "as_json", is_flag=True, help="Print what was installed as JSON.")
def install(components: tuple[str, ...], everything: bool, force: bool, as_json: bool) -> None:
    """Fetch COMPONENTS (by default what compiling and verifying a port needs) into PORTER_HOME.

    Nothing on the system changes and no root is needed. Packages come from the machine's own
    mirror, their checksums from its signed lists. The result is proved by compiling a kernel, and
    with llvm-dev the native parts of the cpu executor are built, with host-blas or
    cuda-library-headers its libraries.

    Components: compiler, host, python-headers, rocm, llvm-dev (these by default, and only where the
    machine has nothing of its own), compiler-22 (for gfx950 and gfx1201), rocm-7, hip-runtime,
    peers, cuda-headers, cuda-library-headers, host-blas, ck (Composable Kernel).
    """
    from porter.toolchain.components import components as known
    from porter.toolchain.components import select
    from porter.toolchain.install import install as run

    wanted = select(tuple(known()) if everything else components)
    prefix = Prefix(porter_home())
    outcomes = run(wanted, prefix, lambda line: click.echo(line, err=True), force=force)
    _build_cpu_executor(prefix, {component.name for component in wanted})
    if as_json:
        click.echo(json.dumps([asdict(outcome) for outcome in outcomes], indent=2))
        return
    for outcome in outcomes:
        click.echo(f"{outcome.component:22}{outcome.state:12}{outcome.detail}")
        for artifact in outcome.artifacts if outcome.state == "installed" else ():
            if artifact.note:
                line = f"  {artifact.name} {artifact.version} from {artifact.suite}"
                click.echo(f"{line}: {artifact.note}", file=sys.stdout)
    click.echo(f"in {prefix.home / 'toolchain'}; the manifests are beside the files")


@command.command("export")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("components", nargs=-1)
def export_command(file: Path, components: tuple[str, ...]) -> None:
    """Pack installed COMPONENTS (by default all) into FILE, a .tar.gz, for another machine.

    For machines without a network or without Debian's packages: `porter toolchain import FILE`
    installs them there. The machine must be of the same kind.
    """
    from porter.toolchain.transfer import export_components

    prefix = Prefix(porter_home())
    digest = export_components(file, components, prefix, lambda line: click.echo(line, err=True))
    click.echo(f"{file}: {file.stat().st_size / 1e6:.1f} MB, SHA-256 {digest}")


@command.command("import")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--sha256", default="", metavar="HEX", help="What FILE's checksum has to be.")
def import_command(file: Path, sha256: str) -> None:
    """Install the components of FILE, which `porter toolchain export` wrote on another machine.

    They are programs: take a FILE from nobody whose programs you would not run. Nothing is fetched;
    the result is proved by compiling a kernel, and the parts that are there are replaced.
    """
    from porter.toolchain.transfer import import_components

    prefix = Prefix(porter_home())
    say = partial(click.echo, err=True)
    names = import_components(file, prefix, say, sha256=sha256)
    _build_cpu_executor(prefix, set(names))
    for name in names:
        click.echo(f"{name:22}{'installed':12}from {file}")


def _build_cpu_executor(prefix: Prefix, installed: set[str]) -> None:
    """Build what `porter run --on cpu` needs, with progress, so that its first use need not.

    Args:
        prefix: where the components are.
        installed: their names; one that the executor's libraries are built with builds these, too.
    """
    with_libraries = not installed.isdisjoint(_LIBRARIES_ARE_BUILT_WITH)
    if not with_libraries and "llvm-dev" not in installed:
        return
    from porter.errors import PorterError
    from porter.execute.cpu.libraries.build import built
    from porter.execute.cpu.libraries.catalogue import vendor_libraries
    from porter.execute.cpu.native_build import native
    from porter.toolchain.discovery import find
    from porter.toolchain.machine import expect_executor

    try:
        expect_executor()
        toolchain = find(prefix)
        parts = native(toolchain)
        for library in vendor_libraries() if with_libraries else ():
            built(library, toolchain, parts)
    except PorterError as error:  # what was installed is of use without it
        click.echo(f"the cpu executor is not wholly built: {error.message}", err=True)
