"""Wrappers in place of hipcc, clang++ and nvcc, for a project's own build on the cpu executor.

They take those compilers' command lines: sources, `-c`, `-o`, `-shared`, libraries, `-MD`. Use them
as `make HIPCC=porter-hipcc`, `make NVCC=porter-nvcc`, `cmake -DCMAKE_CUDA_COMPILER=porter-nvcc`,
`cmake -DCMAKE_CXX_COMPILER=porter-hipcc` where a project compiles HIP as C++, and
`cmake -DCMAKE_HIP_COMPILER=porter-clang++` where it enables the language HIP, for which CMake takes
no compiler that is called hipcc.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from porter.errors import PorterError
from porter.execute.cpu.architecture import CUDA
from porter.execute.cpu.command_line import CommandLine, parse
from porter.execute.cpu.compilation import Compiler
from porter.execute.cpu.compiler_queries import answer
from porter.execute.cpu.cuda_toolkit import identifying_flags, toolkit
from porter.execute.cpu.program import DEVICE_SUFFIXES, HOST_SUFFIXES
from porter.execute.cpu.retargeting import merge
from porter.files.write import write_atomically
from porter.tables.nvcc_flags import is_nvccs_own

_SOURCES = frozenset((*DEVICE_SUFFIXES, *HOST_SUFFIXES, ".c"))
#: What a shared library may leave to the program that loads it, such as Python's functions: all but
#: what the executor would have to offer.
_LEFT_TO_THE_LOADER = re.compile(
    r"(?!porter_|_*(?:hip(?:rtc|blas|blaslt|sparse|fft|rand|solver)?[A-Z]|nvrtc[A-Z]"
    r"|cu(?:da|blas|sparse|fft|rand|solver|dnn)?[A-Z]|roc(?:blas|sparse|fft|rand|solver)_)).*"
)


def compile_and_link(line: CommandLine, arch: str, *, all_is_device_code: bool) -> None:
    """Do what a command line asks for.

    Args:
        line: the command.
        arch: the architecture to follow.
        all_is_device_code: take C++ files for HIP, as hipcc does.

    Raises:
        PorterError: a source does not compile, or the program does not link.
    """
    if line.output is not None and not line.output.absolute().parent.is_dir():
        raise PorterError(f"cannot open output file {line.output}: No such file or directory")
    compiler = Compiler.default(arch, line.flags)
    if line.syntax_only:
        for source in line.sources:
            kind = _kind(source, line.language, all_is_device_code=all_is_device_code)
            compiler.check_syntax(source, is_device=kind == "device", is_c=kind == "c")
        return
    if line.code_object:
        if len(line.sources) != 1:
            raise PorterError("a code object is made from one source")
        source = line.sources[0]
        output = line.output or source.with_suffix(".hsaco")
        write_atomically(output, compiler.code_object(source).read_bytes())
        return
    if line.intermediate:
        _write_intermediates(line, compiler)
        return
    made = [
        (source, _objects(compiler, source, line.language, all_is_device_code=all_is_device_code))
        for source in line.sources
    ]
    for source, objects in made:
        if line.wants_dependencies or line.dependency_file:
            _write_dependencies(line, source, objects)
    if line.compile_only:
        if line.verbose:  # CMake names no folder again that is searched anyhow
            flags = [*compiler.toolchain.host_flags(), "-x", "c++", "-E", "-v", os.devnull]
            command = [str(compiler.toolchain.clang), *flags]
            subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
        if line.output and len(made) > 1:
            raise PorterError("-c with -o takes one source")
        for source, objects in made:
            merge(
                compiler.toolchain, objects, line.output or line.output_folder / f"{source.stem}.o"
            )
        return
    objects = [*(o for _, several in made for o in several), *line.inputs]
    if line.archive:
        _archive(compiler, line.output or Path("a.a"), objects)
        return
    flags = [*line.link_flags]
    if line.device_link:
        output = line.output or Path("a_dlink.o")
        if not compiler.device_link(objects, flags, output):
            _write_empty_object(compiler, output)
        return
    if line.links_cuda and not compiler.architecture.is_cuda:  # C++ links what nvcc compiled
        objects.append(compiler.native.cuda_runtime)
    if compiler.architecture.is_cuda:
        flags.append(f"-L{toolkit(compiler) / 'lib64'}")
    output = line.output or Path("a.out")
    elsewhere = _LEFT_TO_THE_LOADER if "-shared" in flags else None
    # PyTorch's library brings hipBLAS and others along, whose functions an extension calls, too.
    brings = "-ltorch_hip" in flags
    compiler.link(objects, output, flags, elsewhere, finds_libraries=brings)
    if line.verbose:  # build systems read the linker's directories and libraries here
        subprocess.run([*compiler.linker.command(objects, output, flags), "-###"], check=False)


def _write_intermediates(line: CommandLine, compiler: Compiler) -> None:
    """Write what `nvcc -cuda` writes: C++ for another compiler, which says that it is none.

    The sources are compiled, so that their mistakes are found here. A build that makes such files
    and leaves them goes on; one that compiles them is told.
    """
    for source in line.sources:
        _objects(compiler, source, line.language, all_is_device_code=False)
        output = line.output or Path(f"{source.name}.cpp.ii")
        said = f"the cpu executor makes no C++ of CUDA: compile {source.name} with nvcc"
        write_atomically(output, f'static_assert(false, "{said}");\n'.encode())


def _objects(
    compiler: Compiler, source: Path, language: str | None, *, all_is_device_code: bool
) -> list[Path]:
    kind = _kind(source, language, all_is_device_code=all_is_device_code)
    if kind != "device":
        return [compiler.cpp_object(source, is_c=kind == "c")]
    if compiler.architecture.is_cuda:
        flags = (*compiler.flags, *identifying_flags(source, compiler))
        compiler = replace(compiler, flags=flags)
    return [compiler.device_object(source), compiler.host_object(source)]


def _kind(
    source: Path, language: str | None, *, all_is_device_code: bool
) -> Literal["device", "c", "c++"]:
    """Return what a source is taken for, by its suffix and by `-x`."""
    is_device = source.suffix in DEVICE_SUFFIXES or language in ("hip", "cu", "cuda")
    is_device |= all_is_device_code and source.suffix in HOST_SUFFIXES
    if is_device and language not in ("c", "c++"):
        return "device"
    # hipcc and nvcc take a .c file for C, in which other code is right than in C++.
    return "c" if language == "c" or (language is None and source.suffix == ".c") else "c++"


def _archive(compiler: Compiler, output: Path, objects: Sequence[Path]) -> None:
    """Write a static library, one object a source."""
    output.unlink(missing_ok=True)
    command = [str(compiler.toolchain.tool("llvm-ar")), "rcs", str(output), *map(str, objects)]
    subprocess.run(command, check=True)


def _write_empty_object(compiler: Compiler, output: Path) -> None:
    command = [str(compiler.toolchain.clang), "-x", "c", os.devnull, "-c", "-o", str(output)]
    subprocess.run(command, check=True)


def _write_dependencies(line: CommandLine, source: Path, objects: Sequence[Path]) -> None:
    output = line.output or Path(f"{source.stem}.o")
    path = line.dependency_file or output.with_suffix(".d")
    target = line.dependency_target or output
    files = sorted({file for made in objects for file in Compiler.files_behind(made)})
    names = " \\\n  ".join(file.replace(" ", "\\ ") for file in files)
    path.write_text(f"{target}: {names}\n", encoding="utf-8", errors="surrogateescape")


def _refuse_nvccs(words: Sequence[str]) -> None:
    """Refuse what hipcc refuses, so that a build that works here works there, too.

    Raises:
        PorterError: a word is an option of nvcc's.
    """
    for word in words:
        if is_nvccs_own(word) or word == "-arch" or word.startswith("-arch="):
            raise PorterError(f"unknown argument: '{word}'", hint="that is an option of nvcc's")


def hipcc() -> None:
    """Run as hipcc. PORTER_CPU_ARCH or the first --offload-arch names the architecture."""
    _main("porter-hipcc", _hip_architecture)


def clang() -> None:
    """Run as the clang++ that CMake's language HIP wants: C++ files are HIP only with -x hip."""
    _main("porter-clang++", _hip_architecture, all_is_device_code=False)


def nvcc() -> None:
    """Run as nvcc; the architecture is always sm_80."""
    _main("porter-nvcc", lambda _: CUDA, all_is_device_code=False)


def _hip_architecture(line: CommandLine) -> str:
    return os.environ.get("PORTER_CPU_ARCH") or line.arch or "gfx942"


def _appended(words: Sequence[str]) -> list[str]:
    """Return the flags that hipcc reads from its environment, of the kinds that it needs."""
    compiles = any(not word.startswith("-") and Path(word).suffix in _SOURCES for word in words)
    links = "-c" not in words
    needed = (("HIPCC_COMPILE_FLAGS_APPEND", compiles), ("HIPCC_LINK_FLAGS_APPEND", links))
    return [flag for name, used in needed if used for flag in shlex.split(os.environ.get(name, ""))]


def _main(
    name: str, arch: Callable[[CommandLine], str], *, all_is_device_code: bool = True
) -> None:
    try:
        words = sys.argv[1:]
        if name != "porter-nvcc":
            _refuse_nvccs(words)
        if name == "porter-hipcc":
            words += _appended(words)
        line = parse(words)
        status = answer(words, line, Compiler.default(arch(line), line.flags))
        if status is not None:
            sys.exit(status)
        if not line.sources and not line.inputs:
            raise PorterError("no input files")
        compile_and_link(line, arch(line), all_is_device_code=all_is_device_code)
    except PorterError as error:
        print(f"{name}: {error}", file=sys.stderr)
        sys.exit(1)
