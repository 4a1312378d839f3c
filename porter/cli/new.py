"""`porter new`: scaffold a rule, a porter.toml, cases, operators, architectures of a port."""

from __future__ import annotations

from pathlib import Path

import click


@click.group("new")
def command() -> None:
    """Scaffold a porter.toml, cases, a rule, an operator, or an architecture of a port."""


@command.command("rule")
@click.argument("words", metavar="[ID] NAME", nargs=-1, required=True)
@click.option("--family", required=True, help="Folder of porter/fixers that the rule belongs to.")
def new_rule(words: tuple[str, ...], family: str) -> None:
    """Write the file, the test and the changelog line of a rule called NAME.

    Without ID it gets the next free one of its family.
    """
    from porter.fixers.scaffold import families, scaffold

    if family not in families():
        raise click.BadParameter(f"{family!r} is not one of {', '.join(families())}")
    if len(words) > 2:
        raise click.UsageError("a rule has an id and a name, in small words with hyphens")
    written = scaffold(Path.cwd(), words[0] if len(words) > 1 else None, words[-1], family)
    for path in written:
        click.echo(path.relative_to(Path.cwd()))
    click.echo(f"next: write the check, `pytest {written[1].relative_to(Path.cwd())}`, `make docs`")


@command.command("project")
@click.argument("upstream", type=click.Path(path_type=Path))
@click.argument("port", type=click.Path(path_type=Path))
def new_project(upstream: Path, port: Path) -> None:
    """Name the CUDA tree UPSTREAM and its PORT in the porter.toml of this folder."""
    from porter.files.names import SETTINGS
    from porter.port.scaffold.porter_toml import scaffold_project
    from porter.project.settings.named_outside import remember
    from porter.project.settings.outside import leads_outside
    from porter.project.vendored import absent_submodules

    click.echo(scaffold_project(Path.cwd(), upstream, port), nl=False)
    outside = [one for one in (upstream, port) if leads_outside(Path.cwd(), one)]
    is_kept = all(remember(Path(SETTINGS), one) for one in outside)
    if outside:
        named = " and ".join(map(str, outside))
        where = "on another machine" if is_kept else "here, too,"
        click.echo(f"{named}: not in this folder; {where} commands want --allow-outside")
    if absent := absent_submodules(upstream):
        click.echo(f"not fetched: {', '.join(absent)} (`git submodule update --init`)")
    option = "" if is_kept else " --allow-outside"
    click.echo(
        f"next: `porter sync{option}` writes the port, `porter verify --ref cuda` compares it"
    )


@command.command("cases")
@click.argument("upstream", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write; by default parity/NAME.py, named for UPSTREAM.",
)
@click.option(
    "--points", default=24, show_default=True, type=click.IntRange(1, 10_000),
    help="At how many points, drawn by a seed, each case runs.",
)  # fmt: skip
def new_cases(upstream: Path, out: Path | None, points: int) -> None:
    """Draft cases for the PyTorch extension of the CUDA tree UPSTREAM, for a person to go on from.

    Its bindings (pybind11, TORCH_LIBRARY, RegisterOperators) and the Python functions that call
    them are read; shapes, types, layouts and optional arguments are drawn from what the code
    checks (TORCH_CHECK and its kin). Where nothing is bound, kernels in texts of Python
    (cupy.RawKernel) are launched. Nothing that is there is overwritten.
    """
    from porter.verify.drafting.writing import file_name, write_draft

    path = out or Path("parity", file_name(upstream))
    made = write_draft(upstream, points, path)
    click.echo(f"{path}: {made.cases} cases")
    for reason in made.left_out:
        click.echo(f"left out: {reason}")
    click.echo(f'next: `cases = "{path.as_posix()}"` below [project.verify] in porter.toml')


@command.command("ck")
@click.argument("name")
@click.option("--op", "operator", required=True, help="What it computes: gemm, rmsnorm2d, ...")
@click.option("--dtypes", help="Types that it takes, joined by commas; by default all.")
@click.option("--layout", help="X, W and Y by rows (r) or columns (c), such as rcr.")
@click.option(
    "--package", "root", required=True, type=click.Path(path_type=Path),
    help="Root of a package of AITER's layout.",
)  # fmt: skip
def new_ck(name: str, operator: str, dtypes: str | None, layout: str | None, root: Path) -> None:
    """Write an operator NAME of Composable Kernel into a package of AITER's layout.

    Kernels, their generator and tuner, binding, the entry of optCompilerConfig.json, the Python
    function and its test: all that AITER's JIT needs. Nothing that is there is overwritten.
    """
    from porter.port.operators.catalogue import choose
    from porter.port.operators.emit import add_operator
    from porter.port.operators.package import open_package

    choice = choose(operator, dtypes, layout)
    package = open_package(root)
    for path in add_operator(package, name, choice):
        click.echo(root / path)
    click.echo(
        f"next: `porter toolchain install ck` where ROCm is not, "
        f"`pytest {root / 'op_tests' / f'test_{name}.py'}`"
    )


_PORT = click.option(
    "--port", "root", default=Path(), type=click.Path(path_type=Path),
    help="A port of `--project multiarch`; by default the current folder.",
)  # fmt: skip


@command.command("arch")
@click.argument("arch")
@click.option("--from", "origin", required=True, help="The architecture whose kernels are taken.")
@_PORT
def new_arch(arch: str, origin: str, root: Path) -> None:
    """Give a port a folder of kernels for ARCH, and a branch wherever one is chosen."""
    from porter.port.multiarch.architecture import add_architecture
    from porter.port.multiarch.opened import open_port

    written, left = add_architecture(open_port(root), arch, origin)
    for path in written:
        click.echo(root / path)
    for place in left:
        click.echo(f"names {origin}, and is as it was: {root / place}")
    click.echo(f"next: `porter build {root} --arch {arch}`")


@command.command("operator")
@click.argument("name")
@_PORT
def new_operator(name: str, root: Path) -> None:
    """Write an operator NAME into every architecture of a port, its binding, Python and tests."""
    from porter.port.multiarch.opened import open_port
    from porter.port.multiarch.operator import add_operator

    port = open_port(root)
    for path in add_operator(port, name):
        click.echo(root / path)
    click.echo(f"next: its kernels, then `porter build {root} --arch {','.join(port.archs)}`")
