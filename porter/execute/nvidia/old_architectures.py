"""An nvcc in front of the toolkit's own, for build files that are older than the GPU.

Toolkits drop old GPUs (CUDA 13 knows none before sm_75), and build files of their time name them:
"nvcc fatal: Unsupported gpu architecture 'compute_35'". What is known is left. Where that is
nothing, or nothing that the GPU that is there can run (code for sm_80 alone, on sm_90: no kernel
starts, and a program that does not look at errors prints what was in its memory), the program is
built for that GPU. Nothing else changes.

Source: CUDA C++ Programming Guide, "Application Compatibility"; nvcc's manual, "GPU Compilation".
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
_OPTION = re.compile(
    r"--?(?:arch|gpu-architecture|gencode|generate-code|(?P<code>code|gpu-code))(?:=(?P<value>.*))?"
)
#: What code is for: a GPU, or any that is as new (PTX).
_CODE = re.compile(r"(sm|compute|lto)_(\d+)([af]?)")


def in_front_of(compiler: Path, arch: str, folder: Path) -> Path:
    """Write the program into a folder that looks like the toolkit's own; return it.

    Build files find headers and libraries beside the nvcc that is first on PATH.

    Args:
        compiler: the toolkit's nvcc.
        arch: the GPU that is there, such as "sm_90".
        folder: where it is written; one that is there is as it was written.
    """
    path = folder / "bin" / "nvcc"
    if path.is_file():
        return path
    compiler = real_path(compiler)
    toolkit = compiler.parent.parent
    (folder / "bin").mkdir(parents=True)
    if (toolkit / "nvvm").is_dir():  # else a distribution's, whose headers are the system's
        for one in (*toolkit.iterdir(), *compiler.parent.iterdir()):
            if one not in (compiler, compiler.parent):
                (folder / one.relative_to(toolkit)).symlink_to(one)
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
        arch: the one to build for where nothing is left that it can run, as "sm_90".
    """
    every: list[str] = []
    others: list[str] = []
    named: list[str] = []
    is_old = has_code = False
    rest = iter(words)
    for word in rest:
        option = _OPTION.fullmatch(word)
        if option is None:
            every.append(word)
            others.append(word)
            continue
        both = [word] if option["value"] is not None else [word, next(rest, "")]
        text = "=".join(both)
        if all(number in known for number in _NAMED.findall(text)):
            named.append(text)
            every += both
            has_code |= option["code"] is not None
        else:
            is_old = True
    if not named:
        return [*others, f"-arch={arch}"] if is_old else every
    runs = any(_runs(one, arch, has_code=has_code) for one in named)
    return every if runs else [*others, f"-arch={arch}"]


def _runs(option: str, arch: str, *, has_code: bool) -> bool:
    """Tell whether a GPU can run what an option makes nvcc generate.

    Args:
        option: with its value.
        arch: the GPU's, as "sm_90".
        has_code: `-code` says what `-arch` leads to.
    """
    _, is_part, code = option.rpartition("code=")
    if not is_part and has_code and "gencode" not in option and "generate-code" not in option:
        return not _NAMED.search(option)  # `-arch=native`
    made = _CODE.findall(code)
    if not made:
        return True
    is_ptx_too = not is_part  # `-arch=sm_80` is code for it and PTX
    there = int(arch.removeprefix("sm_"))
    for kind, number, only in made:
        level = int(number)
        is_like = is_ptx_too or kind != "sm" or level // 10 == there // 10
        if level == there or (level < there and is_like and not only):
            return True
    return False
