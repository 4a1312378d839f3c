"""Runs a program of a case, built by porter or by the project's own command."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from porter.errors import PorterError
from porter.execute import amd, cpu, nvidia
from porter.execute.gpu_build import build_once
from porter.files.real_path import real_path
from porter.files.regular import LARGEST_FILE, read_regular
from porter.processes.captured import Ended
from porter.processes.child_python import import_path, python
from porter.processes.group import run_in_group
from porter.project.settings.program_cases import ProgramCase
from porter.verify import coverage
from porter.verify.building import building
from porter.verify.coverage import Kernels
from porter.verify.place import CUDA_ON_CPU, Cpu, Device
from porter.verify.program.found import FoundProgram
from porter.verify.program.found_run import run_found
from porter.verify.program.result import MOST_PRINTED, ProgramResult, expect_end
from porter.verify.program.seeded import seeded
from porter.verify.recording.sources import source_hash

_ERROR = re.compile(r"\berror\b|undefined (?:reference|symbol)", re.IGNORECASE)
_NOT_COPIED = shutil.ignore_patterns(".git", "build", "__pycache__", "*.o", "*.so")


def run_program(
    folder: Path,
    case: ProgramCase,
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
        timeout: seconds that building by a command, and running, may take.
        environment: variables to set for the run.

    Raises:
        PorterError: it cannot be built, or does not end in time.
    """
    if isinstance(case, FoundProgram):
        return run_found(folder, case, device, timeout=timeout, environment=environment)
    if not folder.is_dir():
        raise PorterError("there is no such folder", path=folder, hint="run `porter convert` first")
    with _workplace(folder, case) as work, tempfile.TemporaryDirectory(prefix="porter-") as made:
        variables = {**os.environ, **_compilers(device, Path(made))}
        with building():
            command = _built(folder, work, case, device, variables, timeout)
        notes = Path(made) / "kernels"
        notes.mkdir()
        own = dict(case.environment)
        given = {**variables, **own, coverage.VARIABLE: str(notes), **(environment or {})}
        start = time.perf_counter()
        done = _run(command, work, seeded(given, device), timeout, case.name, case.input)
        seconds = time.perf_counter() - start
        paths = {file.path: work / file.path for file in case.files}
        files = {
            name: read_regular(path, LARGEST_FILE) for name, path in paths.items() if path.is_file()
        }
        kernels = coverage.read(notes) if isinstance(device, Cpu) else Kernels()
    return ProgramResult(done.returncode, done.stdout, done.stderr, files, seconds, kernels)


@contextmanager
def _workplace(folder: Path, case: ProgramCase) -> Iterator[Path]:
    """Yield where to run: a copy when something will be written there."""
    if not case.build and not case.run and not case.files:
        yield folder
        return
    with tempfile.TemporaryDirectory(prefix="porter-") as directory:
        copy = Path(directory) / real_path(folder).name
        shutil.copytree(folder, copy, ignore=_NOT_COPIED, symlinks=True)
        for file in case.files:  # what lies there from before is no output
            if not (copy / file.path).is_dir():
                (copy / file.path).unlink(missing_ok=True)
        yield copy


def _built(
    folder: Path,
    work: Path,
    case: ProgramCase,
    device: Device,
    variables: Mapping[str, str],
    timeout: float,
) -> list[str] | str:
    """Build the program; return the command that runs it."""
    if (case.build or case.run) and isinstance(device, nvidia.Device) and device.headers:
        raise PorterError(
            "a port that is built by its own command cannot be run on an NVIDIA GPU", path=folder
        )
    if case.build:
        done = _run(case.build, work, variables, timeout, f"building {case.name}")
        if done.returncode:
            output = [*done.stderr.splitlines(), *done.stdout.splitlines()]
            first = next((line for line in output if _ERROR.search(line)), "")
            first = first or (output[-1] if output else f"exit status {done.returncode}")
            raise PorterError(f"{case.build!r} failed: {first.strip()}", path=folder)
    if case.run:
        words = " ".join(case.args)
        return f"{case.run} {words}".strip()
    sources = [folder / one for one in (case.source, *case.linked)]
    if isinstance(device, Cpu):
        program = cpu.build(sources, arch=device.arch, flags=case.flags).path
    else:
        content = source_hash(folder, *case.compiled)
        program = build_once(sources, device, case.flags, content)
    return [str(program), *case.args]


def _compilers(device: Device, made: Path) -> dict[str, str]:
    """Return variables that make a project's own build use the executor's compilers."""
    if isinstance(device, amd.Device):
        return {}
    if isinstance(device, nvidia.Device):
        words = " ".join(filter(None, (os.environ.get("NVCC_APPEND_FLAGS"), *device.link_flags)))
        return {"NVCC_APPEND_FLAGS": words} if words else {}
    shims = made / "bin"
    shims.mkdir()
    for name in ("nvcc", "hipcc"):
        shim = shims / name
        call = f"from porter.execute.cpu.compiler_wrappers import {name}; {name}()"
        command = shlex.join(python("-c", call))
        shim.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        shim.chmod(0o755)
    variables = {
        "PATH": f"{shims}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "PYTHONPATH": import_path(),
        "NVCC": str(shims / "nvcc"),
        "HIPCC": str(shims / "hipcc"),
        "CUDACXX": str(shims / "nvcc"),
        "HIPCXX": str(shims / "hipcc"),
    }
    return variables if device == CUDA_ON_CPU else {**variables, "PORTER_CPU_ARCH": device.arch}


def _run(
    command: list[str] | str,
    folder: Path,
    variables: Mapping[str, str],
    timeout: float,
    what: str,
    given: str = "",
) -> Ended:
    ended = run_in_group(
        command, timeout=timeout, cwd=folder, env=variables, given=given, most=MOST_PRINTED
    )
    expect_end(ended, what, timeout)
    return ended
