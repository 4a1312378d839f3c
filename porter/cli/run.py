"""`porter run`: build a program for an executor and run it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from porter.cli._checking import Watching, checking_options
from porter.execute import cpu
from porter.execute.cpu.architecture import CUDA
from porter.exit_status import Exit, by_signal

#: What is followed where nobody says.
_AMD = "gfx942"
_PLACE = re.compile(r"(?:(cuda|hip):)?cpu(?::(\w+))?")
#: The architecture of a side that names none.
_USUAL = {"cuda": CUDA, "hip": _AMD}


def _architecture(context: click.Context, option: click.Parameter, place: str) -> str:
    """Return the architecture of a place, empty when it names none."""
    match = _PLACE.fullmatch(place)
    if match is None:
        raise click.BadParameter(f"{place!r} is not cpu or cpu:ARCH")
    return match[2] or _USUAL.get(match[1], "")


@click.command()
@click.option(
    "--on",
    "place",
    default="cpu",
    metavar="cpu[:ARCH]",
    callback=_architecture,
    help="Where device code runs, and as which architecture; cuda:cpu and hip:cpu are known, too.",
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
@click.option(
    "--with",
    "others",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="PORT",
    help="Of a command: another port whose packages and extensions it imports; can be repeated.",
)
@click.option("-f", "--flag", "flags", multiple=True, help="A compiler flag; can be repeated.")
@click.option(
    "--profile",
    is_flag=True,
    help="Tell time, waves, barriers and bytes of LDS and memory by kernel and source line.",
)
@click.option(
    "--gdb",
    is_flag=True,
    help="Build for the debugger and start gdb, which knows blocks, threads and shared memory "
    "(docs/debugger.md).",
)
@checking_options
@click.argument("program", type=click.Path(path_type=Path))
@click.argument("args", nargs=-1, type=click.UNPROCESSED)
def command(
    place: str,
    arch: str | None,
    timeout: float | None,
    others: tuple[Path, ...],
    flags: tuple[str, ...],
    program: Path,
    args: tuple[str, ...],
    watching: Watching,
    gdb: bool,
) -> None:
    """Build PROGRAM (a HIP or CUDA source, or a directory of them) and run it with ARGS.

    PROGRAM can be a command, too, or a Python script: `porter run -- pytest tests`. Its PyTorch has
    a GPU then, whose memory is the host's, and the extensions of the folder's setup.py are built.

    The exit status is the program's own, or 128 and the number of the signal that ended it. Signals
    for porter are passed on to the program, and nothing of it is left when porter ends.
    """
    if place and arch and place != arch:
        raise click.BadParameter(f"{place} is not the {arch} of --arch", param_hint="--on")
    arch = arch or place or None
    if gdb and watching != Watching():
        raise click.UsageError("--gdb goes alone: --check, --profile and --order watch a whole run")
    if gdb:
        sys.exit(_debug(program, args, arch, flags))
    sys.exit(watching.run(lambda: _run(program, args, arch, timeout, flags, others)))


def _run(
    program: Path,
    args: tuple[str, ...],
    arch: str | None,
    timeout: float | None,
    flags: tuple[str, ...],
    others: tuple[Path, ...],
) -> int:
    """Build and run a program, or run a command; return the exit status."""
    from porter.own_build.torch_command import is_command

    if is_command((str(program), *args)):
        return _run_command((str(program), *args), arch or _AMD, timeout, others)
    if others:
        raise click.BadParameter("is for commands; a program is built by its sources",
                                 param_hint="--with")  # fmt: skip
    if not program.exists():
        raise click.BadParameter(f"{program} is no source and no command", param_hint="PROGRAM")
    built = cpu.build(program, arch=arch, flags=flags)
    try:
        status = built.run(args, capture=False, timeout=timeout).returncode
    except cpu.TimedOut as error:
        click.echo(f"porter: {error}", err=True)
        return Exit.TIMED_OUT
    return status if status >= 0 else by_signal(-status)


def _debug(program: Path, args: tuple[str, ...], arch: str | None, flags: tuple[str, ...]) -> int:
    """Build a program for gdb and start that; return its exit status."""
    from porter.execute.cpu.debugging.session import built_for_debugging, debug

    with built_for_debugging():
        built = cpu.build(program, arch=arch, flags=flags)
    status = debug(built, args)
    return status if status >= 0 else by_signal(-status)


def _run_command(
    words: Sequence[str], arch: str, timeout: float | None, others: Sequence[Path]
) -> int:
    """Run a command whose PyTorch has a GPU; return its exit status."""
    from porter.own_build.torch_command import command as complete
    from porter.own_build.torch_command import environment
    from porter.processes.group import run_in_group

    variables = environment(Path.cwd(), arch, os.environ, [one.absolute() for one in others])
    ended = run_in_group(complete(words), capture=False, timeout=timeout, env=variables)
    if ended.timed_out:
        click.echo(f"porter: {words[0]} did not end within {timeout:g} s and was stopped", err=True)
        return Exit.TIMED_OUT
    return ended.returncode if ended.returncode >= 0 else by_signal(-ended.returncode)
