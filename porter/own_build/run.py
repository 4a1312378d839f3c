"""Runs the build systems of a port and logs their output."""

from __future__ import annotations

import os
import re
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, NamedTuple

from porter.errors import PorterError
from porter.own_build.cmake_cache import forget_stale, forget_stale_inside
from porter.own_build.cmake_scripts import cmake_environment
from porter.own_build.failures import Failure, failures
from porter.own_build.installation import Rocm
from porter.own_build.linked_libraries import build_linked_libraries
from porter.own_build.make_objects import are_for_another
from porter.own_build.pytorch import builds_with_pytorch, pytorch_environment
from porter.own_build.systems import NOTHING_MORE, Order, System, Target, commands, hip_switch
from porter.processes.group import ProcessGroup

#: A line that is longer is taken in parts of this length.
_LONGEST = 1 << 16

#: What make says of a target that it could not make, and its exit status then. A recipe may go on
#: behind a make that it calls: `cd src; make; cd ..`.
_GAVE_UP = re.compile(r"make(?:\[\d+\])?: \*\*\* ")
_MAKE_FAILED = 2
#: What a linker says that a recipe runs in front of another command: `$(CXX) …; echo done`.
_LINK_FAILED = re.compile(
    r"collect2: error: ld returned|clang(?:\+\+)?: error: linker command failed"
)
_IS_IGNORED = re.compile(r"make(?:\[\d+\])?: \[[^\]]*\] Error \d+ \(ignored\)")

#: Told each line that a build writes.
Listener = Callable[[str], None]


class Built(NamedTuple):
    """What became of one target.

    Attributes:
        target: what was built.
        status: the exit status of the command that ended it; 0 when all went well.
        log: the file with everything that was said.
        failures: what failed.
        note: what a reader has to know of a build that ended well.
        is_cudas: it ended well, and compiled for NVIDIA's GPUs alone.
    """

    target: Target
    status: int
    log: Path
    failures: tuple[Failure, ...]
    note: str = ""
    is_cudas: bool = False

    @property
    def is_port(self) -> bool:
        """Whether it ended well, and is what a port is built for."""
        return self.status == 0 and not self.is_cudas


def build(
    target: Target,
    rocm: Rocm,
    folder: Path,
    jobs: int,
    on_line: Listener,
    order: Order = NOTHING_MORE,
) -> Built:
    """Build a target.

    Args:
        target: what is built.
        rocm: what it is built against.
        folder: where its log goes, and what CMake and Python make.
        jobs: compilers at a time.
        on_line: called with each line of output.
        order: what the build system is told beside.

    Raises:
        PorterError: the build system is not installed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "build.log"
    told_from = 0
    log.unlink(missing_ok=True)  # a link or a pipe in its place is the port's, not written to
    with log.open("x", encoding="utf-8", errors="backslashreplace") as log_file:
        gave_up = lacks_program = False

        def write_line(line: str) -> None:
            nonlocal gave_up, lacks_program
            if line.startswith("make"):
                gave_up |= _GAVE_UP.match(line) is not None
                lacks_program &= _IS_IGNORED.match(line) is None
            elif line.startswith(("collect2", "clang")):
                lacks_program |= _LINK_FAILED.match(line) is not None
            log_file.write(line)
            on_line(line)

        environment = rocm.environment(os.environ)
        if target.system is System.PYTHON and builds_with_pytorch(target.folder):
            environment |= pytorch_environment(rocm, environment)
        if target.system is System.PYTHON:
            variables = (*hip_switch(target), *order.variables)
            environment |= cmake_environment(rocm, variables, environment)
            forget_stale_inside(target.folder, rocm)
        if target.system is System.CMAKE:
            forget_stale(folder / "out", target.folder, rocm)
        if target.system is System.MAKE:
            build_linked_libraries(target.folder, rocm, environment)
            order = order._replace(anew=order.anew or are_for_another(folder, rocm))

        def build(jobs: int, order: Order) -> int:
            nonlocal gave_up, lacks_program
            gave_up = lacks_program = False
            for command in commands(target, rocm, folder / "out", jobs, order):
                if status := _run(command, target.folder, environment, write_line):
                    return status
            if gave_up:
                write_line("porter: make ends well, though a make failed that a recipe calls\n")
            elif lacks_program:
                write_line("porter: the build ends well, though a linker failed that it ran\n")
            return _MAKE_FAILED if gave_up or lacks_program else 0

        status = build(jobs, order)
        # One target's recipe makes, or takes away, what another one reads, and no rule says so.
        if status and jobs > 1 and target.system is System.MAKE:
            write_line("porter: once more, one job at a time, as Makefiles may count on\n")
            log_file.flush()
            told_from = log.stat().st_size
            status = build(1, order._replace(anew=False))
    if not status:
        return Built(target, status, log, ())
    with log.open(encoding="utf-8") as log_file:
        log_file.seek(told_from)
        return Built(target, status, log, tuple(failures(_lines(log_file))))


def _run(
    command: Sequence[str], folder: Path, environment: dict[str, str], write_line: Listener
) -> int:
    """Run a command and return its exit status; nothing that it started outlives it."""
    write_line(f"$ {' '.join(command)}\n")
    group = ProcessGroup()
    try:
        process = _started(group, command, folder, environment)

        def end() -> None:  # else what runs on in the background would hold the output open
            process.wait()
            group.kill()

        threading.Thread(target=end, daemon=True).start()
        assert process.stdout is not None
        for line in _lines(process.stdout):
            write_line(line)
        return process.wait()
    finally:
        group.end()


def _started(
    group: ProcessGroup, command: Sequence[str], folder: Path, environment: dict[str, str]
) -> subprocess.Popen[str]:
    try:
        return group.start(
            command,
            cwd=folder,
            env={
                **environment,
                "PWD": str(folder.absolute()),
            },  # as of a shell; make's `$(PWD)` is that
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="backslashreplace",
        )
    except OSError as error:
        raise PorterError(
            f"{command[0]} cannot be run: {error.strerror}", hint=f"install {command[0]}"
        ) from error


def _lines(stream: IO[str]) -> Iterator[str]:
    while line := stream.readline(_LONGEST):
        yield line
