"""Answers the queries of build systems to a compiler: version, preprocessor, ROCm."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from porter.errors import PorterError
from porter.execute.cpu.command_line import RELOCATABLE, CommandLine
from porter.execute.cpu.compilation import Compiler
from porter.execute.cpu.cuda_toolkit import describe
from porter.execute.cpu.dialects import cuda_path
from porter.execute.cpu.program import DEVICE_SUFFIXES
from porter.execute.cpu.rocm_prefix import rocm_prefix
from porter.toolchain.cuda import cuda_version

#: Questions about the host's side alone; clang answers them.
_FOR_CLANG = re.compile(r"-E|-M|-MM|-dump(version|machine)|-?-print-.*|-###|-dM")
#: What cmake_prefix/lib/cmake/hip asks for, and the folder in which builds find ROCm.
_PATHS: dict[str, Callable[[Compiler], Path]] = {
    "-print-hip-runtime": lambda compiler: compiler.native.runtime,
    "-print-cmake-prefix": rocm_prefix,
    "-print-ck-dir": lambda compiler: _ck_dir(compiler),
}

#: What CMake's packages of libraries ask, as `-print-library=hipblas`: the library is built for it.
_LIBRARY = "-print-library="


def answer(words: Sequence[str], line: CommandLine, compiler: Compiler) -> int | None:
    """Answer a command line that compiles nothing; tell what `-v` asks for of any other.

    Args:
        words: the command's arguments.
        line: the same, parsed.
        compiler: what would compile.

    Returns:
        The exit status; None when there is something to compile.
    """
    if "--version" in words or "-V" in words:
        print(_version(compiler))
        return 0
    paths = [_PATHS[word](compiler) for word in words if word in _PATHS]
    paths += [_library(word, compiler) for word in words if word.startswith(_LIBRARY)]
    if paths:
        print(*paths, sep="\n")
        return 0
    if line.verbose:
        print(_verbose(compiler), file=sys.stderr)
        if line.only_tells or not any(path.suffix for path in (*line.sources, *line.inputs)):
            return 0
    if any(_FOR_CLANG.fullmatch(word) for word in words):
        sys.stdout.flush()
        is_device_code = any(source.suffix in DEVICE_SUFFIXES for source in line.sources)
        asked = _understood(words, line) if compiler.architecture.is_cuda else words
        command = _host_command(asked, compiler, is_device_code=is_device_code)
        return subprocess.run(command, check=False).returncode
    return None


def _understood(words: Sequence[str], line: CommandLine) -> list[str]:
    """Return a query to nvcc without nvcc's own options, of which clang knows nothing."""
    queries = [word for word in words if _FOR_CLANG.fullmatch(word)]
    flags = [flag for flag in line.flags if flag not in queries and flag != RELOCATABLE]
    language = {"cu": "cuda"}.get(line.language or "", line.language)
    named = ["-x", language] if language else []
    output = ["-o", str(line.output)] if line.output else []
    return [*queries, *flags, *named, *map(str, (*line.sources, *line.inputs)), *output]


def _library(word: str, compiler: Compiler) -> Path:
    """Return the path of a vendor's library by the name that programs link.

    Raises:
        PorterError: there is no such library.
    """
    name = word.removeprefix(_LIBRARY)
    path = compiler.linker.library(f"-l{name}")
    if path is None:
        raise PorterError(f"the cpu executor offers no library {name}")
    return path


def _ck_dir(compiler: Compiler) -> Path:
    """Return where Composable Kernel is.

    Raises:
        PorterError: it is not installed, or CK_DIR names something else.
    """
    named = os.environ.get("CK_DIR")
    if named and compiler.toolchain.ck_path != Path(named).absolute():
        raise PorterError("CK_DIR names no Composable Kernel", path=Path(named))
    if compiler.toolchain.ck_path is None:
        raise PorterError(
            "Composable Kernel was not found", hint="run `porter toolchain install ck`"
        )
    return compiler.toolchain.ck_path


def _version(compiler: Compiler) -> str:
    """Name the version in the words in which nvcc and clang name theirs."""
    toolchain = compiler.toolchain
    # No quote: build systems put the line between quotes of a shell.
    clang = f"clang version {toolchain.llvm_version} (the cpu executor of porter)"
    if compiler.architecture.is_cuda:
        release = cuda_version(cuda_path(compiler.toolchain))
        tools = f"Cuda compilation tools, release {release}, V{release}.0"
        return f"porter-nvcc: NVIDIA (R) Cuda compiler driver, stood in for\n{tools}\n{clang}"
    return f"HIP version: {toolchain.rocm_version}\n{clang}"


def _verbose(compiler: Compiler) -> str:
    """Tell the root and the default architecture as nvcc or clang does, for CMake to read."""
    if compiler.architecture.is_cuda:
        return describe(compiler)
    root, version = rocm_prefix(compiler), compiler.toolchain.rocm_version
    found = f"Found HIP installation: {root}, version {version}"
    return f"{_version(compiler)}\n{found}\n device code: -target-cpu {compiler.architecture.name} "


def _host_command(words: Sequence[str], compiler: Compiler, *, is_device_code: bool) -> list[str]:
    """Return what clang is called with, for the host's side of device code."""
    toolchain = compiler.toolchain
    search = map(str, (*compiler.dialect.host_includes(), *toolchain.include_dirs))
    command = [str(toolchain.clang), "-D__HIP_PLATFORM_AMD__", *toolchain.host_flags()]
    command.append("-D__NV_NO_HOST_COMPILER_CHECK=1")  # for FindCUDA, which gives -D__CUDACC__
    command += [word for path in search for word in ("-isystem", path)]
    kept = [word for word in words if not word.startswith("--offload-arch")]
    if is_device_code and "-x" not in kept:  # hipcc takes it so by the suffix, clang for CUDA
        kept = ["-x", "cuda" if compiler.architecture.is_cuda else "hip", *kept]
    return [*command, *(["--cuda-host-only", "-nogpuinc"] if "-x" in kept else []), *kept]
