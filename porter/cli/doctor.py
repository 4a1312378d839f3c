"""`porter doctor`: what works on this machine, with advice."""

from __future__ import annotations

import json

import click

from porter.exit_status import end


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(as_json: bool) -> None:
    """Say what porter can do here, and what installs the rest.

    Exit status 1 when ports cannot be compiled or compared.
    """
    from porter.toolchain.checkup import check_up
    from porter.toolchain.home import Prefix, porter_home

    found = check_up(Prefix(porter_home()))
    if as_json:
        click.echo(json.dumps([one._asdict() for one in found], indent=1))
    else:
        width = max(len(one.what) for one in found)
        for one in found:
            mark = "ok     " if one.works else "missing"
            click.echo(f"{mark}  {one.what.ljust(width)}  {one.told}")
            if one.remedy:
                click.echo(f"{' ' * (width + 11)}{one.remedy}")
    end(failed=any(one.is_needed and not one.works for one in found))
