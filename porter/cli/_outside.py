"""The option that lets porter.toml name folders outside of its own."""

from __future__ import annotations

import click

allow_outside_option = click.option(
    "--allow-outside",
    is_flag=True,
    help="Allow porter.toml to name ports or upstreams outside of its folder.",
)
