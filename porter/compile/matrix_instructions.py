"""Counts the matrix instructions of kernels in a code object's assembly."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from porter.toolchain.model import Toolchain

_LABEL = re.compile(r"^<(?P<symbol>[^>]+)>:$")
#: MFMA and its sparse form of CDNA; WMMA and its sparse form of RDNA.
_INSTRUCTION = re.compile(r"^\s+(?P<name>v_(?:mfma|smfmac|wmma|swmmac)_\w+)")
#: Architectures that have any: CDNA, and RDNA from its third generation on.
_HAVE = re.compile(r"gfx(?:908|90a|94\w|95\w|1[1-9]\w+)")


def matrix_instructions(
    toolchain: Toolchain, code_object: Path, arch: str
) -> dict[str, dict[str, int]]:
    """Return how many of each matrix instruction the functions of a code object hold, by symbol.

    What a kernel calls without taking it in is another function's.

    Args:
        toolchain: whose tools read the file.
        code_object: a linked code object, ELF.
        arch: its architecture.
    """
    if not _HAVE.match(arch):
        return {}
    command = [str(toolchain.tool("llvm-objdump")), "--disassemble", "--no-show-raw-insn"]
    command += ["--no-leading-addr", f"--mcpu={arch.partition(':')[0]}", str(code_object)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace"
    ) as process:
        assert process.stdout is not None
        return count(process.stdout)


def count(assembly: Iterable[str]) -> dict[str, dict[str, int]]:
    """Return the matrix instructions of each function that has any, in the order of the code."""
    found: dict[str, Counter[str]] = {}
    symbol = ""
    for line in assembly:
        if line[:1].isspace():
            if match := _INSTRUCTION.match(line):
                found.setdefault(symbol, Counter())[match["name"]] += 1
        elif label := _LABEL.match(line):
            symbol = label["symbol"]
    return {symbol: dict(counts) for symbol, counts in found.items()}
