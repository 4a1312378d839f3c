"""Programs built from HIP or CUDA sources, which run their kernels on the host."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from porter.errors import PorterError
from porter.execute.cpu.architecture import default_architecture
from porter.execute.cpu.command_line import RELOCATABLE, for_clang
from porter.execute.cpu.compilation import Compiler
from porter.execute.cpu.linking import NotOffered
from porter.execute.cpu.retargeting import CallsAnotherFile
from porter.execute.launching import launches_kernels
from porter.files.expiry import touch
from porter.processes.group import run_in_group
from porter.toolchain import as_nvcc
from porter.toolchain.home import porter_home

DEVICE_SUFFIXES = (".hip", ".cu")
HOST_SUFFIXES = (".cpp", ".cc", ".cxx")


class TimedOut(PorterError):
    """A program that did not end in time."""


@dataclass(frozen=True)
class Run:
    """What a run of a program left behind.

    Args:
        returncode: its exit status; negative when a signal ended it.
        stdout: what it wrote; empty when it was not captured.
        stderr: likewise.
    """

    returncode: int
    stdout: str
    stderr: str


@dataclass(frozen=True)
class Program:
    """A program built for the cpu executor.

    Args:
        path: the executable.
        arch: the architecture whose device code it runs.
    """

    path: Path
    arch: str

    def run(
        self,
        args: Sequence[str] = (),
        *,
        capture: bool = True,
        timeout: float | None = None,
        cwd: Path | str | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Run:
        """Run the program.

        Args:
            args: its arguments.
            capture: keep what it writes; otherwise it writes where this process does.
            timeout: seconds after which it is stopped, with all that it has started.
            cwd: the directory it runs in.
            env: its environment; this process's by default.

        Raises:
            TimedOut: it did not end in time; nothing of it is left.
        """
        command = [str(self.path), *args]
        ended = run_in_group(command, capture=capture, timeout=timeout, cwd=cwd, env=env)
        if ended.timed_out:
            raise TimedOut(f"{self.path.name} did not end within {timeout:g} s and was stopped")
        return Run(ended.returncode, ended.stdout, ended.stderr)


def build(
    sources: Path | str | Sequence[Path | str],
    *,
    arch: str | None = None,
    flags: Sequence[str] = (),
    link_flags: Sequence[str] = (),
    output: Path | str | None = None,
) -> Program:
    """Build a HIP or CUDA program for the cpu executor.

    Args:
        sources: a file, several, or a directory whose sources make up one program. Files that end
            in .hip or .cu hold device code; other C++ files in a directory are plain C++.
        arch: the architecture whose device code is run; `default_architecture` when None.
        flags: compiler flags for all sources (`-I`, `-D`, `-std=`).
        link_flags: linker flags.
        output: the executable; kept in porter's cache when None.

    Returns:
        The program.

    Raises:
        PorterError: there is nothing to build, or it does not compile or link.
    """
    files = _files(sources)
    arch = arch or default_architecture(files)
    compiler = Compiler.default(arch, (*as_nvcc.OPTIONS, *for_clang(flags)))
    link_flags = [*link_flags, *(flag for flag in flags if flag.startswith("-fopenmp"))]
    _ = compiler.native  # built before threads ask for it

    def linked(compiler: Compiler) -> Path:
        objects = _objects(compiler, files)
        if output is None:
            return _cached_link(compiler, objects, link_flags, files[0].stem)
        compiler.link(objects, Path(output), link_flags, finds_libraries=True)
        return Path(output)

    try:
        return Program(linked(compiler), arch)
    except (CallsAnotherFile, NotOffered) as error:
        if len(files) == 1 or not _is_of_another_file(error):
            raise
        return Program(linked(replace(compiler, flags=(*compiler.flags, RELOCATABLE))), arch)


def _is_of_another_file(error: PorterError) -> bool:
    """Tell whether device code of another source may be what is missing, such as a variable."""
    return not isinstance(error, NotOffered) or any(one.isidentifier() for one in error.names)


def _objects(compiler: Compiler, files: Sequence[Path]) -> list[Path]:
    """Compile each source; C and C++ files among several that launch nothing are the host's."""
    with ThreadPoolExecutor() as pool:
        pending = []
        for file in files:
            is_of_host = file.suffix in HOST_SUFFIXES and not launches_kernels(file)
            if len(files) > 1 and (is_of_host or file.suffix == ".c"):
                pending.append(pool.submit(compiler.cpp_object, file, is_c=file.suffix == ".c"))
            else:  # a lone C++ file is a HIP program, too: hipcc takes it for one
                pending.append(pool.submit(compiler.device_object, file))
                pending.append(pool.submit(compiler.host_object, file))
        return [future.result() for future in pending]


def _files(sources: Path | str | Sequence[Path | str]) -> list[Path]:
    named = [sources] if isinstance(sources, (str, Path)) else list(sources)
    files: list[Path] = []
    for path in map(Path, named):
        if path.is_dir():
            suffixes = DEVICE_SUFFIXES + HOST_SUFFIXES
            found = sorted(p for p in path.rglob("*") if p.suffix in suffixes)
            if not found:
                raise PorterError("no HIP or C++ sources in this directory", path=path)
            files += found
        elif path.is_file():
            files.append(path)
        else:
            raise PorterError("no such file or directory", path=path)
    return files


def _cached_link(
    compiler: Compiler, objects: Sequence[Path], flags: Sequence[str], name: str
) -> Path:
    """Link once for each set of objects; their names are digests of what went into them."""
    words = [str(compiler.native.root), *(o.name for o in objects), *flags]
    digest = hashlib.sha256("\0".join(words).encode()).hexdigest()[:20]
    program = porter_home() / "cpu-executor" / "programs" / digest / name
    if not program.is_file():
        program.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=program.parent) as directory:
            made = Path(directory) / name
            compiler.link(objects, made, flags, finds_libraries=True)
            made.replace(program)
    touch(program.parent)
    return program
