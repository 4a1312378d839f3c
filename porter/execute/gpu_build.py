"""Compiles programs for a GPU of this machine, each once."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from porter.errors import PorterError
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


def build_once(source: Path, gpu: Gpu, flags: Sequence[str], content: str) -> Path:
    """Compile the program `source` unless it was compiled before; return it.

    Args:
        source: the program.
        gpu: the GPU.
        flags: for the compiler.
        content: a digest of all that is compiled.

    Raises:
        PorterError: the compiler did not accept it; the message holds its first error.
    """
    command = [str(gpu.compiler), *gpu.compile_words, *flags]
    key = digest_of(repr((command, gpu.version, str(source), content)).encode())
    output = porter_home() / "gpu-programs" / key
    if output.is_file():
        touch(output)
        return output
    output.parent.mkdir(parents=True, exist_ok=True)
    kind = ["-x", "cu" if gpu.compiler.name == "nvcc" else "hip"]
    with tempfile.TemporaryDirectory(dir=output.parent) as folder:
        made = Path(folder) / "program"
        words = [*command, *kind, str(source), "-o", str(made)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            first = first_error((done.stderr or done.stdout).splitlines())
            raise PorterError(f"{gpu.compiler.name}: {first}", path=source)
        made.replace(output)
    return output


def first_error(lines: Sequence[str]) -> str:
    """Return the line of a compiler's output that says what is wrong."""
    return next((line for line in lines if "error" in line), lines[0] if lines else "").strip()
