"""Makes objects for the host of device code's bitcode: of one file's, or of several's, linked."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from porter.errors import PorterError
from porter.execute.cpu import relocatable
from porter.execute.cpu.architecture import Architecture
from porter.execute.cpu.command_line import RELOCATABLE
from porter.execute.cpu.device_link import DeviceCode
from porter.execute.cpu.dialects import Dialect
from porter.execute.cpu.instrumentation import Instrumentation
from porter.execute.cpu.native_build import Native
from porter.execute.cpu.tool_runs import output_of, run
from porter.toolchain.model import Toolchain

_CALLS_ANOTHER_FILE = "device code of another file is called"
_INVALID = "the retargeted module is not valid"
_RELOCATABLE_HINT = f"compile and link with {RELOCATABLE}, or nvcc's -rdc=true"


class CallsAnotherFile(PorterError):
    """Device code that was not compiled to be linked with that of other files calls it."""


class Retargeter(NamedTuple):
    """The native program that retargets device code, for one architecture.

    Attributes:
        toolchain: the linker that puts objects together.
        native: the executor's native parts.
        dialect: the language of the device code, which has its libraries.
        architecture: for which the device code was compiled.
    """

    toolchain: Toolchain
    native: Native
    dialect: Dialect
    architecture: Architecture

    def run(
        self,
        bitcode: Sequence[Path],
        output: Path,
        keys: Sequence[str],
        members: Sequence[Path] = (),
        *,
        is_linked: bool = False,
    ) -> None:
        """Make an object of bitcode.

        Args:
            bitcode: the files, all of which are taken.
            output: the object to write.
            keys: what host code calls them.
            members: files of archives, of which what is missing is taken.
            is_linked: whether other files' device code was looked for.

        Raises:
            CallsAnotherFile: it was not, and is needed.
            PorterError: the code uses what the executor cannot run.
        """
        architecture = self.architecture
        command = [str(self.native.retargeter), *map(str, bitcode), "-o", str(output)]
        command += [f"--key={key}" for key in keys] + [f"--member={path}" for path in members]
        command += ["--linked"] if is_linked else []
        command += ["--builtins", str(self.native.builtins), "--arch", architecture.name]
        command += ["--wave", str(architecture.wave_size), *effort()]
        for library in self.dialect.device_libraries():
            command += ["--library", str(library)]
        environment = self.native.environment()
        done = run(command, environment)
        if done.returncode < 0 or _INVALID in done.stderr:
            done = run([*command, "--check-steps"], environment)  # which says what went wrong where
        if done.returncode and _CALLS_ANOTHER_FILE in done.stderr:
            raise CallsAnotherFile(done.stderr.strip(), hint=_RELOCATABLE_HINT)
        output_of(done)

    def link(self, code: DeviceCode, output: Path) -> None:
        """Make one object of the device code that files share.

        Raises:
            PorterError: something is missing, or the code uses what the executor cannot run.
        """
        with tempfile.TemporaryDirectory(dir=output.parent) as directory:
            folder = Path(directory)
            for unit in (*code.units.values(), *code.members.values()):
                (folder / f"{unit.key}.bc").write_bytes(unit.bitcode)
            files = [folder / f"{key}.bc" for key in code.units]
            members = [folder / f"{key}.bc" for key in code.members]
            self.run(files, folder / "code.o", [*code.units], members, is_linked=True)
            relocatable.mark_linked(self.toolchain, code.units, folder / "marks.o")
            merge(self.toolchain, [folder / "code.o", folder / "marks.o"], output)


def effort() -> list[str]:
    """Return what the retargeter is told of how to compile: fast rather than to run fast, or for
    those who watch it run.
    """
    added = Instrumentation.wanted()
    if added is not Instrumentation.NONE:
        return added.retargeting
    return ["--optimize", "0"] if os.environ.get("PORTER_CPU_OPTIMIZE") == "0" else []


def merge(toolchain: Toolchain, objects: Sequence[Path], output: Path) -> None:
    """Write several objects as one.

    Raises:
        PorterError: the linker does not take them.
    """
    with tempfile.TemporaryDirectory(dir=output.absolute().parent) as directory:
        made = Path(directory) / "merged.o"
        command = [str(toolchain.lld), "-r", *map(str, objects), "-o", str(made)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise PorterError(f"cannot merge objects\n{done.stderr}", path=output)
        made.replace(output)
