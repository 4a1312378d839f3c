"""`porter run`: build a program for an executor and run it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from porter.execute import cpu
from porter.exit_status import Exit, by_signal


@click.command()
@click.option(
    "--on",
    "executor",
    type=click.Choice(["cpu"]),
    default="cpu",
    show_default=True,
    help="Where device code runs.",
)
@click.option(
    "--arch",
    help="The architecture to follow: gfx942 has waves of 64 lanes, gfx1100 of 32, sm_80 is CUDA. "
    "By default sm_80 for .cu files that name nothing of HIP's, else gfx942.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="Stop the program, and all that it has started, after this time; the exit status is 124.",
)
@click.option("-f", "--flag", "flags", multiple=True, help="A compiler flag; can be repeated.")
@click.argument("program", type=click.Path(exists=True, path_type=Path))
@click.argument("args", nargs=-1, type=click.UNPROCESSED)
def command(
    executor: str,
    arch: str | None,
    timeout: float | None,
    flags: tuple[str, ...],
    program: Path,
    args: tuple[str, ...],
) -> None:
    """Build PROGRAM (a HIP or CUDA source, or a directory of them) and run it with ARGS.

    The exit status is the program's own, or 128 and the number of the signal that ended it. Signals
    for porter are passed on to the program, and nothing of it is left when porter ends.
    """
    built = cpu.build(program, arch=arch, flags=flags)
    try:
        status = built.run(args, capture=False, timeout=timeout).returncode
    except cpu.TimedOut as error:
        click.echo(f"porter: {error}", err=True)
        sys.exit(Exit.TIMED_OUT)
    sys.exit(status if status >= 0 else by_signal(-status))
