"""The command line: a group that imports a command only when it is used."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING

import click

from porter import __version__
from porter.errors import PorterError, described
from porter.exit_status import Exit

if TYPE_CHECKING:
    from porter.replay.asked import Asked

#: Set in the environment: errors that are bugs of porter's come with their traceback.
TRACEBACK = "PORTER_TRACEBACK"
#: command -> the line that `porter --help` shows for it. `porter.cli.<command>` holds `command`.
COMMANDS: dict[str, str] = {
    "assess": "Say what a port will cost: what converts by rule, what needs a person.",
    "convert": "Rewrite CUDA code as HIP; every edit is explained by a rule.",
    "run": "Build a HIP program, run it on the host with the GPU's wavefront.",
    "verify": "Run CUDA's side and the port, compare what they give.",
    "first-light": "Run ports on an AMD GPU for the first time, beside the executor.",
    "record": "Run CUDA's side on a GPU and keep what it gave.",
    "sync": "Merge what changed upstream into the port; hand edits stay.",
    "check": "Is the port what upstream, rules and hand edits give? For CI.",
    "edits": "List hand edits as patches, with the rule that could replace them.",
    "build": "Compile a port for AMD architectures and report unit by unit.",
    "tune": "Choose attributes of a port's kernels by compiling them; no spills, more waves.",
    "widen": "Rewrite a port's kernels for wavefronts of 64; keep what verifies as the same.",
    "report": "Write a port as one page for the browser: differences, work list, parity.",
    "explain": "Say what a rule does, why, and show examples.",
    "rules": "Look up, derive and audit the tables.",
    "lsp": "Serve an editor: findings while typing, quick fixes, what names become.",
    "doctor": "Say what works here, and what installs the rest.",
    "toolchain": "Show the compilers, headers and GPUs there are; install what is missing.",
    "new": "Scaffold a project's porter.toml, or a rule.",
}


#: Commands that start compilers and programs, none of which is to go on when porter is ended.
_START_OTHERS = ("run", "verify", "first-light", "record", "build", "tune", "widen")


class LazyGroup(click.Group):
    """A click group whose commands are modules, imported on first use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return the command `cmd_name`, or None when there is none."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"porter.cli.{cmd_name.replace('-', '_')}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name, as click does, or say what is like it."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from porter.listing import did_you_mean

            hint = did_you_mean(name, COMMANDS) or "`porter --help` lists all"
            ctx.fail(f"there is no command {name!r}: {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="porter")
@click.pass_context
def group(context: click.Context) -> None:
    """Port CUDA code to HIP (ROCm), prove the port, and keep it ported."""
    if context.invoked_subcommand in _START_OTHERS:
        from porter.processes.guard import end_children_with_this_process

        end_children_with_this_process()


def main(asked: Asked | None = None) -> None:
    """Run the command line; an error that the user can act on becomes a message and a status.

    Args:
        asked: the command line as `porter.replay` knows it; None where it is not to be remembered.
    """
    try:
        group(prog_name="porter", obj=asked)
    except PorterError as error:
        _tell(f"porter: {_with_id(error)}")
        sys.exit(Exit.REFUSED)
    except OSError as error:  # the disk is full, a folder is read-only, a report has no place
        where = "" if error.filename is None else f"{os.fsdecode(error.filename)}: "
        _tell(f"porter: {where}{error.strerror or error}")
        sys.exit(Exit.FAILED)
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        hint = f"this is a bug in porter; {TRACEBACK}=1 shows where, for a report"
        _tell(f"porter: {described(error)}\n  hint: {hint}")
        sys.exit(Exit.FAILED)


def _with_id(error: PorterError) -> str:
    """Return an error with the id of its topic at the end of the first line."""
    from porter.report.error_topics import topic_of

    first, end, rest = str(error).partition("\n")
    return f"{first} [{topic_of(error).id}]{end}{rest}"


def _tell(message: str) -> None:
    """Print to standard error, unless that is what failed: then the exit status has to do."""
    with suppress(OSError):
        click.echo(message, err=True)
