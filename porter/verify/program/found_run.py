"""Runs a program that was found, in a copy of the tree that its own build has built."""

from __future__ import annotations

import os
import posixpath
import shutil
import signal
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from porter.errors import PorterError
from porter.execute import cpu
from porter.execute.gpu_build import build_once
from porter.files.real_path import real_path
from porter.files.regular import read_regular
from porter.processes.group import run_in_group
from porter.verify import coverage
from porter.verify.building import building
from porter.verify.coverage import Kernels
from porter.verify.place import Cpu, Device
from porter.verify.program.found import Data, FoundProgram
from porter.verify.program.launchable import launchable
from porter.verify.program.own_build import BuiltTree, built_tree, file_states
from porter.verify.program.result import MOST_PRINTED, ProgramResult, expect_end
from porter.verify.program.seeded import seeded
from porter.verify.recording.sources import source_hash, sources_of

#: Files that a program wrote which are compared, and their largest size.
_MOST_FILES = 50
_LARGEST = 64_000_000
_BUILD_SECONDS = 1800.0


def run_found(
    folder: Path,
    case: FoundProgram,
    device: Device,
    *,
    timeout: float,
    environment: Mapping[str, str] | None = None,
) -> ProgramResult:
    """Build and run a program; the project's folder stays as it is.

    Args:
        folder: the project's root, of CUDA's side or of the port.
        case: the program.
        device: what runs it.
        timeout: seconds that the run may take.
        environment: variables to set for it.

    Raises:
        PorterError: it cannot be built.
        TookTooLong: it does not end in time.
    """
    if case.unusable:
        raise PorterError(case.unusable)
    built = built_tree(folder, case.folder, case.system, device, _BUILD_SECONDS, case.settings)
    with tempfile.TemporaryDirectory(prefix="porter-") as directory:
        work = Path(directory) / built.root.name
        shutil.copytree(built.root, work, symlinks=True)
        with building():
            program = _program(folder, work, case, device, built)
        place = work / case.place
        place.mkdir(parents=True, exist_ok=True)
        for one in case.data:
            _bring(one, work)
        before = file_states(work)
        notes = Path(directory) / "kernels"
        notes.mkdir()
        own = {**built.variables, **dict(case.environment), coverage.VARIABLE: str(notes)}
        if isinstance(device, Cpu) and case.devices > 1:
            own["PORTER_CPU_DEVICES"] = str(case.devices)
        variables = seeded({**own, **(environment or {})}, device)
        start = time.perf_counter()
        command = [program, *case.args]
        ended = run_in_group(
            command, timeout=timeout, cwd=place, env=variables, given=case.input, most=MOST_PRINTED
        )
        seconds = time.perf_counter() - start
        kernels = coverage.read(notes) if isinstance(device, Cpu) else Kernels()
        if case.source:
            kernels = launchable(kernels, sources_of(folder, *case.compiled).values())
        expect_end(ended, case.name, timeout, kernels)
        made = {path for path, state in file_states(work).items() if before.get(path) != state}
        files = {
            path: read_regular(work / path, _LARGEST)
            for path in sorted(made)[:_MOST_FILES]
            if (work / path).stat().st_size <= _LARGEST
        }
    stdout = ended.stdout.replace(str(work), ".")
    return ProgramResult(ended.returncode, stdout, ended.stderr, files, seconds, kernels)


def _bring(data: Data, work: Path) -> None:
    """Copy a file that a program reads into a tree that has none there."""
    path = work / data.path
    is_inside = real_path(path).is_relative_to(real_path(work))  # no link leads out
    if is_inside and not path.exists() and data.file.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(data.file, path)


def complaint(ran: ProgramResult, device: Device) -> str:
    """Return why a run of CUDA's side is nothing to compare with; empty when it is.

    Args:
        ran: what the run gave.
        device: what it ran on.
    """
    said = (ran.stderr.strip() or ran.stdout.strip()).splitlines()
    last = f": {said[-1].strip()}" if said else ""
    number = -ran.returncode if ran.returncode < 0 else ran.returncode - 128  # as shells say it
    if ran.returncode < 0 or 0 < number < signal.NSIG:
        known = signal.strsignal(number) if number < signal.NSIG else None
        return f"it ended by a signal, {known or number}{last}"
    if isinstance(device, Cpu) and ran.kernels.present and not ran.kernels.launched:
        return f"it launched no kernel, exit status {ran.returncode}{last}"
    if ran.returncode and not ran.kernels.launched:
        return f"exit status {ran.returncode}{last}"
    return ""


def _program(folder: Path, work: Path, case: FoundProgram, device: Device, built: BuiltTree) -> str:
    """Return the executable, as the program is called in its folder."""
    if case.source:
        sources = [folder / one for one in (case.source, *case.linked)]
        flags = [f"-I{folder / one[2:]}" if one.startswith("-I") else one for one in case.flags]
        if isinstance(device, Cpu):
            return str(cpu.build(sources, arch=device.arch, flags=flags).path)
        content = source_hash(folder, *case.compiled)
        return str(build_once(sources, device, flags, content))
    if case.run not in built.programs:
        raise PorterError(built.problem or f"the build in {case.folder} makes no {case.run}")
    path = os.path.relpath(work / case.run, work / case.place)
    return path if "/" in path else posixpath.join(".", path)
