"""The option that writes a report as a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from porter.report.html.page import Page

html_option = click.option(
    "--html",
    type=click.Path(path_type=Path),
    metavar="FILE|DIR",
    help="Write a report for the browser: one page that needs no network (docs/report.md).",
)


def write_html(place: Path, page: Page) -> None:
    """Write a page and say where it is."""
    from porter.report.html.page import write_page

    click.echo(f"report: {write_page(place, page)}", err=True)
