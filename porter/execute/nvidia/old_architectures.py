"""An nvcc in front of the toolkit's own, which leaves out architectures that it no longer knows.

Toolkits drop old GPUs (CUDA 13 knows none before sm_75), and build files of their time name them:
"nvcc fatal: Unsupported gpu architecture 'compute_35'". Where all that is named is old, the program
is built for the GPU that is there; where one is known, that one is left. Nothing else changes.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Container, Sequence
from pathlib import Path

from porter.files.real_path import real_path
from porter.processes.child_python import import_path, python

_NAMED = re.compile(r"(?:sm|compute|lto)_(\d+)[af]?")
_OPTION = re.compile(r"--?(?:arch|gpu-architecture|gencode|generate-code|code|gpu-code)(?:=(.*))?")


def in_front_of(compiler: Path, arch: str, folder: Path) -> Path:
    """Write the program into a folder that looks like the toolkit's own; return it.

    Build files find headers and libraries beside the nvcc that is first on PATH.

    Args:
        compiler: the toolkit's nvcc.
        arch: the GPU that is there, such as "sm_90".
        folder: where it is written; it is not there yet.
    """
    compiler = real_path(compiler)
    toolkit = compiler.parent.parent
    (folder / "bin").mkdir(parents=True)
    if (toolkit / "nvvm").is_dir():  # else a distribution's, whose headers are the system's
        for one in (*toolkit.iterdir(), *compiler.parent.iterdir()):
            if one not in (compiler, compiler.parent):
                (folder / one.relative_to(toolkit)).symlink_to(one)
    path = folder / "bin" / "nvcc"
    arguments = f"{str(compiler)!r}, {arch!r}"
    call = f"from porter.execute.nvidia.old_architectures import nvcc; nvcc({arguments})"
    path.write_text(
        f"#!/bin/sh\nexport PYTHONPATH={shlex.quote(import_path())}\n"
        f'exec {shlex.join(python("-c", call))} "$@"\n'
    )
    path.chmod(0o755)
    return path


def nvcc(compiler: str, arch: str) -> None:
    """Become the toolkit's compiler, with this process's arguments."""
    words = sys.argv[1:]
    if any(map(_NAMED.search, words)):
        done = subprocess.run(
            [compiler, "--list-gpu-arch"], capture_output=True, text=True, check=False
        )
        words = without_old(words, frozenset(_NAMED.findall(done.stdout)), arch)
    os.execv(compiler, [compiler, *words])


def without_old(words: Sequence[str], known: Container[str], arch: str) -> list[str]:
    """Return nvcc's arguments without architectures that it does not know.

    Args:
        words: the arguments.
        known: numbers of the architectures that it knows, as "80".
        arch: the one to build for where none is left, as "sm_90".
    """
    kept: list[str] = []
    named = dropped = 0
    rest = iter(words)
    for word in rest:
        option = _OPTION.fullmatch(word)
        if option is None:
            kept.append(word)
            continue
        value = [] if option[1] is not None else [next(rest, "")]
        numbers = _NAMED.findall(" ".join((word, *value)))
        if all(number in known for number in numbers):
            named += 1
            kept += [word, *value]
        else:
            dropped += 1
    return [*kept, f"-arch={arch}"] if dropped and not named else kept
