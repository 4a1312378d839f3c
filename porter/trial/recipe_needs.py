"""The programs, libraries and folders that a recipe asks for, and that are not there.

Source: GNU make's manual, "Recipe Execution"; ld's manual, `-l`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import takewhile
from pathlib import Path

from porter.compile.read.make_rules import MakeRule, RecipeLine
from porter.source.build_files.make_commands import commands, leading_words, stands_before

#: What a shell does by itself, and what ROCm or porter's executor puts on the path.
_BUILTIN = frozenset(
    b"alias bg break builtin case cd command continue declare do done echo elif else esac eval "
    b"exec exit export false fi for function getopts hash if in kill let local popd printf pushd "
    b"pwd read return set shift source test then time times trap true type typeset ulimit umask "
    b"unalias unset until wait while".split()
)
_PROGRAM = re.compile(rb"[a-z][a-z0-9_+.-]*")
_MINDS_NO_FAILURE = re.compile(r"^[\s@+]*-|\|\||\b(?:which|command -v|type)\b")
_OF_ROCM = re.compile(rb"hip|roc|amd|llvm|clang|ld\.lld|nvcc|nv|cu")
#: The first command of a line, if it enters a folder or takes one away and minds that it is absent.
_FOLDER = re.compile(
    r"[\s@+]*(?:cd|rm[ \t]+-(?=[A-Za-z]*[rR])[A-Zac-eg-z]+(?:[ \t]+-[A-Zac-eg-z]+)*+)"
    r"[ \t]+(?P<path>[\w.][\w./-]*)[ \t]*(?:$|[;&\n])"
)
_MAY_MAKE_FOLDERS = re.compile(
    r"\b(?:mkdir|install|md|git|svn|hg|tar|unzip|cmake|make|MAKE|cp|mv|ln|configure|python\d?|\w+\.sh)\b"
)
_LIBRARY = re.compile(r"-l(?P<name>[A-Za-z][\w+.-]*)")
#: Libraries of ROCm's, of CUDA's and of compilers, which are others' matter.
_OF_GPUS = re.compile(r"hip|roc|amd|rccl|MIOpen|hsa|i?omp|gomp|gfortran|cu|nv|npp|stdc\+\+|c\+\+")
_ENDS = (".so", ".a")


def lacking_programs(text: str) -> Iterator[str]:
    """Yield the programs that a recipe's line calls by name and that are not on the path.

    Args:
        text: the line, expanded; nothing is said of one that minds no failure.
    """
    if _MINDS_NO_FAILURE.search(text):
        return
    data = text.encode("utf-8", "replace")
    for start, end in commands(data):
        word = next((w for w, _ in leading_words(data[start:end]) if not stands_before(w)), b"")
        if word in _BUILTIN or not _PROGRAM.fullmatch(word) or _OF_ROCM.match(word):
            continue
        if shutil.which(word.decode()) is None:
            yield word.decode()


def lacking_folder(text: str, folder: Path) -> str:
    """Return the folder that a recipe's line enters or takes away and that is absent; else nothing.

    Args:
        text: the line, expanded; nothing is said of one that minds no failure.
        folder: where it is run.
    """
    match = None if _MINDS_NO_FAILURE.search(text) else _FOLDER.match(text)
    return match["path"] if match and not os.path.lexists(folder / match["path"]) else ""


def may_be_made(rules: Iterable[MakeRule], before: RecipeLine) -> bool:
    """Tell whether a recipe may make folders before a line is run.

    Args:
        rules: all of the Makefile.
        before: the line.
    """
    recipes = (takewhile(lambda line: line is not before, rule.recipe) for rule in rules)
    return any(_MAY_MAKE_FOLDERS.search(line.text) for recipe in recipes for line in recipe)


def lacking_libraries(words: Sequence[str], folder: Path) -> Iterator[str]:
    """Yield the libraries that a command links and no folder of its own or the system's has.

    Args:
        words: of the command.
        folder: where it is run.
    """
    given = [folder / word[2:] for word in words if word.startswith("-L") and len(word) > 2]
    for word in words:
        match = _LIBRARY.fullmatch(word)
        if match is None or _OF_GPUS.match(match["name"]):
            continue
        names = [f"lib{match['name']}{end}" for end in _ENDS]
        is_given = any((one / name).exists() for one in given for name in names)
        if not is_given and not any(map(_is_installed, names)):
            yield match["name"]


@cache
def _is_installed(name: str) -> bool:
    """Tell whether the linker has a library; where nobody can be asked, it may."""
    program = shutil.which("g++") or shutil.which("gcc") or shutil.which("clang")
    if program is None:
        return True
    words = [program, f"-print-file-name={name}"]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return True
    found = done.stdout.strip()
    return found != name or any(
        os.path.exists(os.path.join(one, name)) for one in ("/usr/local/lib", "/usr/lib")
    )
