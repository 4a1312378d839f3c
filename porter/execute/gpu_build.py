"""Compiles programs for a GPU of this machine, each once."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Protocol

from porter.errors import PorterError
from porter.execute.asked_for import asked_for
from porter.execute.launching import launches_kernels
from porter.files.digests import digest_of
from porter.files.expiry import touch
from porter.files.home import porter_home


class Gpu(Protocol):
    """A GPU and what builds for it."""

    @property
    def compiler(self) -> Path:
        """The compiler."""

    @property
    def compile_words(self) -> tuple[str, ...]:
        """What it is told for this GPU, before the source."""

    @property
    def version(self) -> str:
        """The compiler's version: with another one, programs are built again."""


def build_once(sources: Sequence[Path], gpu: Gpu, flags: Sequence[str], content: str) -> Path:
    """Compile and link a program of `sources` unless it was before; return it.

    Args:
        sources: the program's; the first is named in errors.
        gpu: the GPU.
        flags: for the compiler.
        content: a digest of all that is compiled.

    Raises:
        PorterError: the compiler did not accept it; the message holds its first error.
    """
    command = [str(gpu.compiler), *gpu.compile_words, *flags]
    key = digest_of(repr((command, gpu.version, [str(one) for one in sources], content)).encode())
    output = porter_home() / "gpu-programs" / key
    if output.is_file():
        touch(output)
        return output
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=output.parent) as folder:
        made = Path(folder) / "program"
        words = [*command, *_inputs(gpu, sources), "-o", str(made)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        asked = asked_for(done.stderr, is_nvcc=gpu.compiler.name == "nvcc")
        if done.returncode and asked:
            done = subprocess.run([*words, *asked], capture_output=True, text=True, check=False)
        if done.returncode:
            first = first_error((done.stderr or done.stdout).splitlines())
            raise PorterError(f"{gpu.compiler.name}: {first}", path=sources[0])
        made.replace(output)
    return output


def _inputs(gpu: Gpu, sources: Sequence[Path]) -> list[str]:
    """Return the sources with their language: nvcc can be told one for all, and knows `.cu`."""
    names = [str(one) for one in sources]
    if gpu.compiler.name != "nvcc":
        return ["-x", "hip", *names]
    is_one = len(names) == 1 or any(map(launches_kernels, sources))
    return ["-x", "cu", *names] if is_one else names


def first_error(lines: Sequence[str]) -> str:
    """Return the line of a compiler's output that says what is wrong."""
    missed = (line for line in lines if "undefined reference" in line)
    errors = (line for line in lines if "error" in line)
    return next(chain(missed, errors, lines), "").strip()
