"""Builds the executor's native parts: the retargeter, the runtime, the built-in functions.

This happens once for each version of their sources and of LLVM and ROCm; the result is kept below
porter's home directory.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from porter.errors import PorterError
from porter.execute.cpu.tool_runs import compiler_environment
from porter.files.expiry import touch
from porter.files.lock import exclusive
from porter.files.real_path import real_path
from porter.files.write import write_atomically
from porter.processes.child_python import import_path, python
from porter.toolchain.home import porter_home
from porter.toolchain.model import Toolchain

SOURCES = Path(__file__).parent / "native"
#: What writes the sources of vendors' libraries, which are built when they are first linked.
LIBRARY_TABLES = Path(__file__).parent / "libraries"
_RETARGET_FLAGS = (
    "-std=c++17", "-O1", "-fno-rtti", "-fno-exceptions", "-D_GNU_SOURCE",
    "-D__STDC_CONSTANT_MACROS", "-D__STDC_FORMAT_MACROS", "-D__STDC_LIMIT_MACROS",
)  # fmt: skip
RUNTIME_FLAGS = ("-std=c++17", "-O2", "-fPIC", "-fno-rtti")
#: Device semantics: no contraction that the source did not ask for, no errno.
_BUILTIN_FLAGS = (
    "-std=c++17", "-O2", "-fPIC", "-fno-rtti", "-fno-exceptions", "-ffp-contract=off",
    "-fno-math-errno", "-emit-llvm",
)  # fmt: skip

#: Without a name of their own, libraries are found by the path that they were linked with.
SHARED_FLAGS = ("-shared", "-fuse-ld=lld", "-Wl,-z,defs")

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Native:
    """The native parts, built.

    Args:
        root: the directory that holds them.
        libraries: the directory of libLLVM, which the retargeter loads.
    """

    root: Path
    libraries: Path

    @property
    def lock(self) -> Path:
        """The file whose lock is held while one of them is built; others' builds have their own."""
        return self.root.with_name(f"{self.root.name}.lock")

    @property
    def retargeter(self) -> Path:
        """The program that turns device bitcode into a host object."""
        return self.root / "porter-retarget"

    @property
    def runtime(self) -> Path:
        """The shared library that stands in for libamdhip64."""
        return self.root / "libporter-hip.so"

    @property
    def cuda_runtime(self) -> Path:
        """The shared library that stands in for libcudart; absent without CUDA's headers."""
        return self.root / "libporter-cuda.so"

    @property
    def builtins(self) -> Path:
        """Bitcode that is linked into all device code."""
        return self.root / "builtins.bc"

    @cached_property
    def device_compiler(self) -> str:
        """A digest of what turns device bitcode into objects: it, and not the runtime, decides
        whether compiled kernels are still good.
        """
        parts = (self.retargeter, self.builtins)
        return hashlib.sha256(b"".join(part.read_bytes() for part in parts)).hexdigest()

    def environment(self) -> dict[str, str]:
        """Return the environment in which the retargeter runs."""
        paths = [str(self.libraries), os.environ.get("LD_LIBRARY_PATH", "")]
        return {**compiler_environment(), "LD_LIBRARY_PATH": ":".join(filter(None, paths))}


def native(toolchain: Toolchain, on_progress: Progress | None = None) -> Native:
    """Return the native parts, building them when they are not there yet.

    Args:
        toolchain: what to build with; must have LLVM's headers and library.
        on_progress: called with how many of how many files are done; by default a line on stderr.

    Raises:
        PorterError: LLVM's headers or library are missing, or a file does not compile.
    """
    if not toolchain.llvm_include_dirs or toolchain.llvm_library is None:
        raise PorterError(
            "the cpu executor needs LLVM's headers and shared library, and they are not installed",
            hint="run `porter toolchain install llvm-dev`",
        )
    parts = Native(
        porter_home() / "cpu-executor" / _key(toolchain), real_path(toolchain.llvm_library).parent
    )
    if parts.root.is_dir():
        _write_launcher(parts.root)
        return parts
    with exclusive(parts.lock, say, "build of the cpu executor"):
        if not parts.root.is_dir():  # another process may have built them while we waited
            _build(toolchain, parts, on_progress or _ProgressLine())
    _write_launcher(parts.root)
    return parts


def _write_launcher(root: Path) -> None:
    """Write the program that the runtime starts to compile: this porter, with this Python."""
    package = shlex.quote(import_path({}))
    command = shlex.join(python("-m", "porter.execute.cpu.runtime_compilation"))
    text = (
        f'#!/bin/sh\nexport PYTHONPATH={package}"${{PYTHONPATH:+:$PYTHONPATH}}"\n'
        f'exec {command} "$@"\n'
    )
    write_atomically(root / "porter-compile", text.encode(), 0o755)


def _key(toolchain: Toolchain) -> str:
    digest = digest_of(sorted(p for p in SOURCES.rglob("*") if p.is_file()), toolchain)
    for path in sorted(p for p in LIBRARY_TABLES.iterdir() if p.is_file()):
        digest.update(path.name.encode() + path.read_bytes())
    digest.update(str(toolchain.host_blas).encode())
    digest.update(str(toolchain.parsable_cuda_path).encode())
    for flags in (_RETARGET_FLAGS, RUNTIME_FLAGS, _BUILTIN_FLAGS, SHARED_FLAGS):
        digest.update(" ".join(flags).encode())
    return digest.hexdigest()[:16]


def digest_of(paths: Iterable[Path], toolchain: Toolchain) -> hashlib._Hash:
    """Return a digest of files and of what they are compiled with."""
    digest = hashlib.sha256()
    for text in (toolchain.llvm_version, toolchain.rocm_version, str(toolchain.clang)):
        digest.update(text.encode())
    for path in paths:
        digest.update(path.relative_to(SOURCES).as_posix().encode())
        digest.update(path.read_bytes())
    return digest


def _build(toolchain: Toolchain, parts: Native, on_progress: Progress) -> None:
    parts.root.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=parts.root.parent, prefix="build-") as directory:
        out = Path(directory) / "out"
        out.mkdir()
        sources = list(units(toolchain))
        sources[0].output.parent.mkdir(exist_ok=True)
        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            for done, _ in enumerate(pool.map(compile_unit, sources), 1):
                on_progress(done, len(sources))
        made: dict[str, list[str]] = {}
        for unit in sources:
            made.setdefault(unit.kind, []).append(str(unit.output))
        _link(toolchain, made, Native(out, parts.libraries))
        out.rename(parts.root)


@dataclass(frozen=True)
class Unit:
    """A source and how it is compiled.

    Args:
        kind: the folder it lies in.
        source: its path below the folder of all sources.
        output: what is made of it, named for the content, and kept.
        command: what makes it, but for the name of the output.
    """

    kind: str
    source: str
    output: Path
    command: tuple[str, ...]


def compile_unit(unit: Unit) -> None:
    """Make the unit's output unless it is there."""
    if unit.output.is_file():
        touch(unit.output)
        return
    with tempfile.TemporaryDirectory(dir=unit.output.parent) as directory:
        made = Path(directory) / unit.output.name
        run_tool([*unit.command, "-o", str(made)])
        made.replace(unit.output)


def units(toolchain: Toolchain) -> Iterator[Unit]:
    """Yield every source, those that take longest first."""
    objects = porter_home() / "cpu-executor" / "native-objects"
    clang = [str(toolchain.clang), *toolchain.host_flags()]
    llvm = [word for path in toolchain.llvm_include_dirs for word in ("-isystem", str(path))]
    rocm = [word for path in toolchain.rocm_include_dirs for word in ("-isystem", str(path))]
    cuda = toolchain.parsable_cuda_path
    groups: tuple[tuple[str, str, tuple[str, ...]], ...] = (
        ("retarget", ".o", (*_RETARGET_FLAGS, *llvm)),
        ("runtime", ".o", (*RUNTIME_FLAGS, *rocm)),
        ("hip_api", ".o", (*RUNTIME_FLAGS, *rocm)),
        ("device", ".bc", _BUILTIN_FLAGS),
    )
    if cuda is not None:
        flags = (*RUNTIME_FLAGS, *rocm, "-isystem", str(cuda / "include"))
        groups = (*groups, ("cuda_api", ".o", flags))
    for directory, suffix, flags in groups:
        headers = sorted(_headers(directory))
        for source in sorted((SOURCES / directory).glob("*.cpp")):
            digest = digest_of([source, *headers], toolchain)
            digest.update(" ".join(flags).encode())
            output = objects / f"{source.stem}-{digest.hexdigest()[:16]}{suffix}"
            name = source.relative_to(SOURCES).as_posix()
            yield Unit(directory, name, output, (*clang, *flags, "-c", str(source)))


def _headers(directory: str) -> Iterator[Path]:
    """Yield the headers that sources of a directory may include."""
    yield from SOURCES.glob("*.h")
    apart = ("retarget", "device")
    for path in SOURCES.glob("*/*.h"):
        if path.parent.name == directory or (
            directory not in apart and path.parent.name not in apart
        ):
            yield path


def _link(toolchain: Toolchain, made: dict[str, list[str]], parts: Native) -> None:
    clang = [str(toolchain.clang), *toolchain.host_flags()]
    library, rpath = str(toolchain.llvm_library), f"-Wl,-rpath,{parts.libraries}"
    run_tool([*clang, "-fuse-ld=lld", *made["retarget"], library, rpath,
          "-Wl,--allow-shlib-undefined", "-o", str(parts.retargeter)])  # fmt: skip
    run_tool([*clang, *SHARED_FLAGS, *made["runtime"], *made["hip_api"], "-lpthread", "-lm",
          "-o", str(parts.runtime)])  # fmt: skip
    if "cuda_api" in made:
        run_tool([*clang, *SHARED_FLAGS, *made["cuda_api"], f"-L{parts.root}",
              f"-l:{parts.runtime.name}", "-Wl,-rpath,$ORIGIN",
              "-o", str(parts.cuda_runtime)])  # fmt: skip
    run_tool([str(toolchain.tool("llvm-link")), *made["device"], "-o", str(parts.builtins)])


def run_tool(command: list[str]) -> None:
    """Run a compiler or linker.

    Raises:
        PorterError: it fails.
    """
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise PorterError(f"cannot build the cpu executor: {' '.join(command)}\n{done.stderr}")


def say(message: str) -> None:
    """Tell the user what is waited for."""
    print(f"porter: {message}", file=sys.stderr)


class _ProgressLine:
    """Progress as one line of stderr, rewritten in place on a terminal."""

    def __call__(self, done: int, total: int) -> None:
        text = f"porter: building the cpu executor (once): {done} of {total} files"
        if sys.stderr.isatty():
            end = "\n" if done == total else "\r"
            print(text, end=end, file=sys.stderr, flush=True)
        elif done == total:
            print(text, file=sys.stderr)
