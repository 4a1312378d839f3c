"""Compilers of C and C++ that a build file names and that are not installed here.

A makefile's `CXX = clang++` or `g++-9` is its author's machine. Where the name is missed, and only
then, a script of that name runs a compiler that is there: for `g++-9` the system's g++, for clang
the toolchain's. The build's own flags are passed on as they are.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from pathlib import Path

from porter.errors import PorterError

_MISSED = re.compile(
    r"(?<![\w./+-])(?P<name>(?P<family>clang|gcc|g\+\+)(?P<plus>\+\+)?(?:-\d{1,2}(?:\.\d)?)?)"
    # make's and the shell's words, and CMake's
    r"(?:: (?:No such file or directory|(?:[Cc]ommand )?not found)|\s+is not a full path)"
)


def stand_in_for_absent_compilers(output: str, folder: Path, path: str) -> list[str]:
    """Write scripts in place of compilers that a failed build missed; return what was done.

    Args:
        output: what the build said.
        folder: where the scripts are written; it ends the build's PATH.
        path: the build's PATH.
    """
    done = []
    for missed in dict.fromkeys(_MISSED.finditer(output)):
        name = missed["name"]
        if shutil.which(name, path=f"{path}{os.pathsep}{folder}"):
            continue
        is_cpp = bool(missed["plus"]) or missed["family"] == "g++"
        command = _installed(missed["family"], path) or _of_the_toolchain(is_cpp=is_cpp)
        if command is None:
            continue
        folder.mkdir(exist_ok=True)
        script = folder / name
        script.write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n')
        script.chmod(0o755)
        done.append(f"{name} is not installed: {command[0]} in its place")
    return done


def _installed(family: str, path: str) -> list[str] | None:
    """Return GCC's own compiler, for another version of it."""
    found = shutil.which(family, path=path) if family != "clang" else None
    return [found] if found else None


def _of_the_toolchain(*, is_cpp: bool) -> list[str] | None:
    """Return the toolchain's clang, where one is installed."""
    from porter.execute.cpu.architecture import CUDA
    from porter.execute.cpu.compilation import Compiler

    try:
        toolchain = Compiler.default(CUDA).toolchain
    except PorterError:
        return None
    mode = ["--driver-mode=g++" if is_cpp else "--driver-mode=gcc"]
    return [str(toolchain.clang), *mode, *toolchain.host_flags()]
