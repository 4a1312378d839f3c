"""`porter lsp`: a language server for editors."""

from __future__ import annotations

from importlib.util import find_spec

import click

from porter.errors import PorterError


@click.command("lsp")
@click.option(
    "--warp", type=click.Choice(["32", "native"]), default="32", show_default=True,
    help="As for `porter convert`.",
)  # fmt: skip
@click.option(
    "--rocm", metavar="VERSION", help="ROCm version of the port; default: the installed one."
)
def command(warp: str, rocm: str | None) -> None:
    """Serve an editor over standard input and output: findings, quick fixes, what names become.

    Editors start it; docs/editors.md has the settings of some.
    """
    if find_spec("pygls") is None:
        raise PorterError(
            "the language server needs pygls", hint="install it: pip install 'porter-hip[lsp]'"
        )
    from porter.cli._rocm_version import rocm_version
    from porter.options import Options
    from porter.report.editor.server import server

    server(Options(warp=warp, rocm=rocm_version(rocm))).start_io()
