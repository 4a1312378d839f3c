"""`porter new`: scaffold what a contribution needs."""

from __future__ import annotations

from pathlib import Path

import click


@click.group("new")
def command() -> None:
    """Scaffold a project's porter.toml, or a rule."""


@command.command("rule")
@click.argument("rule", metavar="ID")
@click.argument("name")
@click.option("--family", required=True, help="Folder of porter/fixers that the rule belongs to.")
def new_rule(rule: str, name: str, family: str) -> None:
    """Write the file, the test and the changelog line of a rule called ID NAME."""
    from porter.fixers.scaffold import families, scaffold

    if family not in families():
        raise click.BadParameter(f"{family!r} is none of {', '.join(families())}")
    for path in scaffold(Path.cwd(), rule, name, family):
        click.echo(path.relative_to(Path.cwd()))
    click.echo("next: write the check, `pytest tests/fixers -k " + rule + "`, then `make docs`")


@command.command("project")
@click.argument("upstream", type=click.Path(path_type=Path))
@click.argument("port", type=click.Path(path_type=Path))
def new_project(upstream: Path, port: Path) -> None:
    """Name the CUDA tree UPSTREAM and its PORT in the porter.toml of this folder."""
    from porter.port.scaffold.porter_toml import scaffold_project

    click.echo(scaffold_project(Path.cwd(), upstream, port), nl=False)
    click.echo("next: `porter sync` writes the port, `porter verify --ref cuda` compares it")
