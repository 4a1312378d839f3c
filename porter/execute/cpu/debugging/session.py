"""Starts a program under gdb, built so that the debugger finds all of its variables."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from porter.errors import PorterError
from porter.execute.cpu import instrumentation
from porter.execute.cpu.instrumentation import Instrumentation
from porter.execute.cpu.program import Program
from porter.processes.group import run_in_group
from porter.processes.set_variables import set_variables

_COMMANDS = Path(__file__).with_name("commands.py")
#: A person takes longer than any kernel.
_PATIENCE = {"PORTER_CPU_BLOCK_SECONDS": "1000000", "PORTER_CPU_SPIN_SECONDS": "1000000"}


@contextmanager
def built_for_debugging() -> Iterator[None]:
    """Have what is built meanwhile keep the debugger's information, and be optimised by nothing."""
    with set_variables({instrumentation.VARIABLE: Instrumentation.DEBUGGER.value}):
        yield


def debug(program: Program, args: Sequence[str]) -> int:
    """Run gdb on a program until the user leaves it.

    Args:
        program: built within `built_for_debugging`.
        args: the program's.

    Returns:
        gdb's exit status; negative when a signal ended it.

    Raises:
        PorterError: there is no gdb.
    """
    gdb = shutil.which("gdb")
    if gdb is None:
        raise PorterError("gdb is not installed", hint="install the system's package `gdb`")
    command = [gdb, "-q", "-x", str(_COMMANDS), "--args", str(program.path), *args]
    environment = {**os.environ, **_PATIENCE}
    return run_in_group(command, capture=False, env=environment).returncode
