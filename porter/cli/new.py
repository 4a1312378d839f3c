"""`porter new`: scaffold a rule or a porter.toml."""

from __future__ import annotations

from pathlib import Path

import click


@click.group("new")
def command() -> None:
    """Scaffold a project's porter.toml, or a rule."""


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
    from porter.port.scaffold.porter_toml import scaffold_project

    click.echo(scaffold_project(Path.cwd(), upstream, port), nl=False)
    click.echo("next: `porter sync` writes the port, `porter verify --ref cuda` compares it")
