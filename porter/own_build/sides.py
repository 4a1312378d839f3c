"""What a build that ended well compiled for: AMD's GPUs, or NVIDIA's, by an nvcc that it found.

A project that has both sides builds CUDA's by itself where an nvcc is there, and that is no port.
CMake's Makefiles tell it, what make says that it runs, and what Python's libraries hand over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from porter.files.regular import open_regular
from porter.own_build.device_code import hands_over, makefiles
from porter.own_build.systems import System, Target
from porter.source.build_files.make_commands import Compiler, call, commands

#: What CMake's Makefiles say of a target of CUDA's or HIP's: of the language, of FindCUDA's.
_OF_CUDA = re.compile(rb"# compile CUDA with |Building NVCC \(Device\) object")
_OF_HIP = re.compile(rb"# compile HIP with |\bhipcc\b")
#: What hands over an object's device code.
_CUDAS = b"__cudaRegisterFatBinary"
_HIPS = b"__hipRegisterFatBinary"
#: A command that makes something, and does not ask nvcc for its version alone.
_MAKES = re.compile(rb"[ \t]-(?:c|o|dc|dlink|link|ptx|cubin|fatbin)\b|\.(?:cu|o|a)\b")
_FOR_HIP = re.compile(rb"-x[ \t]*+hip\b|--offload-arch=|--hip-link|\.hip\b")
_SPEAKS = re.compile(rb"nvcc|hip|--offload-arch=")
#: A line that is longer is no command that make shows.
_LONGEST = 1 << 16


class Sides(NamedTuple):
    """What a build compiled.

    Attributes:
        cuda: something for NVIDIA's GPUs.
        hip: something for AMD's.
    """

    cuda: bool
    hip: bool

    @property
    def are_cudas(self) -> bool:
        """Whether there is nothing but CUDA's side."""
        return self.cuda and not self.hip


def sides(target: Target, out: Path, log: Path) -> Sides:
    """Return what a build compiled, as far as it tells.

    Args:
        target: what was built.
        out: CMake's folder, with its Makefiles, or what Python's was installed in.
        log: what it said.
    """
    if target.system is System.MAKE:
        called = set(_called(log))
        return Sides(cuda=b"nvcc" in called, hip=b"hipcc" in called)
    if not out.is_dir():
        return Sides(cuda=False, hip=False)
    if target.system is System.PYTHON:
        return Sides(cuda=hands_over(out, _CUDAS), hip=hands_over(out, _HIPS))
    texts = list(makefiles(out))
    return Sides(cuda=any(map(_OF_CUDA.search, texts)), hip=any(map(_OF_HIP.search, texts)))


def _called(log: Path) -> Iterator[bytes]:
    """Yield `nvcc` or `hipcc` for each command of a log that compiles or links by it."""
    with open_regular(log) as file:
        while line := file.readline(_LONGEST):
            if _SPEAKS.search(line) is None:
                continue
            for start, end in commands(line):
                command = line[start:end]
                called = call(command)
                if called is None or _MAKES.search(command, called.end) is None:
                    continue
                if called.compiler is Compiler.HOST:
                    yield from [b"hipcc"] if _FOR_HIP.search(command, called.end) else []
                else:
                    yield b"nvcc" if called.name.startswith(b"nvcc") else b"hipcc"
